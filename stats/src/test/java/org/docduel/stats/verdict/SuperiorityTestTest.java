package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Observations.Source;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Sample;
import org.docduel.stats.stat.SampledRatio;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SuperiorityTestTest {
  private static ForkSeries forkSeries(List<Histogram> iterations) {
    return JmhMetric.of(new Source("m", 0), "", new MetricUnit("s/op"), 1, List.of(iterations))
        .forks()
        .get(0);
  }

  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 1));
  private static final double[] SHAPE = {1.00, 1.03, 0.98, 1.01, 0.97, 1.02, 0.99, 1.04};

  /** Eight forks of one observation around a level. */
  private static Observations level(double level) {
    return each(scaled(level, SHAPE));
  }

  /** One fork of 8 observations around a level. */
  private static Observations oneFork(double level) {
    return Observations.ofSeconds(scaled(level, SHAPE));
  }

  /** A fork for each observation. */
  private static Observations each(double... values) {
    return Observations.ofSeconds(
        Arrays.stream(values).mapToObj(value -> new double[] {value}).toArray(double[][]::new));
  }

  /** Forks around a level that differ as the shape does, with 3 iterations each. */
  private static Observations forks(double level, int count) {
    double[][] forks = new double[count][];
    for (int i = 0; i < count; i++) {
      forks[i] = scaled(level * SHAPE[i % SHAPE.length], new double[] {1, 1.01, 0.99});
    }
    return Observations.ofSeconds(forks);
  }

  private static double[] scaled(double level, double[] shape) {
    return Arrays.stream(shape).map(value -> value * level).toArray();
  }

  @Test
  void reportsPercentileOfFewIterations() {
    String message =
        "too few: p95: of the 3 observations of a fork the p95 is nearly the worst; it needs 20";

    assertThat(found(Statistic.P95)).contains(message);
    assertThat(found(Statistic.MEDIAN)).noneMatch(line -> line.startsWith("too few"));
    assertThat(found(Statistic.MEAN)).noneMatch(line -> line.startsWith("too few"));
  }

  @Test
  void doesNotResampleTooFewForks() {
    SuperiorityTest test =
        TEST.withResampling(new Resampling(1_000_000, 42, 1)).withStatistic(Statistic.P95);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    Superiority row = test.test(oneFork(1), oneFork(0.5)); // classes are loaded now
    long before = threads.getCurrentThreadAllocatedBytes();
    test.test(oneFork(1), oneFork(0.5));
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(row.decision()).isEqualTo(Decision.TOO_FEW);
    assertThat(row.delta()).isCloseTo(0.5, within(0.05));
    assertThat(row.interval().bounded()).isFalse();
    // A number for each resample would be 8 million bytes.
    assertThat(allocated).isLessThan(4_000_000);
  }

  private static List<String> found(Statistic statistic) {
    return TEST.withStatistic(statistic).test(forks(1, 5), forks(0.5, 5)).findings().stream()
        .map(Finding::toString)
        .toList();
  }

  private static Streams streams(SuperiorityTest test, String group) {
    return new Streams(test.resampling().seed(), Streams.key("group", group));
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, SUPERIOR",
    "0.85, NOT_BETTER",
    "1.0, NOT_BETTER",
    "2.0, INFERIOR",
    "0.797, INCONCLUSIVE",
  })
  void everyMethodReachesExpectedVerdict(double candidate, Decision expected) {
    for (Method method : List.of(Method.PERCENTILE, Method.STUDENTIZED, Method.WELCH)) {
      Superiority row = TEST.withMethod(method).test(level(1), level(candidate));

      assertThat(row.decision()).as(method.label()).isEqualTo(expected);
      assertThat(row.primary().method()).isEqualTo(method);
      assertThat(row.interval().contains(row.delta())).isTrue();
      assertThat(row.delta()).isCloseTo(1 - candidate, within(0.002));
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, SUPERIOR", "0.85, NOT_BETTER", "2.0, INFERIOR", "0.797, INCONCLUSIVE"})
  void forkMethodsReachExpectedVerdict(double candidate, Decision expected) {
    for (Method method : List.of(Method.HIERARCHICAL, Method.STUDENTIZED, Method.WELCH)) {
      Superiority row = TEST.withMethod(method).test(forks(1, 8), forks(candidate, 8));

      assertThat(row.decision()).as(method.label()).isEqualTo(expected);
      assertThat(row.primary().unit()).isEqualTo("fork");
      assertThat(row.primary().baselineUnits()).isEqualTo(8);
      assertThat(row.baselineCount()).isEqualTo(24);
    }
  }

  private static SampledRatio ratio(double[] baseline, double[] candidate) {
    return new SampledRatio(
        Sample.mean(baseline, new int[] {baseline.length}),
        Sample.mean(candidate, new int[] {candidate.length}));
  }

  @Test
  void percentileFollowsItsDefinition() {
    double[] baseline = scaled(1, SHAPE);
    double[] candidate = scaled(0.82, SHAPE);
    Replicates replicates =
        new Resampling(2000, 42, 1).of(ratio(baseline, candidate), streams(TEST, "all"));
    double[] deltas = Arrays.stream(replicates.estimates()).map(r -> 1 - r).sorted().toArray();
    long below = Arrays.stream(deltas).filter(delta -> delta < 0.20).count();
    long reversed = Arrays.stream(replicates.estimates()).filter(r -> 1 - 1 / r < 0.20).count();

    Estimate estimate = TEST.withMethod(Method.PERCENTILE).test(level(1), level(0.82)).primary();

    assertThat(below).isBetween(1L, 1999L);
    assertThat(estimate.p()).isEqualTo((below + 1) / 2001.0);
    assertThat(estimate.reversedP()).isEqualTo((reversed + 1) / 2001.0);
    assertThat(estimate.interval().lower()).isCloseTo(quantile(deltas, 0.05), within(1e-9));
    assertThat(estimate.interval().upper()).isCloseTo(quantile(deltas, 0.95), within(1e-9));
    assertThat(estimate.interval().confidence()).isCloseTo(0.90, within(1e-9));
  }

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int low = (int) place;
    return sorted[low] + (place - low) * (sorted[low + 1] - sorted[low]);
  }

  @Test
  void studentizedFollowsItsDefinition() {
    SampledRatio resampler = SampledRatio.studentized(scaled(1, SHAPE), scaled(0.82, SHAPE));
    Replicates replicates = new Resampling(2000, 42, 1).of(resampler, streams(TEST, "all"));
    double theta = Math.log(resampler.estimate());
    double se = Math.sqrt(resampler.variance());
    double[] t = new double[2000];
    for (int i = 0; i < t.length; i++) {
      t[i] = (Math.log(replicates.estimates()[i]) - theta) / Math.sqrt(replicates.variances()[i]);
    }
    Arrays.sort(t);
    double boundary = (theta - Math.log(0.8)) / se;
    double other = (theta + Math.log(0.8)) / se;

    Estimate estimate = TEST.withMethod(Method.STUDENTIZED).test(level(1), level(0.82)).primary();

    long k = Arrays.stream(t).filter(value -> value <= boundary).count();
    long r = Arrays.stream(t).filter(value -> value >= other).count();
    assertThat(estimate.method()).isEqualTo(Method.STUDENTIZED);
    assertThat(estimate.p()).isEqualTo((k + 1) / 2001.0);
    assertThat(estimate.reversedP()).isEqualTo((r + 1) / 2001.0);
    assertThat(estimate.delta()).isCloseTo(1 - Math.exp(theta), within(1e-12));
    assertThat(estimate.interval().lower())
        .isCloseTo(1 - Math.exp(theta - quantile(t, 0.05) * se), within(1e-6));
    assertThat(estimate.interval().upper())
        .isCloseTo(1 - Math.exp(theta - quantile(t, 0.95) * se), within(1e-6));
  }

  // scipy.stats.ttest_ind(log(c) - log(0.8), log(b), equal_var=False, alternative='less') with
  // SciPy 1.17.1 for
  // b = SHAPE, c = 0.82 * (1, 1.05, 0.95, 1.02, 0.98).
  @Test
  void welchAgreesWithSciPy() {
    Observations candidate = each(scaled(0.82, new double[] {1, 1.05, 0.95, 1.02, 0.98}));

    SuperiorityTest test = TEST.withAlpha(0.025).withMethod(Method.WELCH);
    Estimate welch = test.test(each(SHAPE), candidate).primary();

    assertThat(welch.p()).isCloseTo(WELCH_P, within(1e-10));
    assertThat(welch.reversedP()).isCloseTo(WELCH_REVERSED_P, within(1e-10));
    // the claim that it is inferior takes a little of alpha, which SciPy does not know
    assertThat(welch.interval().lower()).isCloseTo(WELCH_LOWER, within(1e-7));
    assertThat(welch.interval().upper()).isCloseTo(WELCH_UPPER, within(1e-7));
  }

  private static final double WELCH_P = 0.8255868298694293;
  private static final double WELCH_REVERSED_P = 0.9999997730128465;
  private static final double WELCH_LOWER = 0.14544366030742073;
  private static final double WELCH_UPPER = 0.22146814615831523;

  @Test
  void twoUnitsAreTooFew() {
    Superiority forks = TEST.test(forks(1, 2), forks(0.1, 2));
    Superiority observations =
        TEST.withMethod(Method.PERCENTILE)
            .test(
                Observations.ofSeconds(new double[] {1, 2}),
                Observations.ofSeconds(new double[] {0.1, 0.2, 0.15}));

    assertThat(forks.decision()).isEqualTo(Decision.TOO_FEW);
    assertThat(observations.decision()).isEqualTo(Decision.TOO_FEW);
    assertThat(forks.findings())
        .anySatisfy(finding -> {
          assertThat(finding.kind()).isEqualTo(Finding.Kind.TOO_FEW);
          assertThat(finding.message()).contains("2 against 2 units (fork)");
        });
    assertThat(TEST.test(forks(1, 3), forks(0.1, 3)).decision()).isEqualTo(Decision.SUPERIOR);
  }

  @Test
  void singleForkAgainstSeveralComparesObservations() {
    Superiority row = TEST.test(forks(1, 3), oneFork(0.5));

    assertThat(row.primary().unit()).isEqualTo("observation");
    assertThat(row.primary().baselineUnits()).isEqualTo(9);
    assertThat(row.primary().candidateUnits()).isEqualTo(8);
  }

  @Test
  void constantValuesGivePointEstimate() {
    Observations full = each(0.1, 0.1, 0.1);
    Observations half = each(0.05, 0.05, 0.05);

    Superiority better = TEST.test(full, half);
    Superiority worse = TEST.test(half, full);

    assertThat(better.interval().lower()).isEqualTo(better.delta());
    assertThat(better.interval().upper()).isEqualTo(better.delta());
    assertThat(better.interval().confidence()).isCloseTo(0.95, within(1e-9));
    assertThat(better.primary().interval().confidence()).isCloseTo(0.9, within(1e-9));
    assertThat(better.p()).isZero();
    assertThat(better.primary().reversedP()).isEqualTo(1);
    assertThat(better.decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(worse.p()).isEqualTo(1);
    assertThat(worse.decision()).isEqualTo(Decision.INFERIOR);
    assertThat(TEST.withDelta(0).test(full, full).p()).isEqualTo(1);
  }

  @Test
  void distinguishesRatiosOfTimeAndThroughput() {
    Estimate estimate = TEST.test(level(1), level(0.8)).primary();

    assertThat(estimate.timeRatio()).isCloseTo(0.8, within(1e-12));
    assertThat(estimate.throughputRatio()).isCloseTo(1.25, within(1e-12));
  }

  @ParameterizedTest
  @EnumSource(Statistic.class)
  void everyStatisticComparesItsOwnLevels(Statistic statistic) {
    double[] values = {5, 1, 4, 2, 3, 9, 8, 7, 6, 10};
    Observations baseline = Observations.ofSeconds(values);
    Observations candidate = Observations.ofSeconds(scaled(0.5, values));

    Superiority row = TEST.withStatistic(statistic).test(baseline, candidate);

    double expected =
        switch (statistic) {
          case MEAN, MEDIAN, TRIMMED -> 5.5;
          case P95 -> 9.55;
          case P99 -> 9.91;
          case MIN -> 1;
        };
    assertThat(row.baseline()).isCloseTo(expected, within(1e-12));
    assertThat(row.candidate()).isCloseTo(expected / 2, within(1e-12));
    assertThat(row.delta()).isCloseTo(0.5, within(1e-12));
    assertThat(row.primary().method()).isEqualTo(statistic.mean() ? Method.T : Method.PERCENTILE);
  }

  @Test
  void percentilesOfOperationsComeFromMergedHistograms() {
    Observations baseline = operations(1);
    Observations candidate = operations(0.5);

    Superiority row = TEST.withStatistic(Statistic.P99).test(baseline, candidate);

    assertThat(row.baseline()).isEqualTo(100);
    assertThat(row.delta()).isEqualTo(0.5);
    assertThat(row.primary().method()).isEqualTo(Method.T);
    assertThat(TEST.withStatistic(Statistic.MEDIAN).test(baseline, candidate).candidate())
        .isEqualTo(0.5);
  }

  private static Observations operations(double factor) {
    Histogram histogram = Histogram.of(new double[] {factor, 100 * factor}, new long[] {980, 20});
    ForkSeries fork = forkSeries(List.of(histogram, histogram, histogram));
    return Observations.of(Quantity.SECONDS_PER_OPERATION, List.of(fork, fork, fork));
  }

  @Test
  void threeCommonMachinesAreTheUnits() {
    Observations baseline = machines(1, 2, "a", "b", "c");
    Observations candidate = machines(0.7, 2, "a", "b", "c");

    Superiority row = TEST.test(baseline, candidate);

    assertThat(row.primary().unit()).isEqualTo("machine");
    assertThat(row.primary().baselineUnits()).isEqualTo(3);
    assertThat(row.delta()).isCloseTo(0.3, within(1e-9));
    assertThat(TEST.withMethod(Method.HIERARCHICAL).test(baseline, candidate).delta())
        .isCloseTo(0.3, within(1e-9));
  }

  @Test
  void levelsOfMachinesAgreeWithTheirRatio() {
    Observations candidate =
        Observations.concat(
            List.of(machines(0.6, 2, "a"), machines(8, 2, "b"), machines(70, 2, "c")));

    Superiority row = TEST.test(machines(1, 2, "a", "b", "c"), candidate);

    assertThat(row.primary().timeRatio()).isCloseTo(Math.cbrt(0.6 * 0.8 * 0.7), within(1e-9));
    assertThat(row.candidate() / row.baseline())
        .isCloseTo(row.primary().timeRatio(), within(1e-12));
  }

  // Machines differ tenfold: forks drawn across them would give ratios from 0.07 to 7.
  @Test
  void hierarchicalDrawsTheSameMachinesForBothSides() {
    for (String[] names :
        List.of(new String[] {"a", "b", "c"}, new String[] {"a", "b", "c", "d"})) {
      Superiority row =
          TEST.withMethod(Method.HIERARCHICAL).test(machines(1, 3, names), machines(0.7, 3, names));

      assertThat(row.interval().lower()).isBetween(0.2, 0.3);
      assertThat(row.interval().upper()).isBetween(0.3, 0.4);
      assertThat(row.primary().baselineUnits()).isEqualTo(3 * names.length);
    }
  }

  @Test
  void reportsDifferentMachines() {
    Superiority row = TEST.test(machines(1, 3, "a"), machines(0.7, 3, "b"));

    assertThat(row.findings())
        .anySatisfy(finding -> {
          assertThat(finding.kind()).isEqualTo(Finding.Kind.MACHINES);
          assertThat(finding.message()).contains("baseline from a, candidate from b");
        });
  }

  /** Machines that differ tenfold. */
  private static Observations machines(double level, int forks, String... names) {
    List<ForkSeries> all = new java.util.ArrayList<>();
    double speed = 1;
    for (String name : names) {
      for (int i = 0; i < forks; i++) {
        all.add(
            ForkSeries.ofValues(name, scaled(level * speed * SHAPE[i], new double[] {1, 1.01})));
      }
      speed *= 10;
    }
    return Observations.of(Quantity.SECONDS_PER_OPERATION, all);
  }

  @Test
  void overallRowCountsGroupsAlike() {
    List<Comparison> groups =
        List.of(
            new Comparison("fast", level(1), level(0.5)),
            new Comparison("slow", level(1000), level(1000)));

    SuperiorityTest percentile = TEST.withMethod(Method.PERCENTILE);
    SuperiorityReport report = percentile.testAll(groups);

    assertThat(report.rows()).extracting(Superiority::group).containsExactly("fast", "slow");
    Superiority stratified = report.conclusion();
    assertThat(stratified.delta()).isCloseTo(1 - Math.sqrt(0.5), within(1e-12));
    assertThat(stratified.baseline()).isCloseTo(Math.sqrt(1000) * 1.005, within(1e-9));
    assertThat(stratified.baselineCount()).isEqualTo(16);
    assertThat(report.rows()).extracting(Superiority::decision).doesNotContain(Decision.INFERIOR);
    assertThat(report.rows().get(0).decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(report.rows().get(1).decision()).isNotEqualTo(Decision.SUPERIOR);
    assertThat(report.conclusion().quantity()).isEqualTo(Quantity.SECONDS_PER_OPERATION);
  }

  @Test
  void oneGroupHasNoOverallRow() {
    assertThat(TEST.testAll(List.of(new Comparison("x", level(1), level(1)))).overall()).isEmpty();
    assertThatThrownBy(() -> TEST.testAll(List.of())).hasMessageContaining("no comparison");
  }

  @Test
  void stratifiedWelchAndTheDefaultAgreeOnTheEstimate() {
    List<Comparison> groups =
        List.of(
            new Comparison("a", forks(1, 5), forks(0.5, 5)),
            new Comparison("b", forks(2, 5), forks(1.8, 5)));

    Superiority row = TEST.testAll(groups).conclusion();
    Superiority welch = TEST.withMethod(Method.WELCH).testAll(groups).conclusion();

    assertThat(row.delta()).isCloseTo(1 - Math.sqrt(0.45), within(1e-9));
    assertThat(welch.delta()).isCloseTo(row.delta(), within(1e-9));
    assertThat(welch.interval().lower()).isCloseTo(row.interval().lower(), within(0.02));
    assertThat(row.primary().baselineUnits()).isEqualTo(10);
  }

  @Test
  void adjustedPDecidesAndIntervalAgrees() {
    Observations candidate = level(0.778);
    assertThat(TEST.test(level(1), candidate).decision()).isEqualTo(Decision.SUPERIOR);
    List<Comparison> many =
        java.util.stream.IntStream.range(0, 10)
            .mapToObj(
                i -> new Comparison("g" + i, level(1), i == 0 ? candidate : level(0.8 + 0.01 * i)))
            .toList();

    Superiority row = TEST.testAll(many).rows().get(0);

    assertThat(row.p()).isBetween(0.005, 0.049);
    assertThat(row.adjusted().p()).isBetween(5 * row.p(), 20 * row.p());
    assertThat(row.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(row.interval().contains(0.20)).isTrue();
    assertThat(row.findings())
        .anyMatch(
            f -> f.kind() == Finding.Kind.MULTIPLICITY && f.message().contains("10 comparisons"));
  }

  @Test
  void reportsFlatMethodsOverForksAsOptimistic() {
    Superiority flat = TEST.withMethod(Method.PERCENTILE).test(forks(1, 4), forks(0.5, 4));
    Superiority sound = TEST.test(forks(1, 4), forks(0.5, 4));
    Superiority oneFork = TEST.withMethod(Method.PERCENTILE).test(oneFork(1), oneFork(0.5));

    assertThat(flat.findings())
        .anyMatch(f ->
            f.kind() == Finding.Kind.OPTIMISTIC_METHOD && f.message().startsWith("percentile"));
    assertThat(sound.findings()).noneMatch(f -> f.kind() == Finding.Kind.OPTIMISTIC_METHOD);
    assertThat(oneFork.findings()).noneMatch(f -> f.kind() == Finding.Kind.OPTIMISTIC_METHOD);
  }

  @Test
  void rejectsUnusableObservations() {
    Observations single = Observations.ofSeconds(new double[] {1});
    Observations bytes =
        Observations.of(new Quantity("B/op", false), List.of(ForkSeries.ofValues("m", 1, 2, 3)));
    Observations zero =
        Observations.of(new Quantity("B/op", false), List.of(ForkSeries.ofValues("m", 1, 0, 3)));

    assertThat(TEST.test(single, level(1)).decision()).isEqualTo(Decision.TOO_FEW);
    assertThat(TEST.test(level(1), single).delta()).isCloseTo(0.005, within(0.001));
    assertThatThrownBy(() -> TEST.test(level(1), bytes)).hasMessageContaining("mixed units");
    assertThatThrownBy(() -> TEST.test(bytes, zero)).hasMessageContaining("above zero");
    assertThatThrownBy(() ->
            TEST.testAll(
                List.of(
                    new Comparison("a", level(1), level(1)), new Comparison("b", bytes, bytes))))
        .hasMessageContaining("mixed units");
    assertThatThrownBy(() -> TEST.withMethod(Method.HIERARCHICAL).test(oneFork(1), oneFork(1)))
        .hasMessageContaining("at least 2 forks a side");
  }

  @Test
  void keepsSettingsAndChecksRanges() {
    SuperiorityTest test =
        TEST.withDelta(0.1).withAlpha(0.01).withResampling(new Resampling(500, 5, 3));

    assertThat(test.hypothesis()).isEqualTo(new Hypothesis(0.1, 0.01));
    assertThat(test.resampling()).isEqualTo(new Resampling(500, 5, 3));
    assertThat(SuperiorityTest.withDefaults().resampling().resamples()).isEqualTo(100_000);
    assertThat(SuperiorityTest.withDefaults().resampling().seed()).isEqualTo(42);
    for (double delta : new double[] {-0.01, 1, 20, Double.NaN}) {
      assertThatThrownBy(() -> TEST.withDelta(delta)).hasMessageContaining("delta " + delta);
    }
    for (double alpha : new double[] {0, -1, 0.51, Double.NaN}) {
      assertThatThrownBy(() -> TEST.withAlpha(alpha)).hasMessageContaining("alpha " + alpha);
    }
    for (int resamples : new int[] {99, 100_000_001}) {
      assertThatThrownBy(() -> new Resampling(resamples, 42, 1))
          .hasMessageContaining("" + resamples);
    }
    for (int threads : new int[] {0, 1025}) {
      assertThatThrownBy(() -> new Resampling(500, 42, threads)).hasMessageContaining("" + threads);
    }
    assertThat(new Hypothesis(0, 0.5).delta()).isZero();
    assertThat(new Resampling(100, 0, 1024).threads()).isEqualTo(1024);
    assertThat(new Resampling(100_000_000, 0, 1).resamples()).isEqualTo(100_000_000);
    assertThatThrownBy(() -> TEST.withMethod(Method.PERCENTILE).withStatistic(Statistic.TRIMMED))
        .hasMessageContaining("percentile knows no trimmed mean");
  }

  /** Of 1, 2, 3, 4 and 90 the trimmed mean is 3, of 2, 4, 6, 8 and 10 it is 6. */
  @Test
  void singleForkHasTrimmedMean() {
    Superiority row =
        TEST.withStatistic(Statistic.TRIMMED)
            .test(
                Observations.ofSeconds(new double[][] {{1, 2, 3, 4, 90}}),
                Observations.ofSeconds(new double[][] {{2, 4, 6, 8, 10}}));

    assertThat(row.delta()).isCloseTo(-1, within(1e-12));
    assertThat(row.baseline()).isCloseTo(3, within(1e-12));
    assertThat(row.decision()).isEqualTo(Decision.TOO_FEW);
  }

  /** An overall row of two groups has twice the units of one, and needs fewer forks of each. */
  @Test
  void neededForksAreCountedPerCombination() {
    double[][] slow = {{1.0}, {1.1}, {0.9}, {1.05}, {0.95}};
    double[][] fast = {{0.735}, {0.815}, {0.775}, {0.795}, {0.755}};
    List<Comparison> groups =
        List.of(
            new Comparison("a", Observations.ofSeconds(slow), Observations.ofSeconds(fast)),
            new Comparison("b", Observations.ofSeconds(slow), Observations.ofSeconds(fast)));

    Superiority single = TEST.testAll(groups.subList(0, 1)).conclusion();
    Superiority both = TEST.testAll(groups).conclusion();

    assertThat(single.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(both.decision()).isEqualTo(Decision.INCONCLUSIVE);
    int forksOfOne = single.primary().neededForks(5, 0.01, 0.025);
    assertThat(both.primary().neededForks(5, 0.01, 0.025)).isBetween(6, forksOfOne - 1);
  }

  @Test
  void everyMethodDecidesConstantObservations() {
    double[][] slow = {{2, 2, 2}, {2, 2, 2}, {2, 2, 2}};
    double[][] fast = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    for (Method method : Method.values()) {
      SuperiorityTest test = TEST.withMethod(method);

      Superiority better = test.test(Observations.ofSeconds(slow), Observations.ofSeconds(fast));
      Superiority same = test.test(Observations.ofSeconds(slow), Observations.ofSeconds(slow));

      assertThat(better.decision()).as(method.label()).isEqualTo(Decision.SUPERIOR);
      assertThat(better.delta()).isCloseTo(0.5, within(1e-12));
      assertThat(better.interval().lower()).isCloseTo(0.5, within(1e-12));
      assertThat(same.decision()).as(method.label()).isEqualTo(Decision.NOT_BETTER);
      assertThat(same.p()).isEqualTo(1.0);
    }
  }

  @Test
  void wideIntervalIsNotATie() {
    SuperiorityTest test = SuperiorityTest.withDefaults().withMethod(Method.T);

    Superiority narrow = test.test(each(1, 1.01, 0.99, 1), each(1, 0.99, 1.01, 1));
    Superiority wide = test.test(each(1, 20, 1, 20), each(1, 30, 1, 20));

    assertThat(narrow.verdict()).isEqualTo(Verdict.SAME);
    assertThat(wide.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(wide.verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  /**
   * With c where {@code t.sf(c, df) + t.sf(c - 2 log(1 - delta) / se, df)} is 0.05, SciPy 1.17 says
   * {@code 1 - exp(c se)}; df is 2.0178.
   */
  @ParameterizedTest
  @CsvSource({"0, -1.0972456448900032", "0.2, -0.8182831444343579"})
  void boundOfThreeUnequallySpreadForksUsesExactQuantile(double delta, double lower) {
    Superiority row = TEST.withDelta(delta).test(each(0.7, 1, 1.3), each(0.98, 1, 1.02));

    assertThat(row.primary().interval().lower()).isCloseTo(lower, within(1e-9));
  }
}
