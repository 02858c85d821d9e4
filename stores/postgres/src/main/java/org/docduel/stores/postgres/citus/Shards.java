package org.docduel.stores.postgres.citus;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks every shard of a table, and sums what they answer. The coordinator's own table is empty: its
 * sizes and counters are 0.
 */
public final class Shards {
  private static final String ASK =
      "SELECT shardid, success, result FROM run_command_on_shards(?::regclass, ?)";

  private Shards() {}

  /**
   * Sums whole numbers over the shards. Of a reference table each shard is asked once, whatever the
   * number of its copies.
   *
   * @param connection to the coordinator
   * @param table the table's name, with its schema, quoted
   * @param query gives one text of numbers separated by commas; {@code '%s'}, once, stands for the
   *     shard's name
   * @return a sum for each number
   * @throws SQLException when the coordinator or a shard refuses
   */
  public static long[] sum(Connection connection, String table, String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ASK)) {
      statement.setString(1, table);
      statement.setString(2, query);
      try (ResultSet rows = statement.executeQuery()) {
        List<String> answers = new ArrayList<>();
        while (rows.next()) {
          if (!rows.getBoolean(2)) {
            throw new SQLException("shard " + rows.getLong(1) + ": " + rows.getString(3));
          }
          answers.add(rows.getString(3));
        }
        return sum(answers);
      }
    }
  }

  private static long[] sum(List<String> answers) throws SQLException {
    long[] sums = new long[0];
    for (String answer : answers) {
      String[] numbers = answer.split(",", -1);
      if (sums.length == 0) {
        sums = new long[numbers.length];
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += Long.parseLong(numbers[i].strip());
      }
    }
    if (sums.length == 0) {
      throw new SQLException("the table has no shards");
    }
    return sums;
  }
}
