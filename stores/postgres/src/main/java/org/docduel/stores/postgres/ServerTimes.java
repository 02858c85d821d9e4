package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.docduel.core.spi.TakenApart;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
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
final class ServerTimes implements TakenApart {
  static final String DOING = "taking a query apart";

  private static final int SERIALIZES_SINCE = 17;

  /** DataRow: a type, a length and a number of columns, and the length of each of them. */
  private static final int ROW_BYTES = 7;

  private final Connection connection;
  private final int fetchRows;
  private final Sql.Row<?> reader;
  private final SqlErrors errors;
  private final String query;

  /** EXPLAIN's option, in the format that the driver gets; empty where there is none. */
  private final String serialize;

  /** The statement that sends as much without work. */
  private final PreparedStatement idle;

  private final String idleName;
  private final Map<String, Double> counts = new HashMap<>();

  ServerTimes(Connection connection, String sql, int fetchRows, Sql.Row<?> reader, SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.fetchRows = fetchRows;
    this.reader = reader;
    this.errors = errors;
    Sample sample = new Sample();
    try (PreparedStatement asked = connection.prepareStatement(sql)) {
      read(asked, row -> true); // the first execution of a statement is sent as text
      read(asked, sample);
    }
    query = PostgresTable.prepared(connection, connection.nativeSQL(sql));
    idle = connection.prepareStatement(sample.idle());
    read(idle, reader);
    read(idle, reader);
    idleName = PostgresTable.prepared(connection, connection.nativeSQL(sample.idle()));
    boolean serializes = connection.getMetaData().getDatabaseMajorVersion() >= SERIALIZES_SINCE;
    serialize = serializes ? ", MEMORY, SERIALIZE " + sample.format() : "";
    counts.put("bytes", (double) sample.bytes);
    counts.put("rows", (double) sample.rows);
    Map<?, ?> counted = explain("ON", serialize, query);
    for (String of : List.of("Plan", "Planning", "Serialization")) {
      Map<?, ?> step = PlanReader.map(counted.get(of));
      count("hits", step, "Shared Hit Blocks", 1);
      count("reads", step, "Shared Read Blocks", 1);
      count("planBytes", step, "Memory Used", 1024);
    }
  }

  private void count(String name, Map<?, ?> step, String field, int unit) {
    PlanReader.whole(step, field)
        .ifPresent(count -> counts.merge(name, (double) unit * count, Double::sum));
  }

  @Override
  public Map<String, Double> counts() {
    return counts;
  }

  @Override
  public Map<String, Double> once() {
    return errors.ask(DOING, this::parts);
  }

  private Map<String, Double> parts() throws SQLException {
    Map<?, ?> made = explain("OFF", "", query);
    double execution = millis(made, "Execution Time");
    Map<String, Double> parts = new HashMap<>();
    parts.put("plan", millis(made, "Planning Time"));
    parts.put("execute", execution);
    if (!serialize.isEmpty()) {
      double whole = millis(explain("OFF", serialize, query), "Execution Time");
      parts.put("serialise", whole - execution);
      long begun = System.nanoTime();
      read(idle, reader);
      double waited = (System.nanoTime() - begun) / 1e6;
      Map<?, ?> sent = explain("OFF", serialize, idleName);
      parts.put("wire", waited - millis(sent, "Planning Time") - millis(sent, "Execution Time"));
    }
    return parts;
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
            case "json", "jsonb" ->
                PostgresStarter.Answers.json(value); // the driver has no text of json
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
