package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.config.Parameter;
import org.docduel.core.launch.TestStore;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations.Source;
import org.junit.jupiter.api.Test;

class ClientWarningsTest {
  private static final String BENCHMARK = "a.Load.all";

  /** Compared by a metric that is not JMH's score. */
  private record Load(String metric) implements Experiment {
    @Override
    public Class<?> benchmark() {
      return Load.class;
    }

    @Override
    public Optional<Capability> requiredCapability() {
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

  private static List<String> findings(String metric, JmhResult... results) {
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
  private static JmhResult result(
      String store, String rate, double scoreMillis, String metric, double value, String unit) {
    Map<String, JmhMetric> secondary = new TreeMap<>(Map.of(metric, metric(metric, value, unit)));
    if (metric.equals("throughput") && !rate.equals("0")) {
      secondary.put("backlog", metric("backlog", 0, "s"));
    }
    return new JmhResult(
        new Source("file", 0),
        BENCHMARK,
        JmhResult.Mode.SINGLE_SHOT,
        Map.of("store", store, "rate", rate),
        Map.of("measurementTime", "1 s"),
        metric("all", scoreMillis, "ms/op"),
        secondary);
  }

  private static JmhMetric metric(String name, double value, String unit) {
    List<List<Double>> twice = List.of(List.of(value, value));
    return JmhMetric.of(new Source("file", 0), name, new MetricUnit(unit), value, twice);
  }

  /** Making the documents takes as long in every store: 900 ms of each call are not the load's. */
  @Test
  void floorShareUsesComparedMetric() {
    JmhResult floor = result("floor", "0", 910, "total", 10, "ms");
    JmhResult store = result("keeps", "0", 1000, "total", 100, "ms");
    assertThat(findings("total", floor, store)).isEmpty();
    assertThat(findings("", floor, store))
        .containsExactly("keeps: encoding alone takes 91 % of the time: the client sets the pace");
  }

  @Test
  void floorShareOfRateUsesTimes() {
    JmhResult floor = result("floor", "0", 1, "throughput", 1000, "operations/s");
    JmhResult slow = result("keeps", "0", 1, "throughput", 400, "operations/s");
    JmhResult fast = result("keeps", "0", 1, "throughput", 600, "operations/s");
    assertThat(findings("throughput", floor, slow)).isEmpty();
    assertThat(findings("throughput", floor, fast))
        .containsExactly("keeps: encoding alone takes 60 % of the time: the client sets the pace");
  }

  /** Of four threads, all do in a quarter of the time what each does in its own. */
  @Test
  void ignoresFloorOfAnotherMode() {
    JmhResult floor = inMode("thrpt", result("floor", "0", 90, "x", 0, "#"));
    JmhResult store = inMode("avgt", result("keeps", "0", 100, "x", 0, "#"));
    assertThat(findings("", floor, store)).isEmpty();
    assertThat(findings("", inMode("avgt", floor), store)).hasSize(1);
  }

  private static JmhResult inMode(String mode, JmhResult result) {
    JmhResult.Mode other = HasLabel.of(JmhResult.Mode.values(), mode).orElseThrow();
    return new JmhResult(
        result.source(),
        result.benchmark(),
        other,
        result.params(),
        result.stated(),
        result.primary(),
        result.secondary());
  }

  /** Both do what is asked for, however long they take for it. */
  @Test
  void ignoresFloorAtOfferedRate() {
    JmhResult floor = result("floor", "200", 1, "throughput", 200, "operations/s");
    JmhResult store = result("keeps", "200", 1, "throughput", 199, "operations/s");
    assertThat(findings("throughput", floor, store)).isEmpty();
  }

  @Test
  void reportsMissedOfferedRate() {
    JmhResult missed = result("keeps", "100000", 1, "throughput", 5555, "operations/s");
    JmhResult met = result("keeps", "5000", 1, "throughput", 4998, "operations/s");
    assertThat(findings("throughput", met)).isEmpty();
    assertThat(findings("throughput", missed))
        .containsExactly(
            "keeps: 100,000 operations/s were offered and 5,555 completed: the rate is not sustained,"
                + " and response times show the backlog");
  }

  /** Of the kinds of a mix, which share a rate, none does all that was asked for. */
  @Test
  void partOfMixDoesNotMissOfferedRate() {
    JmhResult reads = result("keeps", "5000", 1, "rate", 500, "reads/s");
    assertThat(findings("rate", reads)).isEmpty();
  }
}
