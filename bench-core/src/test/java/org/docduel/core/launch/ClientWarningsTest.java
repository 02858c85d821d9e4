package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Workload;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class ClientWarningsTest {
  private static final String BENCHMARK = "a.Load.all";

  /** Compared by a metric that is not JMH's score. */
  private record Load(String metric) implements Experiment {
    @Override
    public Class<?> benchmark() {
      return Load.class;
    }

    @Override
    public Optional<Capability> needs() {
      return Optional.of(Capability.INSERT);
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of();
    }

    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric(metric, "documents");
    }
  }

  private static List<String> findings(String metric, RunResult... results) {
    Workload workload =
        new Workload() {
          @Override
          public String name() {
            return "load";
          }

          @Override
          public List<Experiment> experiments() {
            return List.of(new Load(metric));
          }
        };
    List<StoreProvider> stores =
        List.of(
            TestStore.inserting("keeps"),
            new TestStore("floor", Set.of(Capability.INSERT), List.of(), false));
    Labels labels = new Labels(Set.of("store"), List.of(new Combination(BENCHMARK, Map.of())));
    return new ClientWarnings(workload, stores, labels).findings(List.of(results));
  }

  /**
   * A result of two iterations of a second.
   *
   * @param scoreMillis JMH's score, with all that lies in a call
   */
  private static RunResult result(
      String store, String rate, double scoreMillis, String metric, double value, String unit) {
    IterationParams each =
        new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.seconds(1), 1);
    WorkloadParams parameters = new WorkloadParams();
    new TreeMap<>(Map.of("store", store, "rate", rate))
        .forEach((name, text) -> parameters.put(name, text, 0));
    BenchmarkParams params =
        new BenchmarkParams(
            BENCHMARK,
            "generated",
            false,
            1,
            new int[] {1},
            List.of(),
            1,
            0,
            each,
            each,
            Mode.SingleShotTime,
            parameters,
            TimeUnit.MILLISECONDS,
            1,
            "java",
            List.of(),
            "17",
            "vm",
            "1",
            "1.37",
            TimeValue.minutes(1));
    List<IterationResult> iterations = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      IterationResult iteration = new IterationResult(params, each, null);
      iteration.addResult(
          new SingleShotResult(
              ResultRole.PRIMARY, "all", (long) (scoreMillis * 1e6), 1, TimeUnit.MILLISECONDS));
      iteration.addResult(new ScalarResult(metric, value, unit, AggregationPolicy.AVG));
      if (metric.equals("throughput") && !rate.equals("0")) {
        iteration.addResult(new ScalarResult("backlog", 0, "s", AggregationPolicy.AVG));
      }
      iterations.add(iteration);
    }
    return new RunResult(params, List.of(new BenchmarkResult(params, iterations)));
  }

  /** Making the documents takes as long in every store: 900 ms of each call are not the load's. */
  @Test
  void theFloorsShareIsOfTheComparedMetricAndNotOfTheWholeCall() {
    RunResult floor = result("floor", "0", 910, "total", 10, "ms");
    RunResult store = result("keeps", "0", 1000, "total", 100, "ms");
    assertThat(findings("total", floor, store)).isEmpty();
    assertThat(findings("", floor, store))
        .containsExactly("keeps: encoding alone takes 91 % of the time: the client sets the pace");
  }

  @Test
  void theFloorsShareOfARateIsThatOfItsTimes() {
    RunResult floor = result("floor", "0", 1, "throughput", 1000, "operations/s");
    RunResult slow = result("keeps", "0", 1, "throughput", 400, "operations/s");
    RunResult fast = result("keeps", "0", 1, "throughput", 600, "operations/s");
    assertThat(findings("throughput", floor, slow)).isEmpty();
    assertThat(findings("throughput", floor, fast))
        .containsExactly("keeps: encoding alone takes 60 % of the time: the client sets the pace");
  }

  /** Both do what is asked for, however long they take for it. */
  @Test
  void atAnOfferedRateTheFloorSaysNothingOfTheClient() {
    RunResult floor = result("floor", "200", 1, "throughput", 200, "operations/s");
    RunResult store = result("keeps", "200", 1, "throughput", 199, "operations/s");
    assertThat(findings("throughput", floor, store)).isEmpty();
  }

  @Test
  void anOfferedRateThatIsNotReachedIsTold() {
    RunResult missed = result("keeps", "100000", 1, "throughput", 5555, "operations/s");
    RunResult met = result("keeps", "5000", 1, "throughput", 4998, "operations/s");
    assertThat(findings("throughput", met)).isEmpty();
    assertThat(findings("throughput", missed))
        .containsExactly(
            "keeps: 100,000 a second were asked for and 5,555 done: the rate is not sustained, and"
                + " response times tell the backlog");
  }

  /** Of the kinds of a mix, which share a rate, none does all that was asked for. */
  @Test
  void aPartOfWhatIsDueDoesNotMissTheRate() {
    RunResult reads = result("keeps", "5000", 1, "rate", 500, "reads/s");
    assertThat(findings("rate", reads)).isEmpty();
  }
}
