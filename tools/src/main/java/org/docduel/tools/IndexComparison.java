package org.docduel.tools;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.query.IndexedReadIndexes;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * Compares indexes that an administrator may choose with the published ones, each alone on a copy
 * of the same rows, by the server's own clock, in turns. Run with {@code scripts/compare-indexes};
 * arguments: rounds (default 9) and rows (default 100000).
 */
public final class IndexComparison {
  private static final int EXECUTIONS = 3;
  private static final String COPY = "docduel.alternative";
  private static final Pattern TIME = Pattern.compile("Execution Time: ([0-9.]+) ms");
  private final Connection connection;
  private final int rounds;

  private IndexComparison(Connection connection, int rounds) {
    this.connection = connection;
    this.rounds = rounds;
  }

  /**
   * Prints a line for each alternative.
   *
   * @param arguments rounds, rows
   * @throws Exception when the server does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    List<String> given = Arrays.asList(arguments);
    int rounds = given.isEmpty() ? 9 : Integer.parseInt(given.get(0));
    int rows = given.size() < 2 ? 100_000 : Integer.parseInt(given.get(1));
    try (Servers servers = new Servers(Settings.ofProcess())) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      load("postgres-jsonb", address, rows);
      load("postgres-typed", address, rows);
      try (Connection connection = DriverManager.getConnection(address.url())) {
        IndexComparison comparison = new IndexComparison(connection, rounds);
        ReadSession.begin(connection);
        System.out.println(comparison.one("SELECT version()") + ", " + rows + " rows");
        System.out.println(
            "| scenario | table | index | time / published | quartiles | published ms | MB | plan |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (IndexAlternative alternative : IndexAlternative.all()) {
          comparison.compare(alternative);
        }
      }
    }
  }

  private static void load(String store, ServerAddress address, int rows) {
    LoadedRows.load(store, address, "indexes", IndexedReadIndexes.all(), rows).close();
  }

  private void compare(IndexAlternative alternative) throws Exception {
    String table = "docduel.postgres_" + alternative.store() + "_indexes";
    run("DROP TABLE IF EXISTS " + COPY);
    run(
        "CREATE UNLOGGED TABLE "
            + COPY
            + " AS SELECT * FROM "
            + table
            + " ORDER BY "
            + alternative.order());
    try {
      for (String statement : alternative.statements()) {
        run(statement.replace("$T", COPY));
      }
    } catch (SQLException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      print(alternative, "refused: " + reason);
      return;
    }
    run("VACUUM (ANALYZE) " + COPY);
    String published = " FROM " + table + " WHERE " + alternative.published();
    String asked = " FROM " + COPY + " WHERE " + alternative.asked();
    String expected = one("SELECT count(*), sum(id)" + published);
    if (!one("SELECT count(*), sum(id)" + asked).equals(expected)) {
      throw new IllegalStateException(alternative + " finds other rows");
    }
    Alternation times =
        new Alternation()
            .with("published", () -> time("SELECT id" + published))
            .with("alternative", () -> time("SELECT id" + asked))
            .run(rounds);
    print(
        alternative,
        String.format(
            Locale.ROOT,
            "%.2f | %s | %.3f | %s | %s",
            times.speed("published", "alternative"),
            times.spread("published", "alternative"),
            times.median("published"),
            one("SELECT round(pg_indexes_size('" + COPY + "') / 1e6, 1)"),
            plan("SELECT id" + asked)));
  }

  private static void print(IndexAlternative alternative, String result) {
    System.out.printf(
        "| %s | %s | %s | %s |%n",
        alternative.scenario(), alternative.store(), alternative.what(), result);
  }

  /** Milliseconds of the server's clock: the least of some executions. */
  private double time(String sql) throws SQLException {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < EXECUTIONS; i++) {
      Matcher time = TIME.matcher(all("EXPLAIN (ANALYZE, TIMING OFF) " + sql));
      if (!time.find()) {
        throw new IllegalStateException("no time for " + sql);
      }
      least = Math.min(least, Double.parseDouble(time.group(1)));
    }
    return least;
  }

  private String plan(String sql) throws SQLException {
    return all("EXPLAIN (COSTS OFF) " + sql)
        .lines()
        .filter(line -> line.contains("Scan"))
        .map(line -> line.replaceAll("^[ >-]+", "").replace("alternative", "t"))
        .collect(Collectors.joining(" < "));
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String one(String sql) throws SQLException {
    return all(sql).strip();
  }

  /** All fields of all rows, a line each. */
  private String all(String sql) throws SQLException {
    StringBuilder text = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          text.append(row.getString(i)).append('\n');
        }
      }
    }
    return text.toString();
  }
}
