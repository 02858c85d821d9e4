package org.docduel.stats.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;

class TwinsTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 1));

  private static final JmhResult READ = read();

  private static JmhResult read() {
    String json =
        "[{\"benchmark\":\"a.B.c\",\"mode\":\"ss\",\"threads\":1,\"forks\":1,"
            + "\"params\":{\"store\":\"a\"},\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"s/op\","
            + "\"rawData\":[[1]]},\"secondaryMetrics\":{}}]";
    try {
      return JmhFile.read("run.json", new ByteArrayInputStream(json.getBytes(UTF_8))).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SelectedResult result(String store, double... forks) {
    List<ForkSeries> series = new ArrayList<>();
    for (int i = 0; i < forks.length; i++) {
      series.add(ForkSeries.ofValues("run.json", forks[i]).at("h", i + 1));
    }
    return new SelectedResult(
        Map.of("benchmark", "a.B.c", "store", store),
        List.of(READ),
        "",
        Observations.of(Quantity.SECONDS_PER_OPERATION, series));
  }

  private static List<SelectedResult> run(double twin) {
    return List.of(
        result("a", 1.00, 1.02, 0.99, 1.01, 0.98),
        result("a~twin", 1.01 * twin, 0.99 * twin, 1.00 * twin, 1.02 * twin, 0.98 * twin),
        result("b", 0.50, 0.51, 0.49, 0.50, 0.52));
  }

  @Test
  void twinIsExcludedFromRankingAndShowsNoise() {
    Twins twins = Twins.of(run(1), TEST);

    Ranking ranking = Ranking.of(twins.others(), twins.in(TEST), "store", List.of());

    assertThat(ranking.places()).extracting(Ranking.Place::subject).containsExactly("b", "a");
    assertThat(ranking.pairs().get(0).row().decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(twins.sentences()).hasSize(1);
    assertThat(twins.sentences().get(0))
        .matches(
            "twin: -?\\d\\.\\d % \\[-\\d\\.\\d, \\d\\.\\d] \\(a against itself, .* interval\\)");
    assertThat(twins.findings()).isEmpty();
  }

  /** 3 % times 12.7 is a factor of 1.5; half the time is more than Delta beyond that. */
  @Test
  void keepsClaimBeyondNoiseFloor() {
    Twins twins = Twins.of(run(0.97), TEST);

    Superiority row = against(0.97);

    assertThat(row.verdict()).isEqualTo(Verdict.FASTER_BY_DELTA);
    assertThat(row.findings()).noneMatch(found -> found.kind() == Finding.Kind.TWIN);
    assertThat(twins.findings()).hasSize(1);
    assertThat(twins.findings().get(0).toString()).matches("twin: a: -?\\d+\\.\\d % .*");
    assertThat(twins.sentences().get(0)).contains("claims have to exceed what that says");
  }

  @Test
  void weakensOrWithholdsClaimsWithinNoiseFloor() {
    Superiority weaker = against(0.96);
    Superiority none = against(0.9);

    assertThat(weaker.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(weaker.conclusion().p()).isLessThan(0.05);
    assertThat(weaker.decision()).isEqualTo(Decision.WITHHELD);
    assertThat(weaker.findings())
        .anyMatch(found ->
            found.kind() == Finding.Kind.TWIN
                && found.message().contains("so a difference of Delta is not claimed"));
    assertThat(none.verdict()).isEqualTo(Verdict.WITHHELD);
    assertThat(none.decision()).isEqualTo(Decision.WITHHELD);
    assertThat(none.interval().lower()).isGreaterThan(0.4);
    assertThat(none.neededForks()).isZero();
    assertThat(none.findings())
        .anyMatch(found ->
            found.kind() == Finding.Kind.TWIN
                && found.message().contains("in one comparison, equal stores may differ by"));
  }

  private static Superiority against(double twin) {
    Twins twins = Twins.of(run(twin), TEST);
    return Ranking.of(twins.others(), twins.in(TEST), "store", List.of()).pairs().get(0).row();
  }

  // With its twin, a run of two stores has rounds that neither of the compared two decides about.
  @Test
  void twinAllowsPairingTwoStoresByRounds() {
    double[] neighbour = {1, 1.6, 1.1, 2.0, 1.3, 1.8};
    double[][] noise = {
      {1.01, 0.99, 1.02, 0.98, 1.0, 1.01},
      {0.99, 1.02, 1.0, 1.01, 0.98, 1.0},
      {1.0, 1.0, 0.98, 1.02, 1.01, 0.99}
    };
    for (double[] store : noise) {
      for (int i = 0; i < store.length; i++) {
        store[i] *= neighbour[i];
      }
    }
    List<SelectedResult> run =
        List.of(result("a", noise[0]), result("b", noise[1]), result("a~twin", noise[2]));
    Twins twins = Twins.of(run, TEST);

    Ranking ranking = Ranking.of(twins.others(), twins.in(TEST), "store", List.of());

    assertThat(ranking.pairs().get(0).row().primary().unit()).isEqualTo("round");
    assertThat(twins.all().get(0).row().primary().unit()).isEqualTo("round");
  }

  /** A short run of three equal stores and a twin, some of the variance shared by the rounds. */
  static boolean alarms(int forks, double rho, int seed) {
    UniformRandomProvider random = new Streams(seed, 34).block(0);
    ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random);
    double[] rounds = IntStream.range(0, forks).mapToDouble(i -> normal.sample()).toArray();
    List<SelectedResult> run = new ArrayList<>();
    for (String store : List.of("a", "b", "c", "a~twin")) {
      double[] values = new double[forks];
      for (int i = 0; i < forks; i++) {
        double shared = Math.sqrt(rho) * rounds[i] + Math.sqrt(1 - rho) * normal.sample();
        values[i] = Math.exp(0.1 * shared);
      }
      run.add(result(store, values));
    }
    return !Twins.of(run, TEST).findings().isEmpty();
  }

  @Test
  void falseAlarmRateIsNominal() {
    for (double rho : new double[] {0, 0.65}) {
      assertThat(IntStream.range(0, 100).filter(seed -> alarms(5, rho, seed)).count())
          .as("rho %s", rho)
          .isBetween(2L, 8L);
    }
  }
}
