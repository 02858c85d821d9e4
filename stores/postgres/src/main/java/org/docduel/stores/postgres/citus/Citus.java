package org.docduel.stores.postgres.citus;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * A Citus cluster, as its coordinator describes it.
 *
 * @param version such as {@code 12.1.12}
 * @param workers the nodes that are active
 * @param shards the number of shards that a new distributed table gets
 */
public record Citus(String version, int workers, int shards) {
  private static final String INSTALLED = "SELECT to_regprocedure('citus_version()') IS NOT NULL";
  private static final String FACTS =
      "SELECT citus_version(), (SELECT count(*) FROM citus_get_active_worker_nodes()),"
          + " current_setting('citus.shard_count')";
  private static final String ASK_WORKERS =
      "SELECT nodename || ':' || nodeport, success, result FROM run_command_on_workers(?)";
  private static final String ASK_SHARDS =
      "SELECT shardid::text, success, result FROM run_command_on_shards(?::regclass, ?)";
  private static final Pattern VERSION = Pattern.compile("Citus\\S* (\\S+)");

  /** Asks a server; empty when its database has no Citus. */
  public static Optional<Citus> of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(INSTALLED)) {
        row.next();
        if (!row.getBoolean(1)) {
          return Optional.empty();
        }
      }
      try (ResultSet row = statement.executeQuery(FACTS)) {
        row.next();
        // such as: Citus 12.1.12 on x86_64-pc-linux-gnu, compiled by gcc ...
        Matcher text = VERSION.matcher(row.getString(1));
        String version = text.find() ? text.group(1) : row.getString(1);
        return Optional.of(new Citus(version, row.getInt(2), row.getInt(3)));
      }
    }
  }

  /**
   * The name for results.
   *
   * @param postgres the server below, such as {@code PostgreSQL 15.20}
   * @return such as {@code Citus 12.1.12 on PostgreSQL 15.20, 2 workers, 32 shards}
   */
  public String on(String postgres) {
    return "Citus %s on %s, %d workers, %d shards".formatted(version, postgres, workers, shards);
  }

  /**
   * Runs a command on each worker.
   *
   * @param connection to the coordinator
   * @param command one that gives at most one row of one column
   * @return the answers by node
   * @throws SQLException when the coordinator or a worker refuses
   */
  public static Map<String, String> askWorkers(Connection connection, String command)
      throws SQLException {
    Map<String, String> answers = new LinkedHashMap<>();
    for (Answer answer : ask(connection, "worker", ASK_WORKERS, command)) {
      answers.put(answer.of(), answer.text());
    }
    return answers;
  }

  /**
   * Asks every shard of a table, and sums what they answer: the coordinator's own table is empty.
   * Of a reference table each shard is asked once, whatever the number of its copies.
   *
   * @param connection to the coordinator
   * @param table the table's name, with its schema, quoted
   * @param query gives one text of numbers separated by commas; {@code '%s'}, once, stands for the
   *     shard's name
   * @return a sum for each number
   * @throws SQLException when the coordinator or a shard refuses
   */
  public static long[] sumOfShards(Connection connection, String table, String query)
      throws SQLException {
    List<long[]> answers =
        ask(connection, "shard", ASK_SHARDS, table, query).stream()
            .map(answer ->
                Arrays.stream(answer.text().split(",", -1))
                    .mapToLong(number -> Long.parseLong(number.strip()))
                    .toArray())
            .toList();
    if (answers.isEmpty()) {
      throw new SQLException("the table has no shards");
    }
    return LongStream.range(0, answers.get(0).length)
        .map(i -> answers.stream().mapToLong(numbers -> numbers[(int) i]).sum())
        .toArray();
  }

  private record Answer(String of, String text) {}

  private static List<Answer> ask(
      Connection connection, String whom, String question, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      List<Answer> answers = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (!rows.getBoolean(2)) {
            throw new SQLException(whom + " " + rows.getString(1) + ": " + rows.getString(3));
          }
          answers.add(new Answer(rows.getString(1), rows.getString(3)));
        }
      }
      return answers;
    }
  }
}
