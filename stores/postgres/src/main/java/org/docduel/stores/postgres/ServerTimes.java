package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.docduel.core.spi.ExecutionBreakdown;
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
final class ServerTimes {
  static final String OPERATION = "timing the parts of a query";

  private static final String PLANNING = "Planning Time";
  private static final String EXECUTION = "Execution Time";
  private static final int SERIALIZES_SINCE = 17;

  /** DataRow: a type, a length and a number of columns, and the length of each of them. */
  private static final int ROW_BYTES = 7;

  private long rows;
  private long bytes;
  private double characters;

  /** Bytes in the binary format, less those in text. */
  private long binary;

  /** A row of about the mean size. */
  private String constants = "NULL";

  static ExecutionBreakdown of(
      Connection connection,
      String sql,
      int fetchRows,
      Sql.SqlConsumer<ResultSet> reader,
      SqlErrors errors)
      throws SQLException {
    ServerTimes answer = new ServerTimes();
    // rows that might be updated come as text; of jsonb in binary the driver tells none
    try (PreparedStatement statement =
        connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
      Sql.each(connection, statement, fetchRows, answer::sample);
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      Sql.each(connection, statement, fetchRows, answer::count);
    }
    String query = PostgresTable.prepared(connection, connection.nativeSQL(sql));
    String constant =
        "SELECT %s FROM generate_series(1, %d)".formatted(answer.constants, answer.rows);
    PreparedStatement idle = connection.prepareStatement(constant);
    Sql.each(connection, idle, fetchRows, reader);
    String idleName = PostgresTable.prepared(connection, connection.nativeSQL(constant));
    boolean serializes = connection.getMetaData().getDatabaseMajorVersion() >= SERIALIZES_SINCE;
    String format = answer.binary > 0 ? "BINARY" : "TEXT";
    String serialize = serializes ? ", MEMORY, SERIALIZE " + format : "";
    Map<String, Double> counts = new HashMap<>();
    counts.put("rows", (double) answer.rows);
    counts.put("bytes", (double) answer.bytes);
    for (Object step : explain(connection, "BUFFERS" + serialize, query).values()) {
      add(counts, "hits", step, "Shared Hit Blocks", 1);
      add(counts, "reads", step, "Shared Read Blocks", 1);
      add(counts, "planBytes", step, "Memory Used", 1024);
    }
    Sql.SqlSupplier<Map<String, Double>> once =
        () -> {
          Map<?, ?> executed = explain(connection, "BUFFERS OFF", query);
          Map<String, Double> parts = new HashMap<>();
          parts.put("plan", PlanReader.count(executed, PLANNING));
          parts.put("execute", PlanReader.count(executed, EXECUTION));
          if (serializes) {
            Map<?, ?> serialized = explain(connection, "BUFFERS OFF" + serialize, query);
            parts.put(
                "serialise",
                PlanReader.count(serialized, EXECUTION) - PlanReader.count(executed, EXECUTION));
            long startNanos = System.nanoTime();
            Sql.each(connection, idle, fetchRows, reader);
            double waited = (System.nanoTime() - startNanos) / 1e6;
            Map<?, ?> sent = explain(connection, "BUFFERS OFF" + serialize, idleName);
            parts.put(
                "wire",
                waited - PlanReader.count(sent, PLANNING) - PlanReader.count(sent, EXECUTION));
          }
          return parts;
        };
    return new ExecutionBreakdown(counts, () -> errors.call(OPERATION, once));
  }

  /** Adds what an execution did in one of its steps, if it tells. */
  private static void add(
      Map<String, Double> counts, String name, Object step, String field, int unit) {
    PlanReader.number(PlanReader.map(step), field)
        .ifPresent(count -> counts.merge(name, unit * count, Double::sum));
  }

  private static Map<?, ?> explain(Connection connection, String options, String name)
      throws SQLException {
    String explain =
        "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON, %s) EXECUTE %s"
            .formatted(options, name);
    return PlanReader.parse(Sql.first(connection, explain).orElseThrow());
  }

  /** A row as constants, if it is nearer to the mean size than those before. */
  private void sample(ResultSet row) throws SQLException {
    StringJoiner texts = new StringJoiner(", ");
    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
      String text = row.getString(column);
      String type = row.getMetaData().getColumnTypeName(column);
      texts.add((text == null ? "NULL" : Sql.literal(text)) + "::" + type);
    }
    rows++;
    characters += texts.length();
    double mean = characters / rows;
    if (Math.abs(texts.length() - mean) < Math.abs(constants.length() - mean)) {
      constants = texts.toString();
    }
  }

  /** The bytes of a row as the workload gets it. */
  private void count(ResultSet row) throws SQLException {
    PGResultSetMetaData columns = row.getMetaData().unwrap(PGResultSetMetaData.class);
    bytes += ROW_BYTES;
    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
      byte[] value = row.getBytes(column);
      int length = value == null ? 0 : value.length;
      bytes += Integer.BYTES + length;
      binary += columns.getFormat(column) == Field.BINARY_FORMAT ? length : -length;
    }
  }
}
