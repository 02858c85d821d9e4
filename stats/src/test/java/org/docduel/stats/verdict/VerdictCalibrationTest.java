package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;

/**
 * What verdicts do in simulated runs: how often they are false, and how often they see what is
 * there. {@code mvn -pl stats test -Dtest=VerdictCalibrationTest -Dcalibration.runs=2000} writes
 * the tables of docs/statistics.md to {@code stats/target/verdicts.md}.
 */
class VerdictCalibrationTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withDelta(0).withResamples(2000).withThreads(1);

  /** One run: its random numbers, and what all its forks have in common. */
  private static final class Simulated {
    final UniformRandomProvider random;
    final ContinuousDistribution.Sampler normal;
    private final double[] rounds = new double[64];

    Simulated(int seed) {
      random = new Streams(seed, 77).block(0);
      normal = NormalDistribution.of(0, 1).createSampler(random);
      for (int i = 0; i < rounds.length; i++) {
        rounds[i] = normal.sample();
      }
    }

    /** A store whose forks vary by sd, a part of it shared by the rounds. */
    Observations store(double level, int forks, double sd, double rho) {
      List<ForkSeries> series = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        double own = Math.sqrt(rho) * rounds[i] + Math.sqrt(1 - rho) * normal.sample();
        series.add(ForkSeries.ofValues("run", level * Math.exp(sd * own)).at("h", i + 1));
      }
      return observations(series);
    }

    /** A store whose iterations pause now and then. */
    Observations pausing(int forks, double pauses) {
      List<ForkSeries> series = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        double fork = Math.exp(0.05 * normal.sample());
        double[] values = new double[5];
        for (int k = 0; k < values.length; k++) {
          values[k] = fork * Math.exp(0.03 * normal.sample());
          values[k] *= random.nextDouble() < pauses ? 20 : 1;
        }
        series.add(ForkSeries.ofValues("run", values));
      }
      return observations(series);
    }

    /** A store in three files of one host, of five forks each. */
    Observations inFiles(double level, double interaction) {
      List<ForkSeries> series = new ArrayList<>();
      for (int file = 0; file < 3; file++) {
        double shift = interaction * normal.sample();
        for (int i = 0; i < 5; i++) {
          double value = level * Math.exp(shift + 0.05 * normal.sample());
          series.add(ForkSeries.ofValues("run" + file, value).at("h", i + 1));
        }
      }
      return observations(series);
    }
  }

  private static Observations observations(List<ForkSeries> forks) {
    return Observations.of(List.of(), Quantity.SECONDS_PER_OPERATION, forks);
  }

  private static List<List<Comparison>> pairs(List<Observations> stores) {
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      for (int k = i + 1; k < stores.size(); k++) {
        pairs.add(List.of(new Comparison(i + " " + k, stores.get(i), stores.get(k))));
      }
    }
    return pairs;
  }

  private static boolean claims(Superiority row) {
    return row.verdict() == Verdict.SUPERIOR || row.verdict() == Verdict.INFERIOR;
  }

  private static boolean anyClaim(SuperiorityTest test, List<Observations> stores) {
    return test.testTogether(pairs(stores)).stream().anyMatch(it -> claims(it.conclusion()));
  }

  private static double share(int runs, IntPredicate happens) {
    return (double) IntStream.range(0, runs).parallel().filter(happens).count() / runs;
  }

  private static boolean busy(SuperiorityTest test, int stores, int forks, double rho, int seed) {
    Simulated run = new Simulated(seed);
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      all.add(run.store(1, forks, 0.3, rho));
    }
    return anyClaim(test, all);
  }

  private static boolean seen(
      SuperiorityTest test, int stores, int forks, double sd, double rho, double ratio, int seed) {
    Simulated run = new Simulated(seed);
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      all.add(run.store(i == 1 ? 1 / ratio : 1, forks, sd, rho));
    }
    // the pair alone, in a run of so many stores
    List<List<Comparison>> pairs = pairs(all);
    return test.testTogether(pairs).get(0).conclusion().p() < 0.025;
  }

  @Test
  void aBusyRunIsPairedAtItsLevelAndSeesMore() {
    int runs = 150;
    int most = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);

    double wrong = share(runs, seed -> busy(TEST, 4, 5, 0.65, seed));
    double paired = share(runs, seed -> seen(TEST, 4, 5, 0.3, 0.65, 1.5, seed));

    assertThat(wrong * runs).isLessThanOrEqualTo(most);
    assertThat(paired).isGreaterThan(0.6); // unpaired sees 45 %
  }

  private static List<Change> gate(int forks, double slower, double noisy, int seed) {
    Simulated run = new Simulated(seed);
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double sd = i == 0 && noisy > 0 ? noisy : 0.022;
      Observations before = run.store(1 + i, forks, sd, 0);
      Observations after = run.store((1 + i) * (i == 1 ? slower : 1), forks, sd, 0);
      comparisons.add(new Comparison("case " + i, before, after));
    }
    return new ChangeTest(TEST, 0.05).testAll(comparisons);
  }

  private static boolean realised(int pilot, int stores, double power, int seed) {
    Simulated run = new Simulated(seed);
    int forks =
        new ForkPlanner(new Hypothesis(0.2, 0.05), stores)
            .plan(
                "x",
                List.of(run.store(1, pilot, 0.1, 0), run.store(0.9, pilot, 0.1, 0)),
                0.36,
                power)
            .forks();
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      all.add(run.store(i == 1 ? 0.64 : 1, Math.min(64, forks), 0.1, 0));
    }
    return TEST.withDelta(0.2).testTogether(pairs(all)).get(0).conclusion().verdict()
        == Verdict.SUPERIOR;
  }

  /** Two stores in five groups: whether the overall row, or any group, claims falsely. */
  private static boolean[] table(int forks, int seed) {
    Simulated run = new Simulated(seed);
    List<Comparison> groups = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      groups.add(
          new Comparison(
              "g" + i, run.store(1 + i, forks, 0.1, 0), run.store(1 + i, forks, 0.1, 0)));
    }
    SuperiorityReport report = TEST.testAll(groups);
    return new boolean[] {
      claims(report.conclusion()), report.rows().stream().anyMatch(VerdictCalibrationTest::claims)
    };
  }

  private static void row(StringBuilder out, String name, double... shares) {
    out.append("| ").append(name).append(" |");
    for (double share : shares) {
      out.append(String.format(Locale.ROOT, " %.1f |", 100 * share));
    }
    out.append('\n');
  }

  private static void head(StringBuilder out, String title, String... columns) {
    out.append('\n').append(title).append("\n\n| ").append(String.join(" | ", columns));
    out.append(" |\n|").append("---|".repeat(columns.length)).append('\n');
  }

  @Test
  void allTables() throws IOException {
    int runs = Integer.getInteger("calibration.runs", 0);
    if (runs == 0) {
      return;
    }
    BinomialDistribution nominal = BinomialDistribution.of(runs, 0.05);
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%d runs a cell; the 99 %% band of 5 %% is %.1f to %.1f %%.%n",
            runs,
            100.0 * nominal.inverseCumulativeProbability(0.005) / runs,
            100.0 * nominal.inverseCumulativeProbability(0.995) / runs));
    head(out, "Power of t, two stores", "sd, forks", "1.1", "1.25", "1.5", "2");
    for (double sd : new double[] {0.02, 0.1, 0.3}) {
      for (int forks : new int[] {3, 5, 7, 10}) {
        double[] shares = new double[4];
        double[] ratios = {1.1, 1.25, 1.5, 2};
        for (int i = 0; i < ratios.length; i++) {
          double ratio = ratios[i];
          shares[i] = share(runs, seed -> seen(TEST, 2, forks, sd, 0, ratio, seed));
        }
        row(out, Math.round(100 * sd) + " %, " + forks, shares);
      }
    }
    head(out, "False claims, two stores", "forks", "sd 10 %", "sd 30 %", "30 against 5 %");
    for (int forks : new int[] {3, 5, 10}) {
      double[] shares = new double[3];
      double[][] sds = {{0.1, 0.1}, {0.3, 0.3}, {0.3, 0.05}};
      for (int i = 0; i < sds.length; i++) {
        double[] sd = sds[i];
        shares[i] =
            share(
                runs,
                seed -> {
                  Simulated run = new Simulated(seed);
                  // of equal means, not of equal medians
                  double level = Math.exp((sd[0] * sd[0] - sd[1] * sd[1]) / 2);
                  return anyClaim(
                      TEST,
                      List.of(run.store(1, forks, sd[0], 0), run.store(level, forks, sd[1], 0)));
                });
      }
      row(out, "" + forks, shares);
    }
    head(
        out,
        "Rounds, sd 30 %, ratio 1.5",
        "stores, forks, rho",
        "any false claim",
        "seen",
        "seen when always paired",
        "seen when never paired");
    for (int stores : new int[] {2, 3, 4, 15}) {
      for (int forks : new int[] {3, 5, 10, 20}) {
        for (double rho : new double[] {0, 0.3, 0.65, 0.9}) {
          int some = stores == 15 ? Math.max(1, runs / 4) : runs;
          SuperiorityTest always = TEST.withPairedRounds();
          SuperiorityTest never = TEST.withLooks(java.util.Optional.empty());
          row(
              out,
              stores + ", " + forks + ", " + rho,
              share(some, seed -> busy(TEST, stores, forks, rho, seed)),
              share(some, seed -> seen(TEST, stores, forks, 0.3, rho, 1.5, seed)),
              share(some, seed -> seen(always, 2, forks, 0.3, rho, 1.5, seed)),
              share(some, seed -> seen(never, 2, forks, 0.3, rho, 1.5, seed)));
        }
      }
    }
    head(out, "Pauses of x20, four stores, any false claim", "forks", "5 %", "10 %");
    for (int forks : new int[] {3, 5, 10}) {
      double[] shares = new double[2];
      double[] pauses = {0.05, 0.10};
      for (int i = 0; i < pauses.length; i++) {
        double pause = pauses[i];
        shares[i] =
            share(
                runs,
                seed -> {
                  Simulated run = new Simulated(seed);
                  List<Observations> all = new ArrayList<>();
                  for (int k = 0; k < 4; k++) {
                    all.add(run.pausing(forks, pause));
                  }
                  return anyClaim(TEST, all);
                });
      }
      row(out, "" + forks, shares);
    }
    head(out, "Five groups, any false claim", "forks", "overall", "groups", "either");
    for (int forks : new int[] {5, 10}) {
      row(
          out,
          "" + forks,
          share(runs, seed -> table(forks, seed)[0]),
          share(runs, seed -> table(forks, seed)[1]),
          share(runs, seed -> table(forks, seed)[0] || table(forks, seed)[1]));
    }
    head(
        out,
        "Gate at 5 %, 20 benchmarks",
        "forks",
        "alarm",
        "blind",
        "alarm, one noisy (20 %)",
        "one slower by 5 % is seen");
    for (int forks : new int[] {3, 5, 7, 10}) {
      row(
          out,
          "" + forks,
          share(runs, seed -> gate(forks, 1, 0, seed).stream().anyMatch(c -> c.regressed(0.05))),
          share(runs, seed -> gate(forks, 1, 0, seed).stream().anyMatch(c -> c.blind(0.05))),
          share(runs, seed -> gate(forks, 1, 0.2, seed).stream().anyMatch(c -> c.regressed(0.05))),
          share(runs, seed -> gate(forks, 1.05, 0, seed).get(1).regressed(0.05)));
    }
    int planned = Math.max(1, runs / 4);
    head(out, "Power realised by a plan", "pilot forks, stores", "of 80 %", "of 90 %");
    for (int stores : new int[] {2, 4}) {
      for (int pilot : new int[] {3, 5, 10}) {
        row(
            out,
            pilot + ", " + stores,
            share(planned, seed -> realised(pilot, stores, 0.8, seed)),
            share(planned, seed -> realised(pilot, stores, 0.9, seed)));
      }
    }
    head(
        out,
        "Three files of five forks on one host, sd 5 %",
        "interaction",
        "false claim",
        "a ratio of 1.06 is seen");
    for (double interaction : new double[] {0, 0.01, 0.03, 0.05}) {
      row(
          out,
          Math.round(100 * interaction) + " %",
          share(runs, seed -> files(1, interaction, seed)),
          share(runs, seed -> files(1 / 1.06, interaction, seed)));
    }
    Files.writeString(Path.of("target/verdicts.md"), out);
    assertThat(Path.of("target/verdicts.md")).exists();
  }

  private static boolean files(double level, double interaction, int seed) {
    Simulated run = new Simulated(seed);
    return anyClaim(TEST, List.of(run.inFiles(1, interaction), run.inFiles(level, interaction)));
  }
}
