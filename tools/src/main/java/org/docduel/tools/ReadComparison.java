package org.docduel.tools;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.query.IndexedReadIndexes;
import org.docduel.core.query.IndexedReadScenarios;
import org.docduel.core.query.Query;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * Compares indexed reads through the harness with a bare loop on the driver that sends the same
 * statements to the same tables.
 *
 * <p>In each round both sides connect anew and take turns, an execution each, every one followed by
 * the server's EXPLAIN; the round's ratio is that of their median times. The harness's execution is
 * what {@code IndexedReadBenchmark} times: sending the query and receiving every id. Run with
 * {@code scripts/compare-read}; arguments: rounds (default 9) and rows (default 100000).
 */
public final class ReadComparison {
  private static final int WARM_UPS = 10;
  private static final int EXECUTIONS = 31;
  private static final Map<String, String> CONDITIONS = conditions();

  private final ServerAddress address;
  private final int rounds;
  private long sum;

  private ReadComparison(ServerAddress address, int rounds) {
    this.address = address;
    this.rounds = rounds;
  }

  private static Map<String, String> conditions() {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put(
        "jsonb S1", "(doc ->> 'ind_text_1') = 'A' AND (doc ->> 'ind_number_1')::numeric > 100");
    conditions.put("jsonb S2", "(doc ->> 'ind_text_2') LIKE 'INV00012%'");
    conditions.put("jsonb S3", "(doc ->> 'ind_text_3') ILIKE '%priority%'");
    conditions.put("typed S1", "ind_text_1 = 'A' AND ind_number_1 > 100");
    conditions.put("typed S2", "ind_text_2 LIKE 'INV00012%'");
    conditions.put("typed S3", "ind_text_3 ILIKE '%priority%'");
    conditions.put("typed S9", "ind_text_1 = 'A' OR ind_boolean_1 = true");
    return conditions;
  }

  /**
   * Prints a line for each table and scenario.
   *
   * @param arguments rounds, rows
   * @throws Exception when the server or the driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    List<String> given = Arrays.asList(arguments);
    int rounds = given.isEmpty() ? 9 : Integer.parseInt(given.get(0));
    int rows = given.size() < 2 ? 100_000 : Integer.parseInt(given.get(1));
    try (Servers servers = new Servers(Settings.ofProcess())) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      ReadComparison comparison = new ReadComparison(address, rounds);
      System.out.println("| table and scenario | time / bare | quartiles | bare ms |");
      System.out.println("|---|---|---|---|");
      for (String table : List.of("jsonb", "typed")) {
        try (LoadedRows loaded =
            LoadedRows.load(
                "postgres-" + table, address, "compared", IndexedReadIndexes.all(), rows)) {
          for (String which : CONDITIONS.keySet()) {
            if (which.startsWith(table)) {
              comparison.compare(loaded, table, which);
            }
          }
        }
      }
    }
  }

  private void compare(LoadedRows loaded, String table, String which) throws Exception {
    Query query =
        IndexedReadScenarios.all(IndexedReadScenarios.INDEXED, 0).stream()
            .filter(scenario -> which.endsWith(" " + scenario.name()))
            .findFirst()
            .orElseThrow()
            .query();
    String sql =
        "SELECT id FROM docduel.postgres_" + table + "_compared WHERE " + CONDITIONS.get(which);
    double[] ratios = new double[rounds];
    double[] bareMillis = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      try (Session session = loaded.session();
          BareRead bare = new BareRead(address, sql)) {
        Read read = loaded.read(session, query);
        for (int i = 0; i < WARM_UPS; i++) {
          harness(read);
          bare.run();
        }
        Alternation times =
            new Alternation()
                .with("harness", () -> harness(read))
                .with("bare", bare::run)
                .run(EXECUTIONS);
        sum += bare.sum();
        bareMillis[round] = times.median("bare");
        ratios[round] = times.median("harness") / bareMillis[round];
      }
    }
    if (sum < 0) {
      throw new IllegalStateException("ids are not negative");
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.3f | %s | %.3f |%n",
        which,
        Alternation.median(ratios),
        Alternation.spread(ratios),
        Alternation.median(bareMillis));
  }

  /** Milliseconds of one execution, every id received. */
  private double harness(Read read) {
    long start = System.nanoTime();
    read.run(id -> sum += id);
    double millis = (System.nanoTime() - start) / 1e6;
    read.explain();
    return millis;
  }
}
