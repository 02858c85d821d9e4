package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Samples;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.verdict.ChangeTest.Change;
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

    Simulated(int seed) {
      random = new Streams(seed, 77).block(0);
      normal = NormalDistribution.of(0, 1).createSampler(random);
    }

    /** A store whose forks vary by sd, each on its own. */
    Observations store(double level, int forks, double sd) {
      return stores(forks, sd, 0, level).get(0);
    }

    /** Stores whose forks vary by sd; those of a round correlate by rho, which may be negative. */
    List<Observations> stores(int forks, double sd, double rho, double... levels) {
      List<List<ForkSeries>> series = new ArrayList<>();
      for (int store = 0; store < levels.length; store++) {
        series.add(new ArrayList<>());
      }
      double shared = rho / (1 - rho);
      double pull = Math.sqrt(1 + shared * levels.length) - 1;
      for (int i = 0; i < forks; i++) {
        double[] own = new double[levels.length];
        Arrays.setAll(own, k -> normal.sample());
        double mean = Arrays.stream(own).average().orElse(0);
        for (int k = 0; k < levels.length; k++) {
          double score = (own[k] + pull * mean) / Math.sqrt(1 + shared);
          series
              .get(k)
              .add(ForkSeries.ofValues("run", levels[k] * Math.exp(sd * score)).at("h", i + 1));
        }
      }
      return series.stream().map(VerdictCalibrationTest::observations).toList();
    }

    /** A store whose forks are exponential, of mean 1. */
    Observations exponential(int forks) {
      return observations(
          IntStream.range(0, forks)
              .mapToObj(i ->
                  ForkSeries.ofValues("run", -Math.log(1 - random.nextDouble())).at("h", i + 1))
              .toList());
    }

    /** A store whose iterations pause now and then. */
    Observations pausing(double level, int forks, double pauses) {
      List<ForkSeries> series = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        double fork = level * Math.exp(0.05 * normal.sample());
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

  /** A store's answers to ten questions in the same forks, one in ten of which is disturbed. */
  private static List<Observations> questions(Simulated run, String store, int forks) {
    double[] levels = new double[forks];
    Arrays.setAll(
        levels,
        i -> Math.exp(0.03 * run.normal.sample()) * (run.random.nextDouble() < 0.1 ? 1.3 : 1));
    List<Observations> questions = new ArrayList<>();
    for (int question = 0; question < 10; question++) {
      List<ForkSeries> series = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        double[] values = new double[8];
        for (int k = 0; k < values.length; k++) {
          values[k] = (1 + question) * levels[i] * Math.exp(0.01 * run.normal.sample());
        }
        series.add(ForkSeries.ofValues("run", values).at("h", i + 1));
      }
      questions.add(observations(series).by(store, false));
    }
    return questions;
  }

  /** Two equal stores, or revisions, in a suite. */
  private static List<Comparison> suite(int forks, int seed) {
    Simulated run = new Simulated(seed);
    List<Observations> one = questions(run, "one", forks);
    List<Observations> other = questions(run, "other", forks);
    return IntStream.range(0, 10)
        .mapToObj(i -> new Comparison("q" + i, one.get(i), other.get(i)))
        .toList();
  }

  private static boolean suiteOverall(int forks, int seed) {
    return claims(TEST.testAll(suite(forks, seed)).conclusion());
  }

  private static boolean suiteQuestions(int forks, int seed) {
    return TEST.testAll(suite(forks, seed)).rows().stream()
        .anyMatch(VerdictCalibrationTest::claims);
  }

  private static boolean suiteGate(int forks, int seed) {
    return new ChangeTest(TEST, 0.05)
        .testAll(suite(forks, seed)).stream()
            .anyMatch(it -> it.kind() == Change.Kind.SLOWER || it.kind() == Change.Kind.FASTER);
  }

  @Test
  void questionsOfTheSameForksAreNoMoreThanTheForks() {
    int runs = 300;
    int most = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);

    double overall = share(runs, seed -> suiteOverall(5, seed));
    double questions = share(runs, seed -> suiteQuestions(5, seed));
    double gate = share(runs, seed -> suiteGate(5, seed));

    assertThat(overall * runs).as("overall").isLessThanOrEqualTo(most);
    assertThat(questions * runs).as("questions").isLessThanOrEqualTo(most);
    assertThat(gate * runs).as("gate").isLessThanOrEqualTo(most);
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
    return anyClaim(test, new Simulated(seed).stores(forks, 0.3, rho, levels(stores, 1)));
  }

  /** As many equal stores, the second better by a ratio. */
  private static double[] levels(int stores, double ratio) {
    double[] levels = new double[stores];
    Arrays.fill(levels, 1);
    levels[1] = 1 / ratio;
    return levels;
  }

  private static boolean seen(
      SuperiorityTest test, int stores, int forks, double sd, double rho, double ratio, int seed) {
    List<Observations> all = new Simulated(seed).stores(forks, sd, rho, levels(stores, ratio));
    return claims(test.testTogether(pairs(all)).get(0).conclusion());
  }

  /** As {@link #seen}, of stores whose rounds nobody noted. */
  private static boolean seenUnpaired(int stores, int forks, double rho, double ratio, int seed) {
    List<Observations> all =
        new Simulated(seed)
            .stores(forks, 0.3, rho, levels(stores, ratio)).stream()
                .map(one -> one.map(fork -> fork.at("h", 0)))
                .toList();
    return claims(TEST.testTogether(pairs(all)).get(0).conclusion());
  }

  @Test
  void aBusyRunIsPairedAtItsLevelAndSeesMore() {
    int runs = 150;
    int most = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);

    double wrong = share(runs, seed -> busy(TEST, 4, 5, 0.65, seed));
    double paired = share(runs, seed -> seen(TEST, 4, 5, 0.3, 0.65, 1.5, seed));

    assertThat(wrong * runs).isLessThanOrEqualTo(most);
    assertThat(paired).isGreaterThan(share(runs, seed -> seenUnpaired(4, 5, 0.65, 1.5, seed)));
  }

  private static List<Change> gate(int forks, double slower, double noisy, int seed) {
    return gate(TEST, forks, 0, slower, noisy, seed);
  }

  /** Twenty benchmarks of two revisions; rho is what the two of a round share. */
  private static List<Change> gate(
      SuperiorityTest test, int forks, double rho, double slower, double noisy, int seed) {
    return new ChangeTest(test, 0.05).testAll(benchmarks(forks, rho, slower, noisy, seed));
  }

  private static List<Comparison> benchmarks(
      int forks, double rho, double slower, double noisy, int seed) {
    Simulated run = new Simulated(seed);
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double sd = i == 0 && noisy > 0 ? noisy : 0.022;
      List<Observations> sides = run.stores(forks, sd, rho, 1 + i, (1 + i) * (i == 1 ? slower : 1));
      comparisons.add(new Comparison("case " + i, sides.get(0), sides.get(1)));
    }
    return comparisons;
  }

  /**
   * Whether the F test of a gate leaves any benchmark, or the noisy first one, its own variance.
   */
  private static boolean keepsItsOwn(int forks, double noisy, int seed) {
    List<Row> rows =
        benchmarks(forks, 0, 1, noisy, seed).stream()
            .map(each ->
                Row.of(
                    each.group(),
                    List.of(new Samples(List.of(each))),
                    Statistic.MEAN,
                    new Streams(seed, 1),
                    Rounds.NONE,
                    List.of()))
            .toList();
    List<Row> shared = ChangeTest.SharedVariance.among(rows);
    return IntStream.range(0, noisy > 0 ? 1 : rows.size())
        .anyMatch(i -> shared.get(i).equals(rows.get(i)));
  }

  /** Whether two stores that pause are told apart at a ratio of 1.5, and were nothing withheld. */
  private static boolean pausingSeen(int forks, double pauses, boolean withheldToo, int seed) {
    Simulated run = new Simulated(seed);
    List<Observations> two =
        List.of(run.pausing(1, forks, pauses), run.pausing(1 / 1.5, forks, pauses));
    Superiority row = TEST.testTogether(pairs(two)).get(0).conclusion();
    return row.verdict() == Verdict.SUPERIOR
        || (withheldToo && row.verdict() == Verdict.WITHHELD && row.adjustedP() < 0.05);
  }

  /** A run of four stores that is looked at after each round, to at most ten. */
  private static List<SuperiorityReport> looked(double rho, double ratio, int seed) {
    SuperiorityTest looks = TEST.withLooks(Optional.of(new Looks(10, Spending.POCOCK)));
    return looks.testTogether(pairs(new Simulated(seed).stores(10, 0.3, rho, levels(4, ratio))));
  }

  private static boolean lookedWrong(double rho, int seed) {
    return looked(rho, 1, seed).stream().anyMatch(it -> claims(it.conclusion()));
  }

  private static boolean realised(int pilot, int stores, double power, int seed) {
    Simulated run = new Simulated(seed);
    int forks =
        new ForkPlanner(new Hypothesis(0.2, 0.05), stores)
            .plan("x", List.of(run.store(1, pilot, 0.1), run.store(0.9, pilot, 0.1)), 0.36, power)
            .forks();
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      all.add(run.store(i == 1 ? 0.64 : 1, Math.min(64, forks), 0.1));
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
          new Comparison("g" + i, run.store(1 + i, forks, 0.1), run.store(1 + i, forks, 0.1)));
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
  void aRunUntilDecidedIsPairedAtItsLevelAndSeesMore() {
    int runs = 100;
    int most = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);

    double wrong = share(runs, seed -> lookedWrong(0.65, seed));
    double seen = share(runs, seed -> claims(looked(0.65, 1.5, seed).get(0).conclusion()));

    assertThat(wrong * runs).isLessThanOrEqualTo(most);
    assertThat(seen).isGreaterThan(0.7);
  }

  @Test
  void interleavedRevisionsAreComparedForkByForkWhenSomebodySaysSo() {
    int runs = 60;
    SuperiorityTest paired = TEST.withPairedRounds();
    int most = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);

    double wrong =
        share(
            runs,
            seed -> gate(paired, 5, 0.65, 1, 0, seed).stream().anyMatch(c -> c.regressed(0.05)));
    double seen = share(runs, seed -> gate(paired, 5, 0.65, 1.05, 0, seed).get(1).regressed(0.05));

    assertThat(wrong * runs).isLessThanOrEqualTo(most);
    assertThat(seen).isGreaterThan(0.8); // without pairing 63 %
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
    head(
        out,
        "False claims, two stores",
        "forks",
        "sd 10 %",
        "sd 30 %",
        "30 against 5 %",
        "exponential forks");
    for (int forks : new int[] {3, 5, 10}) {
      double[] shares = new double[4];
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
                      TEST, List.of(run.store(1, forks, sd[0]), run.store(level, forks, sd[1])));
                });
      }
      shares[3] =
          share(
              runs,
              seed -> {
                Simulated run = new Simulated(seed);
                return anyClaim(TEST, List.of(run.exponential(forks), run.exponential(forks)));
              });
      row(out, "" + forks, shares);
    }
    head(
        out,
        "Rounds, sd 30 %, two stores of 2, 3, 4, 15 differ by 1.5, 2, 2, 3",
        "stores, forks, rho",
        "any false claim",
        "seen among all pairs",
        "seen when always paired",
        "seen when never paired");
    SuperiorityTest always = TEST.withPairedRounds();
    Map<Integer, Double> ratios = Map.of(2, 1.5, 3, 2.0, 4, 2.0, 15, 3.0);
    for (int stores : new int[] {2, 3, 4, 15}) {
      double ratio = ratios.get(stores);
      for (int forks : new int[] {3, 5, 7, 10, 20}) {
        for (double rho : new double[] {-0.3, 0, 0.3, 0.65, 0.9}) {
          if (stores == 15 && rho < 0) {
            continue; // fifteen cannot all correlate by less than -1/14
          }
          int some = stores == 15 ? Math.max(1, runs / 6) : runs;
          row(
              out,
              stores + ", " + forks + ", " + rho,
              share(some, seed -> busy(TEST, stores, forks, rho, seed)),
              share(some, seed -> seen(TEST, stores, forks, 0.3, rho, ratio, seed)),
              share(some, seed -> seen(always, stores, forks, 0.3, rho, ratio, seed)),
              share(some, seed -> seenUnpaired(stores, forks, rho, ratio, seed)));
        }
      }
    }
    head(
        out,
        "Until decided, four stores, at most 10 forks, sd 30 %",
        "rho",
        "any false claim",
        "a ratio of 1.5 is seen",
        "forks it took, of 10");
    for (double rho : new double[] {-0.3, 0, 0.3, 0.65, 0.9}) {
      row(
          out,
          "" + rho,
          share(runs, seed -> lookedWrong(rho, seed)),
          share(runs, seed -> claims(looked(rho, 1.5, seed).get(0).conclusion())),
          IntStream.range(0, runs)
                  .parallel()
                  .map(seed ->
                      looked(rho, 1.5, seed).get(0).conclusion().look().orElseThrow().forks())
                  .average()
                  .orElse(0)
              / 10);
    }
    head(out, "A twin of three equal stores alarms, of 100 runs", "forks", "0", "0.3", "0.65");
    for (int forks : new int[] {3, 5, 10}) {
      row(
          out,
          "" + forks,
          share(runs, seed -> TwinsTest.alarms(forks, 0, seed)),
          share(runs, seed -> TwinsTest.alarms(forks, 0.3, seed)),
          share(runs, seed -> TwinsTest.alarms(forks, 0.65, seed)));
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
                    all.add(run.pausing(1, forks, pause));
                  }
                  return anyClaim(TEST, all);
                });
      }
      row(out, "" + forks, shares);
    }
    head(
        out,
        "Pauses of x20, two stores, a ratio of 1.5 is seen, and were nothing withheld",
        "forks",
        "0 %",
        "nothing withheld",
        "5 %",
        "nothing withheld",
        "10 %",
        "nothing withheld");
    for (int forks : new int[] {3, 5, 10}) {
      double[] shares = new double[6];
      double[] pauses = {0, 0.05, 0.10};
      for (int i = 0; i < shares.length; i++) {
        double pause = pauses[i / 2];
        boolean withheldToo = i % 2 == 1;
        shares[i] = share(runs, seed -> pausingSeen(forks, pause, withheldToo, seed));
      }
      row(out, "" + forks, shares);
    }
    head(out, "Ten questions of the same forks", "forks", "overall", "questions", "gate");
    for (int forks : new int[] {3, 5, 10}) {
      row(
          out,
          "" + forks,
          share(runs, seed -> suiteOverall(forks, seed)),
          share(runs, seed -> suiteQuestions(forks, seed)),
          share(runs, seed -> suiteGate(forks, seed)));
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
        "one slower by 5 % is seen",
        "the F test keeps any of 20 equal ones apart",
        "the F test keeps the noisy one apart");
    for (int forks : new int[] {3, 5, 7, 10}) {
      row(
          out,
          "" + forks,
          share(runs, seed -> gate(forks, 1, 0, seed).stream().anyMatch(c -> c.regressed(0.05))),
          share(runs, seed -> gate(forks, 1, 0, seed).stream().anyMatch(c -> c.blind(0.05))),
          share(runs, seed -> gate(forks, 1, 0.2, seed).stream().anyMatch(c -> c.regressed(0.05))),
          share(runs, seed -> gate(forks, 1.05, 0, seed).get(1).regressed(0.05)),
          share(runs, seed -> keepsItsOwn(forks, 0, seed)),
          share(runs, seed -> keepsItsOwn(forks, 0.2, seed)));
    }
    head(
        out,
        "Gate of interleaved revisions, fork by fork (--pair rounds)",
        "forks, rho",
        "alarm",
        "one slower by 5 % is seen",
        "and without pairing");
    SuperiorityTest paired = TEST.withPairedRounds();
    for (int forks : new int[] {5, 7}) {
      for (double rho : new double[] {0, 0.3, 0.65}) {
        row(
            out,
            forks + ", " + rho,
            share(
                runs,
                seed ->
                    gate(paired, forks, rho, 1, 0, seed).stream().anyMatch(c -> c.regressed(0.05))),
            share(runs, seed -> gate(paired, forks, rho, 1.05, 0, seed).get(1).regressed(0.05)),
            share(runs, seed -> gate(TEST, forks, rho, 1.05, 0, seed).get(1).regressed(0.05)));
      }
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
