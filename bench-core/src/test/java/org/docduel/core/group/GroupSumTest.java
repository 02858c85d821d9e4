package org.docduel.core.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.docduel.core.TestFork;
import org.docduel.core.work.Latencies;
import org.docduel.stats.sidecar.ClientRows;
import org.docduel.stats.sidecar.Fact.FindingFact;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class GroupSumTest {
  private static final GroupPlan PLAN =
      GroupPlan.parse("3", "127.0.0.1:7801,127.0.0.1:7802,127.0.0.1:7803", Optional.empty());
  private static final double START = 1_800_000_000_000.0;

  private final List<ClientRows.Row> rows = new ArrayList<>();

  @Test
  void sumsRatesAndCountsAndUsesServerReadingsOfFirst() {
    List<ClientGroup.Measured> clients = new ArrayList<>();
    for (double rate : new double[] {100, 200, 400}) {
      clients.add(
          measured(
              Mode.Throughput,
              List.of(
                  List.of(
                      new ThroughputResult(
                          ResultRole.PRIMARY, "b", rate, 1_000_000_000L, TimeUnit.SECONDS),
                      scalar(Clients.START, START),
                      scalar(Clients.END, START + 1_000),
                      scalar("throughput", rate + 1),
                      scalar("errors", 2),
                      scalar("client.cpu", rate / 10),
                      scalar("pg.wal", rate)))));
    }
    ClientGroup.Measured sum = sum(clients);

    IterationResult summed = only(sum);
    assertThat(summed.getPrimaryResult().getScore()).isEqualTo(700, within(1e-6));
    assertThat(score(summed, "throughput")).isEqualTo(703);
    assertThat(score(summed, "errors")).isEqualTo(6);
    assertThat(score(summed, "client.cpu")).isEqualTo(40);
    assertThat(score(summed, "pg.wal")).isEqualTo(100);
    assertThat(rows)
        .singleElement()
        .satisfies(row -> {
          assertThat(row.unit()).isEqualTo("u");
          assertThat(row.shares())
              .extracting(ClientRows.Share::score)
              .containsExactly(101.0, 201.0, 401.0);
        });
    assertThat(sum.facts()).isEmpty();
  }

  @Test
  void singleShotLastsFromFirstStartToLastEnd() {
    List<ClientGroup.Measured> clients =
        List.of(
            measured(Mode.SingleShotTime, List.of(shot(7, 900))),
            measured(Mode.SingleShotTime, List.of(shot(10, 1_000))),
            measured(Mode.SingleShotTime, List.of(shot(0, 950))));

    ClientGroup.Measured sum = sum(clients);

    assertThat(only(sum).getPrimaryResult().getScore()).isEqualTo(1_010, within(1e-3));
    assertThat(rows.get(0).skewMillis()).isEqualTo(10, within(1e-6));
    assertThat(sum.facts()).isEmpty();
  }

  /** Over 5 % of an iteration is said; over 20 % does not count. */
  @Test
  void excludesIterationsThatDidNotStartTogether() {
    List<ClientGroup.Measured> clients =
        IntStream.of(0, 60, 30)
            .mapToObj(late ->
                measured(
                    Mode.SingleShotTime, List.of(shot(late, 1_000), shot(5_000 + 4 * late, 1_000))))
            .toList();

    ClientGroup.Measured sum = sum(clients);

    assertThat(only(sum).getPrimaryResult().getScore()).isEqualTo(1_060, within(1e-3));
    assertThat(sum.facts())
        .map(fact -> ((FindingFact) fact).finding())
        .satisfiesExactly(
            warned -> assertThat(warned).contains("iteration 1", "60.0 ms apart, 6 %"),
            dropped -> assertThat(dropped).contains("iteration 2", "left out on all clients"));
    assertThat(rows)
        .extracting(ClientRows.Row::outcome)
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo(ClientRows.Row.COUNTED),
            second -> assertThat(second).contains("240.0 ms apart"));
  }

  /** The slow client has few operations: the mean of the three percentiles would be far off. */
  @Test
  void percentilesCoverLatenciesOfAllClients() {
    SplittableRandom random = new SplittableRandom(7);
    List<Long> all = new ArrayList<>();
    List<ClientGroup.Measured> clients = new ArrayList<>();
    for (int client = 0; client < 3; client++) {
      Latencies latencies = new Latencies(1);
      int count = new int[] {50_000, 30_000, 2_000}[client];
      for (int i = 0; i < count; i++) {
        long nanos = (long) (-Math.log(1 - random.nextDouble()) * 1e6 * (client == 2 ? 40 : 1));
        latencies.of(0).record(nanos);
        all.add(nanos);
      }
      latencies.take();
      ClientGroup.Measured measured =
          measured(
              Mode.Throughput,
              List.of(
                  List.of(
                      new ThroughputResult(
                          ResultRole.PRIMARY, "b", count, 1_000_000_000L, TimeUnit.SECONDS),
                      scalar(Clients.START, START),
                      scalar(Clients.END, START + 1_000),
                      scalar("response.p99", latencies.window().getValueAtPercentile(99) / 1e6),
                      scalar("response.max", latencies.window().getValueAtPercentile(100) / 1e6),
                      scalar(
                          "fork.response.p99",
                          latencies.window().getValueAtPercentile(99) / 1e6))));
      measured
          .facts()
          .add(
              new LatencyFact(
                  latencies.line("response;threads=1", (long) START, (long) START + 1_000)));
      clients.add(measured);
    }

    ClientGroup.Measured sum = sum(clients);

    long[] sorted = all.stream().mapToLong(nanos -> nanos).sorted().toArray();
    double p99 = sorted[(int) Math.ceil(0.99 * sorted.length) - 1] / 1e6;
    assertThat(score(only(sum), "response.p99")).isEqualTo(p99, within(0.002 * p99));
    assertThat(score(only(sum), "fork.response.p99")).isEqualTo(p99, within(0.002 * p99));
    assertThat(score(only(sum), "response.max"))
        .isEqualTo(
            sorted[sorted.length - 1] / 1e6, within(0.002 * sorted[sorted.length - 1] / 1e6));
    assertThat(sum.facts())
        .singleElement()
        .satisfies(fact -> assertThat(((LatencyFact) fact).log().lines()).hasSize(1));
  }

  @Test
  void idleClientDoesNotHideTimesOfOthers() {
    List<ClientGroup.Measured> clients = new ArrayList<>();
    for (int client = 0; client < 3; client++) {
      List<Result<?>> iteration = shot(0, 1_000);
      Latencies latencies = new Latencies(1);
      if (client > 0) {
        latencies.of(0).record(client * 4_000_000L);
        iteration.add(scalar("response.max", client * 4));
      }
      latencies.take();
      clients.add(measured(Mode.SingleShotTime, List.of(iteration)));
      String log = latencies.line("response;threads=1", (long) START, (long) START + 1_000);
      clients.get(client).facts().add(new LatencyFact(log));
    }

    assertThat(score(only(sum(clients)), "response.max")).isEqualTo(8, within(0.02));
  }

  @Test
  void findingNamesItsClient() {
    List<ClientGroup.Measured> clients = new ArrayList<>();
    for (int client = 0; client < 3; client++) {
      clients.add(measured(Mode.SingleShotTime, List.of(shot(0, 1_000))));
      clients.get(client).facts().add(new FindingFact("slow"));
    }

    assertThat(sum(clients).facts())
        .map(fact -> ((FindingFact) fact).finding())
        .containsExactly(
            "slow", "client 2 (127.0.0.1:7802): slow", "client 3 (127.0.0.1:7803): slow");
  }

  private ClientGroup.Measured sum(List<ClientGroup.Measured> clients) {
    rows.clear();
    return new GroupSum(PLAN, clients).merge(1, Map.of(), rows);
  }

  /** When an iteration was. */
  static List<Result<?>> window(double late, double millis) {
    return List.of(scalar(Clients.START, START + late), scalar(Clients.END, START + late + millis));
  }

  private static IterationResult only(ClientGroup.Measured sum) {
    return sum.results().stream()
        .flatMap(run -> run.getBenchmarkResults().stream())
        .flatMap(fork -> fork.getIterationResults().stream())
        .reduce((first, second) -> {
          throw new AssertionError("two iterations");
        })
        .orElseThrow();
  }

  private static double score(IterationResult iteration, String name) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get(name), name).getScore();
  }

  private static List<Result<?>> shot(double late, int millis) {
    List<Result<?>> shot = new ArrayList<>(window(late, millis));
    shot.add(
        new SingleShotResult(ResultRole.PRIMARY, "b", millis * 1_000_000L, TimeUnit.MILLISECONDS));
    return shot;
  }

  private static Result<?> scalar(String name, double value) {
    return new ScalarResult(name, value, "u", AggregationPolicy.AVG);
  }

  static ClientGroup.Measured measured(Mode mode, List<List<Result<?>>> iterations) {
    IterationParams each =
        new IterationParams(IterationType.MEASUREMENT, iterations.size(), TimeValue.seconds(1), 1);
    BenchmarkParams params = TestFork.params("b", mode, each, 0, Map.of());
    List<IterationResult> results = new ArrayList<>();
    for (List<Result<?>> metrics : iterations) {
      IterationResult iteration = new IterationResult(params, each, null);
      metrics.forEach(iteration::addResult);
      results.add(iteration);
    }
    return new ClientGroup.Measured(List.of(TestFork.result(params, results)), new ArrayList<>());
  }
}
