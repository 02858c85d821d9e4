package org.docduel.stores.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.stores.jdbc.Sql;

/**
 * How a server runs a statement: the steps by EXPLAIN's table, which both servers have and which is
 * the same in every run, and the times of one execution.
 */
final class MysqlPlan {
  private static final String PRIMARY = "PRIMARY";

  /** In {@code EXPLAIN ANALYZE FORMAT=TREE}, whose first line is the last step. */
  private static final Map<String, Pattern> MYSQL =
      Map.of(
          QueryPlan.EXECUTION,
          Pattern.compile("actual time=\\S+?\\.\\.(\\S+)"),
          "rows",
          Pattern.compile("actual time=\\S+ rows=(\\S+)"));

  /** In {@code ANALYZE FORMAT=JSON}. */
  private static final Map<String, Pattern> MARIADB =
      Map.of(
          QueryPlan.PLANNING, total("query_optimization"),
          QueryPlan.EXECUTION, total("query_block"));

  private MysqlPlan() {}

  private static Pattern total(String part) {
    return Pattern.compile('"' + part + "\".*?\"r_total_time_ms\": ([0-9.e+-]+)", Pattern.DOTALL);
  }

  /** Explains a statement without running it. */
  static QueryPlan explain(Connection connection, String sql, UnaryOperator<String> indexName)
      throws SQLException {
    return explain(connection, sql, Optional.empty(), indexName);
  }

  /** Explains a statement whose parameters something sets. */
  static QueryPlan explain(
      Connection connection,
      String sql,
      Optional<Sql.SqlConsumer<PreparedStatement>> parameters,
      UnaryOperator<String> indexName)
      throws SQLException {
    List<String> steps = new ArrayList<>();
    Set<String> indexes = new LinkedHashSet<>();
    Sql.rows(
        connection,
        "EXPLAIN FORMAT=TRADITIONAL " + sql,
        row -> steps.add(step(row, indexName, indexes)),
        parameters);
    return new QueryPlan(Map.of(), steps, List.copyOf(indexes));
  }

  /** A table, how it is read, by which indexes, and what is done with its rows. */
  private static String step(ResultSet row, UnaryOperator<String> indexName, Set<String> indexes)
      throws SQLException {
    String access = String.valueOf(row.getString("type"));
    StringBuilder step = new StringBuilder(row.getString("table") + ": " + access);
    String keys = row.getString("key");
    for (String key : keys == null ? new String[0] : keys.split(",")) {
      String name = key.equals(PRIMARY) ? "primary_key" : indexName.apply(key);
      step.append(" by ").append(name);
      if (!key.equals(PRIMARY) || !access.equals("index")) { // which is a scan of the table
        indexes.add(name);
      }
    }
    String more = row.getString("Extra");
    return more == null || more.isEmpty() ? step.toString() : step + "; " + more;
  }

  /** Explains a query and runs it. */
  static QueryPlan execute(
      MysqlServer server, Connection connection, String sql, UnaryOperator<String> indexName)
      throws SQLException {
    QueryPlan plan = explain(connection, sql, indexName);
    String command =
        server == MysqlServer.MYSQL ? "EXPLAIN ANALYZE FORMAT=TREE " : "ANALYZE FORMAT=JSON ";
    String execution = Sql.first(connection, command + sql).orElse("");
    return new QueryPlan(numbers(server, execution), plan.plan(), plan.indexes());
  }

  /** Milliseconds and rows, as far as the server gives them. */
  static Map<String, Double> numbers(MysqlServer server, String execution) {
    Map<String, Double> numbers = new HashMap<>();
    (server == MysqlServer.MYSQL ? MYSQL : MARIADB)
        .forEach((name, pattern) -> {
          Matcher found = pattern.matcher(execution);
          if (found.find()) {
            numbers.put(name, Double.valueOf(found.group(1)));
          }
        });
    return numbers;
  }
}
