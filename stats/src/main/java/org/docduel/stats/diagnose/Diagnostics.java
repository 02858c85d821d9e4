package org.docduel.stats.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Finding.Kind;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Units;
import org.docduel.stats.table.Numbers;

/**
 * Looks at observations for what makes a verdict doubtful, and says so in named findings. Changes
 * nothing.
 */
public final class Diagnostics {
  /** The level of each check; low, because many are made. */
  public static final double LEVEL = 0.01;

  private static final double MENTIONED = 0.05;
  private static final double LEVEL_Z = 2.326; // one-sided 1 %
  private static final int MIN_OBSERVATIONS = 8; // observations for a test
  private static final double FENCE = 3;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private final String subject;
  private final List<Finding> findings = new ArrayList<>();

  private Diagnostics(String subject) {
    this.subject = subject;
  }

  /**
   * Makes all checks.
   *
   * @param subject what the findings call the observations
   */
  public static List<Finding> of(String subject, Observations observations) {
    Diagnostics checks = new Diagnostics(subject);
    checks.forksAndStalls(observations);
    checks.trend(observations);
    checks.series(observations);
    checks.iterations(observations);
    return List.copyOf(checks.findings);
  }

  /**
   * Makes all checks of a result: of its forks as they are compared, then iteration by iteration.
   */
  public static List<Finding> of(String subject, SelectedResult result) {
    Diagnostics checks = new Diagnostics(subject);
    checks.forksAndStalls(result.observations());
    checks.addIf(!result.unfinished().isEmpty(), Kind.UNFINISHED, "%s", result.unfinished());
    Observations iterations = result.iterations();
    checks.trend(iterations);
    checks.series(iterations);
    checks.iterations(iterations);
    return List.copyOf(checks.findings);
  }

  private void addIf(boolean found, Kind kind, String format, Object... values) {
    if (found) {
      findings.add(Finding.of(kind, subject, format, values));
    }
  }

  private void forksAndStalls(Observations all) {
    int forks = all.forks().size();
    addIf(
        forks == 1,
        Kind.TOO_FEW,
        "one fork of %s: what differs from fork to fork is not seen",
        Numbers.count(all.size(), "observation", "observations"));
    addIf(
        forks > 1 && forks < Units.MIN_REPLICATES,
        Kind.TOO_FEW,
        "%d forks: at least %d are needed for a verdict",
        forks,
        Units.MIN_REPLICATES);
    long stalled = Arrays.stream(all.values()).filter(value -> value == 0).count();
    addIf(
        stalled > 0 && all.quantity().rate(),
        Kind.STALLED,
        "%d of %d iterations ended no operation; they count as rates of 0",
        stalled,
        all.size());
  }

  private void trend(Observations all) {
    CommonTrend trend = CommonTrend.of(all);
    addIf(trend.found(), Kind.TREND, "%s", trend.found() ? trend.sentence(all) : "");
  }

  private void series(Observations all) {
    List<double[]> series =
        all.forks().stream()
            .filter(fork -> fork.size() >= MIN_OBSERVATIONS)
            .map(ForkSeries::values)
            .toList();
    List<Pettitt> changes = series.stream().map(Pettitt::of).toList();
    double change = combined(changes.stream().mapToDouble(Pettitt::p));
    List<Pettitt> clear = changes.stream().filter(each -> each.p() < MENTIONED).toList();
    addIf(
        change < LEVEL,
        Kind.CHANGE_POINT,
        "the level changes in %d of %s%s (Pettitt, p %.2g over all); did the warm-up end?",
        clear.size(),
        Numbers.count(changes.size(), "fork", "forks"),
        clear.isEmpty() ? "" : ", first after iteration " + clear.get(0).after(),
        change);
  }

  private void iterations(Observations all) {
    Autocorrelation correlation = Autocorrelation.of(all);
    addIf(
        all.size() >= MIN_OBSERVATIONS && correlation.z() > LEVEL_Z,
        Kind.AUTOCORRELATION,
        "neighbouring observations correlate (lag 1: %.2f), so they count for fewer than they are",
        correlation.lag1());
    List<Outlier> outliers = Outlier.of(all);
    outliers.stream()
        .limit(1)
        .forEach(first ->
            addIf(
                true,
                Kind.OUTLIERS,
                "%d of %d observations lie far out, first fork %d, iteration %d (%s); they are kept",
                outliers.size(),
                all.size(),
                first.fork() + 1,
                first.iteration() + 1,
                Numbers.of(first.value(), all.quantity())));
    VarianceComponents parts = VarianceComponents.of(all);
    addIf(
        parts.p() < LEVEL,
        Kind.FORK_VARIANCE,
        "%.0f %% of the variance lies between forks (F test, p %.2g): iterations of a fork are not independent",
        100 * parts.betweenShare(),
        parts.p());
    int empty = all.origin().emptyForks();
    addIf(
        empty > 0,
        Kind.RAGGED_FORKS,
        "%d of %d forks have no observations and do not count; did they fail?",
        empty,
        empty + all.forks().size());
    List<Integer> sizes = all.forks().stream().map(ForkSeries::size).toList();
    addIf(
        sizes.stream().distinct().count() > 1,
        Kind.RAGGED_FORKS,
        "the forks have %s observations; did a fork fail?",
        sizes);
  }

  /**
   * The Mann-Kendall test for a trend in a series (Mann 1945, doi:10.2307/1907187), with the
   * correction for ties and for continuity.
   *
   * @param s number of rising pairs minus number of falling pairs
   * @param variance of s without a trend
   */
  public record MannKendall(long s, double variance) {
    /** Counts the pairs of a series. */
    public static MannKendall of(double[] series) {
      long s = 0;
      for (int i = 0; i < series.length; i++) {
        for (int k = i + 1; k < series.length; k++) {
          s += Double.compare(series[k], series[i]) > 0 ? 1 : series[k] < series[i] ? -1 : 0;
        }
      }
      return new MannKendall(s, (pairsWeight(series.length) - tieWeight(series)) / 18);
    }

    /** Two-sided p-value by the normal approximation, good from 8 observations on. */
    public double p() {
      double z = variance > 0 ? Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance) : 0;
      return Math.min(1, 2 * NORMAL.survivalProbability(z));
    }

    private static double tieWeight(double[] series) {
      Map<Double, Long> counts =
          Arrays.stream(series)
              .boxed()
              .collect(Collectors.groupingBy(value -> value, Collectors.counting()));
      return counts.values().stream().mapToDouble(MannKendall::pairsWeight).sum();
    }

    private static double pairsWeight(double n) {
      return n * (n - 1) * (2 * n + 5);
    }
  }

  /**
   * The p-value of independent p-values together, that nothing is the matter with any (Fisher 1932,
   * section 21.1); 1 when there is none.
   */
  static double combined(DoubleStream pValues) {
    double[] p = pValues.toArray();
    if (p.length == 0) {
      return 1;
    }
    double logs =
        Arrays.stream(p).map(each -> StrictMath.log(Math.max(each, Double.MIN_NORMAL))).sum();
    return ChiSquaredDistribution.of(2.0 * p.length).survivalProbability(-2 * logs);
  }

  /**
   * The correlation of neighbouring observations within forks, the forks' means taken out.
   *
   * @param lag1 the correlation, from -1 to 1; NaN when nothing varies
   * @param z lag1 in standard errors, after adding the 1/n by which centring lowers it
   */
  public record Autocorrelation(double lag1, double z) {

    /** Computes the correlation over all forks. */
    public static Autocorrelation of(Observations observations) {
      double products = 0;
      double squares = 0;
      int pairs = 0;
      for (ForkSeries fork : observations.forks()) {
        double mean = Means.mean(fork.values());
        for (int i = 0; i < fork.size(); i++) {
          double deviation = fork.value(i) - mean;
          squares += deviation * deviation;
          if (i > 0) {
            products += deviation * (fork.value(i - 1) - mean);
            pairs++;
          }
        }
      }
      double lag1 = products / squares;
      double bias = (double) observations.forks().size() / observations.size();
      return new Autocorrelation(lag1, (lag1 + bias) * Math.sqrt(pairs));
    }
  }

  /** An observation far out, by its zero-based fork and iteration. */
  public record Outlier(int fork, int iteration, double value) {

    /**
     * The observations outside Tukey's outer fences (three interquartile ranges beyond the
     * quartiles), as distances from the median of their fork, in run order. The quartiles are those
     * of all distances but the one or two in the middle of each fork. None among fewer than 8
     * observations, where no fork has three, and where the quartiles are equal: ticks of a coarse
     * clock have no spread to measure a distance by.
     */
    public static List<Outlier> of(Observations observations) {
      if (observations.size() < MIN_OBSERVATIONS) {
        return List.of();
      }
      List<Outlier> places = new ArrayList<>();
      double[] distances = new double[observations.size()];
      DoubleStream.Builder spread = DoubleStream.builder();
      for (int f = 0; f < observations.forks().size(); f++) {
        double[] values = observations.forks().get(f).values();
        double median = Median.withDefaults().withCopy(true).evaluate(values);
        for (int i = 0; i < values.length; i++) {
          distances[places.size()] = values[i] - median;
          places.add(new Outlier(f, i, values[i]));
        }
        // The median takes the middle of each fork to itself, which is no spread: with three
        // iterations, normal noise would have outliers in 4 of 10 runs.
        Arrays.sort(values);
        for (int i = 0; i < values.length; i++) {
          if (i < (values.length - 1) / 2 || i > values.length / 2) {
            spread.add(values[i] - median);
          }
        }
      }
      double[] deviations = spread.build().toArray();
      if (deviations.length == 0) {
        return List.of();
      }
      double[] quartiles = Means.TYPE_7.evaluate(deviations, 0.25, 0.75);
      double reach = FENCE * (quartiles[1] - quartiles[0]);
      List<Outlier> outliers = new ArrayList<>();
      if (!(reach > 0)) {
        return outliers;
      }
      for (int i = 0; i < distances.length; i++) {
        if (distances[i] < quartiles[0] - reach || distances[i] > quartiles[1] + reach) {
          outliers.add(places.get(i));
        }
      }
      return outliers;
    }
  }

  /**
   * How the variance of observations splits into a part between forks and a part within them:
   * one-way analysis of variance with forks as random groups (Searle, Casella and McCulloch 1992,
   * section 3.5, for unequal sizes).
   *
   * @param betweenShare the share of the variance of an observation that lies between forks; NaN
   *     when unknown
   * @param p p-value of the hypothesis that forks do not differ; NaN when that cannot be tested
   */
  public record VarianceComponents(double betweenShare, double p) {

    /** Splits the variance; all NaN without 2 forks and a fork with 2 iterations. */
    public static VarianceComponents of(Observations observations) {
      double n = observations.size();
      double groups = observations.forks().size();
      if (groups < 2 || n <= groups) {
        return new VarianceComponents(Double.NaN, Double.NaN);
      }
      double mean = Means.mean(observations.values());
      double betweenSquares = 0;
      double withinSquares = 0;
      double sizes = 0;
      for (ForkSeries fork : observations.forks()) {
        double forkMean = Means.mean(fork.values());
        betweenSquares += fork.size() * (forkMean - mean) * (forkMean - mean);
        sizes += (double) fork.size() * fork.size();
        withinSquares += Means.squares(fork.values(), forkMean);
      }
      double betweenMean = betweenSquares / (groups - 1);
      double within = withinSquares / (n - groups);
      double between = Math.max(0, (betweenMean - within) / ((n - sizes / n) / (groups - 1)));
      double p =
          within > 0
              ? FDistribution.of(groups - 1, n - groups).survivalProbability(betweenMean / within)
              : Double.NaN;
      return new VarianceComponents(between / (between + within), p);
    }
  }
}
