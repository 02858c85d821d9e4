package org.docduel.core.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.docduel.core.config.Parameter;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Workload;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * A workload for tests of plans: payload 13B makes no sense, and {@code Ingest} needs a store that
 * ingests.
 */
public final class TestWorkload implements Workload {
  private static final class Insert {}

  private static final class Ingest {}

  @Override
  public String name() {
    return "test";
  }

  @Override
  public List<Experiment> experiments() {
    return List.of(
        new TestExperiment(Insert.class, Capability.INSERT),
        new TestExperiment(Ingest.class, Capability.INGEST));
  }

  /** A benchmark as JMH lists it, with a heap of its own. */
  public static BenchmarkListEntry entry(String type, Map<String, String> defaults) {
    Map<String, String[]> fields = new LinkedHashMap<>();
    new TreeMap<>(defaults).forEach((name, value) -> fields.put(name, new String[] {value}));
    return new BenchmarkListEntry(
        type,
        type,
        "b",
        Mode.SingleShotTime,
        none(),
        new int[] {1},
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        org.openjdk.jmh.util.Optional.of(List.of("-Xmx2g")),
        none(),
        org.openjdk.jmh.util.Optional.of(fields),
        none(),
        none(),
        none());
  }

  private static <T> org.openjdk.jmh.util.Optional<T> none() {
    return org.openjdk.jmh.util.Optional.none();
  }

  private record TestExperiment(Class<?> benchmark, Capability capability) implements Experiment {
    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.of(capability);
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of();
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      return combination.value("payload").equals("13B")
          ? Optional.of("thirteen is unlucky")
          : Optional.empty();
    }

    @Override
    public Optional<Collection> collection(Combination combination) {
      Index.Kind kind =
          combination.value("payload").equals("2B") ? Index.Kind.AS_TEXT : Index.Kind.ORDERED;
      ObjectValue example = ObjectValue.of(Map.of("n", new IntegerValue(1)));
      return Optional.of(new Collection("c", example, List.of(Index.on(kind, "n"))));
    }

    @Override
    public Map<String, String> publishedValues(Combination combination) {
      String file = combination.value("dataset");
      return file.isEmpty() ? Map.of() : Map.of("dataset", file + "@1");
    }

    /** Other words for one payload. */
    @Override
    public Optional<Description> description(Combination combination) {
      String payload = combination.value("payload");
      return Optional.of(
          new Description(
              combination.benchmark(),
              payload.equals("3B") ? "Other words" : "Work on {dataset} of {payload}",
              Map.of(
                  "payload=" + payload, "much",
                  "dataset=" + combination.value("dataset"), "a file"),
              "{}"));
    }

    @Override
    public boolean supportsMultipleClients() {
      return benchmark == Insert.class;
    }

    @Override
    public Optional<String> threadLimit(Combination combination, int threads) {
      return threads > 8
          ? Optional.of("the test workload takes 8 threads at most")
          : Optional.empty();
    }

    @Override
    public Map<String, List<String>> switches() {
      return Map.of(
          "durability", List.of("default", "relaxed"),
          "batch", List.of("1", "9"),
          "age", List.of("1", "2"));
    }

    /** A pool of five for one payload. */
    @Override
    public int connections(Combination combination, int threads) {
      return combination.value("payload").equals("5B") ? 5 : threads;
    }

    @Override
    public Optional<String> heapShortage(Combination combination, int threads, long heapBytes) {
      return (combination.value("payload").equals("9B") && heapBytes < 3L << 30)
              || (combination.value("payload").equals("7B") && threads > 2)
          ? Optional.of("a heap of " + (heapBytes >> 20) + " MB is too small")
          : Optional.empty();
    }

    @Override
    public Map<String, List<String>> profiles() {
      return benchmark == Insert.class
          ? Map.of(
              "short",
              List.of("Insert", "-p", "payload=10B", "-pbatch=5", "-f3", "-prof", "pgstat"))
          : Map.of("short", List.of("Ingest", "-p", "payload=1B"));
    }

    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric(benchmark == Insert.class ? "" : "total", "documents");
    }
  }
}
