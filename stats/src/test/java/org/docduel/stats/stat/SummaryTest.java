package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Observations.Source;
import org.docduel.stats.jmh.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryTest {
  private static ForkSeries forkSeries(List<Histogram> iterations) {
    return JmhMetric.of(new Source("m", 0), "", new MetricUnit("s/op"), 1, List.of(iterations))
        .forks()
        .get(0);
  }

  // SciPy 1.17.1: x.std(ddof=1), np.percentile(x, [50, 95, 99]), stats.t.interval(.95, 4, x.mean(),
  // stats.sem(x))
  @Test
  void summaryAgreesWithSciPy() {
    double[][] forks = {{16}, {1}, {4}, {2}, {8}};
    Summary summary = Summary.of("x", Observations.ofSeconds(forks), 0.95);

    assertThat(summary.n()).isEqualTo(5);
    assertThat(summary.forks()).isEqualTo(5);
    assertThat(summary.operations()).isZero();
    assertThat(summary.mean()).isCloseTo(6.2, within(1e-12));
    assertThat(summary.sd()).isCloseTo(6.099180272790763, within(1e-12));
    assertThat(summary.median()).isEqualTo(4);
    assertThat(summary.p95()).isNaN();
    assertThat(summary.p99()).isNaN();
    assertThat(List.of(summary.min(), summary.max())).containsExactly(1.0, 16.0);
    assertThat(summary.interval().lower()).isCloseTo(-1.3731325632789027, within(1e-10));
    assertThat(summary.interval().upper()).isCloseTo(13.773132563278903, within(1e-10));
  }

  @ParameterizedTest
  @CsvSource({"19, false, false", "20, true, false", "99, true, false", "100, true, true"})
  void percentileNeedsEnoughValues(int values, boolean p95, boolean p99) {
    double[] fork = IntStream.rangeClosed(1, values).asDoubleStream().toArray();
    Summary summary = Summary.of("x", Observations.ofSeconds(fork), 0.95);

    assertThat(!Double.isNaN(summary.p95())).isEqualTo(p95);
    assertThat(!Double.isNaN(summary.p99())).isEqualTo(p99);
  }

  /** Forks of a machine resemble each other: six of three machines are three, and not six. */
  @Test
  void usesMachinesAsUnitsIfThereAreSeveral() {
    List<ForkSeries> forks = new ArrayList<>();
    for (double level : new double[] {1, 2, 5}) {
      forks.add(ForkSeries.ofValues("file " + level, level, level));
      forks.add(ForkSeries.ofValues("file " + level, level + 0.2, level));
    }
    Quantity seconds = Quantity.SECONDS_PER_OPERATION;
    Observations files = Observations.of(seconds, forks);

    Interval machines = Summary.of("x", files, 0.95).interval();
    Interval host = Summary.of("x", files.map(fork -> fork.at("one", 0)), 0.95).interval();

    assertThat(machines.lower()).isCloseTo(-2.4542, within(1e-3));
    assertThat(machines.upper()).isCloseTo(7.8876, within(1e-3));
    assertThat(host).isEqualTo(Summary.interval(files.forkMeans(), 0.95));
  }

  @Test
  void summaryOfForksHasTheIntervalOfTheirMeans() {
    Observations forks =
        Observations.ofSeconds(new double[] {1, 3}, new double[] {4, 4}, new double[] {5, 7});
    Observations means =
        Observations.ofSeconds(new double[] {2}, new double[] {4}, new double[] {6});

    assertThat(Summary.of("x", forks, 0.9).interval())
        .isEqualTo(Summary.of("x", means, 0.9).interval());
    assertThat(
            Summary.of("x", Observations.ofSeconds(new double[] {1, 2, 3}), 0.9).interval().lower())
        .isNaN();
  }

  /** Forks of one length do more operations the faster they are. */
  @Test
  void intervalCoversMeanOfAllOperations() {
    Histogram fast = Histogram.of(new double[] {0.001}, new long[] {1000});
    Histogram slow = Histogram.of(new double[] {0.1}, new long[] {10});
    List<ForkSeries> forks = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      forks.add(forkSeries(List.of(fast)));
      forks.add(forkSeries(List.of(slow)));
    }

    Summary summary = Summary.of("x", Observations.of(Quantity.SECONDS_PER_OPERATION, forks), 0.95);

    assertThat(summary.mean()).isCloseTo(2.0 / 1010, within(1e-12));
    // of a ratio of sums: how far each fork's sum is off its operations times the mean
    double off = 1 - 1000 * 2.0 / 1010;
    double error = Math.sqrt(10 * off * off / 9 / 10) / 505;
    assertThat(summary.interval().upper())
        .isCloseTo(2.0 / 1010 + 2.2621571628 * error, within(1e-12));
    assertThat(summary.interval().lower())
        .isCloseTo(2.0 / 1010 - 2.2621571628 * error, within(1e-12));
  }

  @Test
  void summaryOfOperationsUsesThemAll() {
    Histogram histogram = Histogram.of(new double[] {1, 2, 30}, new long[] {90, 8, 2});
    Observations operations =
        Observations.of(
            Quantity.SECONDS_PER_OPERATION, List.of(forkSeries(List.of(histogram, histogram))));

    Summary summary = Summary.of("x", operations, 0.95);

    assertThat(summary.operations()).isEqualTo(200);
    assertThat(summary.n()).isEqualTo(2);
    assertThat(List.of(summary.median(), summary.p95(), summary.p99()))
        .containsExactly(1.0, 2.0, 30.0);
    assertThat(summary.mean()).isCloseTo(1.66, within(1e-12));
    assertThat(List.of(summary.min(), summary.max())).containsExactly(1.0, 30.0);
  }
}
