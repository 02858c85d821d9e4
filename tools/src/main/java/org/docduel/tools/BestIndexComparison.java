package org.docduel.tools;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.query.IndexedReadIndexes;
import org.docduel.core.query.IndexedReadScenarios;
import org.docduel.core.query.Scenario;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Read;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * Compares {@code index=best} with {@code index=published} for each scenario, by the server's own
 * clock, in turns. Run with {@code scripts/compare-indexes}; arguments: rounds (default 9) and rows
 * (default 100000).
 */
public final class BestIndexComparison {
  private static final int EXECUTIONS = 3;

  private BestIndexComparison() {}

  /**
   * Prints a line for each store and scenario.
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
      System.out.println(
          "| scenario | store | best / published | quartiles | published ms | plans |");
      System.out.println("|---|---|---|---|---|---|");
      for (String store : List.of("postgres-typed", "postgres-jsonb")) {
        try (LoadedRows published =
                LoadedRows.load(store, address, "published", IndexedReadIndexes.all(), rows);
            LoadedRows best =
                LoadedRows.load(store, address, "best", IndexedReadIndexes.best(), rows)) {
          for (Scenario scenario : IndexedReadScenarios.all(IndexedReadScenarios.INDEXED, 0)) {
            compare(store, scenario, published, best, rounds);
          }
        }
      }
    }
  }

  private static void compare(
      String store, Scenario scenario, LoadedRows published, LoadedRows best, int rounds)
      throws Exception {
    Read before = published.read(scenario.query());
    Read after = best.read(scenario.query());
    Alternation times =
        new Alternation()
            .with("published", () -> time(before))
            .with("best", () -> time(after))
            .run(rounds);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.2f | %s | %.2f | %s; best: %s |%n",
        scenario.name(),
        store,
        times.speed("published", "best"),
        times.spread("published", "best"),
        times.median("published"),
        scans(before),
        scans(after));
  }

  /** Milliseconds of the server's clock: the least of some executions. */
  private static double time(Read read) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < EXECUTIONS; i++) {
      least = Math.min(least, read.explain().executionMillis().orElseThrow());
    }
    return least;
  }

  private static String scans(Read read) {
    return read.explain().plan().stream()
        .map(String::strip)
        .filter(line -> line.contains("Scan") || line.startsWith("Sort Method"))
        .collect(Collectors.joining(" < "));
  }
}
