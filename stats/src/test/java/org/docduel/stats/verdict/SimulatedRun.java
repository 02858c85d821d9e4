package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Streams;

/** A run that never was: what its stores measured, from a seed. */
final class SimulatedRun {
  private static final int ITERATIONS = 5;
  private static final double PAUSE = 20;
  private static final double STALLS = 0.2;
  private static final int QUERIES = 10;
  private static final int BENCHMARKS = 20;

  private final UniformRandomProvider random;
  private final ContinuousDistribution.Sampler normal;

  SimulatedRun(int seed) {
    random = new Streams(seed, 77).block(0);
    normal = NormalDistribution.of(0, 1).createSampler(random);
  }

  private static Observations seconds(List<ForkSeries> forks) {
    return Observations.of(Quantity.SECONDS_PER_OPERATION, forks);
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
      double[] noise = new double[levels.length];
      Arrays.setAll(noise, k -> normal.sample());
      double mean = Arrays.stream(noise).average().orElse(0);
      for (int k = 0; k < levels.length; k++) {
        double score = (noise[k] + pull * mean) / Math.sqrt(1 + shared);
        series
            .get(k)
            .add(ForkSeries.ofValues("run", levels[k] * Math.exp(sd * score)).at("h", i + 1));
      }
    }
    return series.stream().map(SimulatedRun::seconds).toList();
  }

  /** A store whose forks are exponential, of mean 1. */
  Observations exponential(int forks) {
    return seconds(
        IntStream.range(0, forks)
            .mapToObj(
                i -> ForkSeries.ofValues("run", -Math.log(1 - random.nextDouble())).at("h", i + 1))
            .toList());
  }

  /** The iterations of a fork: 5 % between forks, 3 % between iterations. */
  private double[] iterations(double level) {
    double fork = level * Math.exp(0.05 * normal.sample());
    double[] values = new double[ITERATIONS];
    Arrays.setAll(values, k -> fork * Math.exp(0.03 * normal.sample()));
    return values;
  }

  /** A factor by which something differs by chance, for all forks alike. */
  double chance(double sd) {
    return Math.exp(sd * normal.sample());
  }

  /** A store whose iterations pause now and then. */
  Observations pausing(double level, int forks, double pauses) {
    List<ForkSeries> series = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      double[] values = iterations(level);
      for (int k = 0; k < values.length; k++) {
        values[k] *= random.nextDouble() < pauses ? PAUSE : 1;
      }
      series.add(ForkSeries.ofValues("run", values));
    }
    return seconds(series);
  }

  /** A store of which one iteration of each fork, whichever, pauses. */
  Observations pausingOnceAFork(double level, int forks) {
    List<ForkSeries> series = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      double[] values = iterations(level);
      values[random.nextInt(values.length)] *= PAUSE;
      series.add(ForkSeries.ofValues("run", values));
    }
    return seconds(series);
  }

  /** Rates of mean 1, in a fifth of the iterations without an operation or in none. */
  Observations rates(int forks, boolean stalls) {
    List<ForkSeries> series = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      double[] values = iterations(stalls ? 1 / (1 - STALLS) : 1);
      for (int k = 0; k < values.length; k++) {
        values[k] *= stalls && random.nextDouble() < STALLS ? 0 : 1;
      }
      series.add(ForkSeries.ofValues("run", values).at("h", i + 1));
    }
    return Observations.of(Quantity.rate("ops/s"), series);
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
    return seconds(series);
  }

  /** Which forks some queries of a suite lack. */
  enum Missing {
    NONE,
    /** The last fork of the first query. */
    FIRST_QUERY,
    /** The last fork of the last query. */
    LAST_QUERY,
    /** Another fork of each query, so that all have as many. */
    SHIFTED,
    /** The first query has all forks, and each further one a fork less, down to three. */
    UNEQUAL;

    boolean lacks(int query, int fork, int forks) {
      return switch (this) {
        case NONE -> false;
        case FIRST_QUERY -> query == 0 && fork == forks - 1;
        case LAST_QUERY -> query == QUERIES - 1 && fork == forks - 1;
        case SHIFTED -> fork == query % forks;
        case UNEQUAL -> fork >= Math.max(3, forks - query);
      };
    }
  }

  /** A store's answers to ten queries in the same forks, one in ten of which is disturbed. */
  private List<Observations> queries(String store, int forks, Missing missing) {
    double[] levels = new double[forks];
    Arrays.setAll(
        levels, i -> Math.exp(0.03 * normal.sample()) * (random.nextDouble() < 0.1 ? 1.3 : 1));
    List<Observations> queries = new ArrayList<>();
    for (int query = 0; query < QUERIES; query++) {
      List<ForkSeries> series = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        double[] values = new double[8];
        for (int k = 0; k < values.length; k++) {
          values[k] = (1 + query) * levels[i] * Math.exp(0.01 * normal.sample());
        }
        if (!missing.lacks(query, i, forks)) {
          series.add(ForkSeries.ofValues("run", values).at("h", i + 1));
        }
      }
      queries.add(seconds(series).by(Map.of("run", store), false));
    }
    return queries;
  }

  /** Two equal stores, or revisions, in a suite. */
  List<Comparison> suite(int forks, Missing missing) {
    List<Observations> first = queries("one", forks, missing);
    List<Observations> second = queries("other", forks, missing);
    return IntStream.range(0, QUERIES)
        .mapToObj(i -> new Comparison("q" + i, first.get(i), second.get(i)))
        .toList();
  }

  /** Two equal stores in five groups. */
  List<Comparison> groups(int forks) {
    List<Comparison> groups = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      groups.add(new Comparison("g" + i, store(1 + i, forks, 0.1), store(1 + i, forks, 0.1)));
    }
    return groups;
  }

  /**
   * Twenty benchmarks of two revisions, whose forks vary by 2.2 %.
   *
   * @param rho what the two of a round share
   * @param slower the second benchmark's later time over its earlier one
   * @param noisy how much the first benchmark varies; 0 as the others do
   */
  List<Comparison> revisions(int forks, double rho, double slower, double noisy) {
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < BENCHMARKS; i++) {
      double sd = i == 0 && noisy > 0 ? noisy : 0.022;
      List<Observations> sides = stores(forks, sd, rho, 1 + i, (1 + i) * (i == 1 ? slower : 1));
      comparisons.add(new Comparison("case " + i, sides.get(0), sides.get(1)));
    }
    return comparisons;
  }

  /**
   * Benchmarks of two revisions whose forks are independent.
   *
   * @param sd by how much forks vary
   * @param slower the last benchmark's later time over its earlier one
   */
  List<Comparison> independentRevisions(int benchmarks, int forks, double sd, double slower) {
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 1; i <= benchmarks; i++) {
      double after = i == benchmarks ? i * slower : i;
      comparisons.add(new Comparison("case " + i, store(i, forks, sd), store(after, forks, sd)));
    }
    return comparisons;
  }
}
