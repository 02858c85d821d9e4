package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.spi.ServerTime;
import org.docduel.core.spi.ServerTime.Part;
import org.docduel.stores.jdbc.Sql;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGResultSetMetaData;
import org.postgresql.core.Field;

/**
 * Takes a query apart. EXPLAIN runs the very statement that the driver has prepared, so that it is
 * planned when the client's is. Its clock is not set on steps, and blocks are counted in an
 * execution of their own, since both would take time for each row.
 *
 * <p>Serialising is what an execution takes longer with SERIALIZE, which PostgreSQL has from 17 on.
 * The wire is what the client waits for as many rows of the same types and size that the server
 * makes of constants, less the server's time.
 */
final class ServerTimes implements Sql.Question<ServerTime> {
  private static final int SERIALIZES_SINCE = 17;

  /** DataRow: a type, a length and a number of columns, and the length of each of them. */
  private static final int ROW_BYTES = 7;

  private final Connection connection;
  private final String sql;
  private final int fetchRows;
  private final Sql.Row<?> reader;
  private @Nullable Prepared prepared;

  /** Asks nothing yet. */
  ServerTimes(Connection connection, String sql, int fetchRows, Sql.Row<?> reader) {
    this.connection = connection;
    this.sql = sql;
    this.fetchRows = fetchRows;
    this.reader = reader;
  }

  /**
   * What is known once.
   *
   * @param serialize EXPLAIN's option, in the format that the driver gets; empty where there is
   *     none
   * @param idle the statement that sends as much without work
   */
  private record Prepared(
      String query,
      String serialize,
      PreparedStatement idle,
      String idleName,
      Map<String, Double> counts) {}

  @Override
  public ServerTime ask() throws SQLException {
    Prepared known = prepared;
    if (known == null) {
      known = prepare();
      prepared = known;
    }
    Map<?, ?> made = explain("OFF", "", known.query);
    double execution = millis(made, "Execution Time");
    Map<Part, Double> parts = new LinkedHashMap<>();
    parts.put(Part.PLAN, millis(made, "Planning Time"));
    parts.put(Part.EXECUTE, execution);
    if (!known.serialize.isEmpty()) {
      double whole = millis(explain("OFF", known.serialize, known.query), "Execution Time");
      parts.put(Part.SERIALISE, whole - execution);
      long begun = System.nanoTime();
      read(known.idle);
      double waited = (System.nanoTime() - begun) / 1e6;
      Map<?, ?> idle = explain("OFF", known.serialize, known.idleName);
      parts.put(Part.WIRE, waited - millis(idle, "Planning Time") - millis(idle, "Execution Time"));
    }
    return new ServerTime(parts, known.counts);
  }

  private Prepared prepare() throws SQLException {
    boolean serializes = connection.getMetaData().getDatabaseMajorVersion() >= SERIALIZES_SINCE;
    Sample sample = new Sample();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      read(query, sample); // the first execution of a statement is sent as text
      sample = new Sample();
      read(query, sample);
    }
    PreparedStatement idle = connection.prepareStatement(sample.idle());
    read(idle);
    read(idle);
    String query = PostgresTable.prepared(connection, connection.nativeSQL(sql));
    String serialize = serializes ? ", MEMORY, SERIALIZE " + sample.format() : "";
    Map<?, ?> counted = explain("ON", serialize, query);
    Map<?, ?> planning = PlanReader.map(counted.get("Planning"));
    Map<String, Double> counts = new LinkedHashMap<>();
    counts.put("bytes", (double) sample.bytes);
    counts.put("rows", (double) sample.rows);
    for (Map.Entry<String, String> blocks :
        Map.of("hits", "Shared Hit Blocks", "reads", "Shared Read Blocks").entrySet()) {
      long all = 0;
      for (String of : List.of("Plan", "Planning", "Serialization")) {
        all += PlanReader.whole(PlanReader.map(counted.get(of)), blocks.getValue()).orElse(0);
      }
      counts.put(blocks.getKey(), (double) all);
    }
    PlanReader.whole(planning, "Memory Used")
        .ifPresent(kilobytes -> counts.put("planBytes", 1024.0 * kilobytes));
    String idleName = PostgresTable.prepared(connection, connection.nativeSQL(sample.idle()));
    return new Prepared(query, serialize, idle, idleName, counts);
  }

  private Map<?, ?> explain(String buffers, String more, String name) throws SQLException {
    String explain =
        "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, BUFFERS %s, FORMAT JSON%s) EXECUTE %s"
            .formatted(buffers, more, name);
    return PlanReader.parse(Sql.rows(connection, explain, row -> row.getString(1)).get(0));
  }

  private static double millis(Map<?, ?> explained, String field) {
    return PlanReader.number(explained, field).orElse(0);
  }

  private void read(PreparedStatement statement) throws SQLException {
    read(statement, reader);
  }

  /** As the workload does: whole documents are fetched in portions. */
  private void read(PreparedStatement statement, Sql.Row<?> each) throws SQLException {
    Sql.each(connection, statement, fetchRows, each::read);
  }

  /** The bytes of an answer, and a row of it of about the mean size. */
  private static final class Sample implements Sql.Row<Long> {
    private long rows;
    private long bytes;
    private long typical = Long.MIN_VALUE / 2;
    private long binary;
    private List<String> constants = List.of("NULL");

    @Override
    public Long read(ResultSet row) throws SQLException {
      ResultSetMetaData columns = row.getMetaData();
      long size = ROW_BYTES;
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        byte[] value = row.getBytes(column);
        int length = value == null ? 0 : value.length;
        size += Integer.BYTES + length;
        binary += isBinary(columns, column) ? length : -length;
      }
      rows++;
      bytes += size;
      double mean = bytes / (double) rows;
      if (Math.abs(size - mean) < Math.abs(typical - mean)) {
        typical = size;
        constants = new ArrayList<>();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          constants.add(constant(row, column, columns.getColumnTypeName(column)));
        }
      }
      return size;
    }

    private static boolean isBinary(ResultSetMetaData columns, int column) throws SQLException {
      return columns.unwrap(PGResultSetMetaData.class).getFormat(column) == Field.BINARY_FORMAT;
    }

    private static String constant(ResultSet row, int column, String type) throws SQLException {
      byte[] value = row.getBytes(column);
      if (value == null) {
        return "NULL::" + type;
      }
      String text =
          switch (type) {
            case "bytea" -> "\\x" + HexFormat.of().formatHex(value);
            case "json", "jsonb" -> PostgresAnswers.json(value); // the driver has no text of json
            default -> row.getString(column);
          };
      return Sql.literal(text) + "::" + type;
    }

    /** As many rows of constants. */
    String idle() {
      return "SELECT " + String.join(", ", constants) + " FROM generate_series(1, " + rows + ")";
    }

    /** The format of most bytes. */
    String format() {
      return binary > 0 ? "BINARY" : "TEXT";
    }
  }
}
