package org.docduel.core.compare;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.PostgresServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.Servers;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Compares indexed reads through the harness with a bare loop on the driver that sends the same
 * statements to the same tables.
 *
 * <p>A turn of a side is a connection, executions to warm up and some that count; their median is
 * the turn's time. The harness's turn is {@code IndexedReadBenchmark} run by JMH in this JVM, its
 * time is JMH's score. Run with {@code scripts/compare-read}; arguments: rounds (default 7) and
 * rows (default 100000).
 */
public final class ReadComparison {
  private static final int WARM_UPS = 5;
  private static final int OBSERVATIONS = 15;
  private static final Map<String, String> CONDITIONS = conditions();

  private final int rounds;
  private final int rows;

  private ReadComparison(int rounds, int rows) {
    this.rounds = rounds;
    this.rows = rows;
  }

  private static Map<String, String> conditions() {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put(
        "jsonb_ind S1", "(doc ->> 'ind_text_1') = 'A' AND (doc ->> 'ind_number_1')::numeric > 100");
    conditions.put("jsonb_ind S3", "(doc ->> 'ind_text_3') ILIKE '%priority%'");
    conditions.put("rel_ind S1", "ind_text_1 = 'A' AND ind_number_1 > 100");
    conditions.put("rel_ind S3", "ind_text_3 ILIKE '%priority%'");
    conditions.put("rel_ind S9", "ind_text_1 = 'A' OR ind_boolean_1 = true");
    return conditions;
  }

  /**
   * Prints a line for each variant and scenario.
   *
   * @param arguments rounds, rows
   * @throws Exception when the server or the driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    List<String> given = Arrays.asList(arguments);
    ReadComparison comparison =
        new ReadComparison(
            given.isEmpty() ? 7 : Integer.parseInt(given.get(0)),
            given.size() < 2 ? 100_000 : Integer.parseInt(given.get(1)));
    try (Servers servers = new Servers(Settings.ofProcess())) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      try (AddressFile file = servers.addresses().write()) {
        System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
        System.out.println("| variant and scenario | harness / bare | quartiles | bare ms |");
        System.out.println("|---|---|---|---|");
        for (String which : CONDITIONS.keySet()) {
          comparison.compare(address, which);
        }
      }
    }
  }

  private void compare(ServerAddress address, String which) throws Exception {
    String variant = which.substring(0, which.indexOf(' '));
    Options options = options(variant, which.substring(which.indexOf(' ') + 1));
    String store = variant.startsWith("rel") ? "typed" : "jsonb";
    String sql =
        "SELECT id FROM docduel.postgres_"
            + store
            + "_w2_"
            + rows
            + "_published WHERE "
            + CONDITIONS.get(which);
    harness(options); // the first time loads
    Alternation times =
        new Alternation()
            .with("harness", () -> harness(options))
            .with("bare", () -> bare(address, sql))
            .run(rounds);
    System.out.printf(
        Locale.ROOT,
        "| %s | %.3f | %s | %.3f |%n",
        which,
        times.speed("harness", "bare"),
        times.spread("harness", "bare"),
        times.median("bare"));
  }

  private Options options(String variant, String scenario) {
    return new OptionsBuilder()
        .include("\\.IndexedReadBenchmark\\.")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .forks(0)
        .warmupIterations(WARM_UPS)
        .measurementIterations(OBSERVATIONS)
        .param("variant", variant)
        .param("scenario", scenario)
        .param("rows", String.valueOf(rows))
        .build();
  }

  private static double harness(Options options) throws RunnerException {
    RunResult result = new Runner(options).runSingle();
    return result.getPrimaryResult().getStatistics().getPercentile(50);
  }

  private static double bare(ServerAddress address, String sql) throws Exception {
    try (BareRead read = new BareRead(address, sql)) {
      double[] times = new double[OBSERVATIONS];
      for (int i = -WARM_UPS; i < OBSERVATIONS; i++) {
        double time = read.run();
        if (i >= 0) {
          times[i] = time;
        }
      }
      if (read.sum() < 0) {
        throw new IllegalStateException("ids are not negative");
      }
      Arrays.sort(times);
      return times[OBSERVATIONS / 2];
    }
  }
}
