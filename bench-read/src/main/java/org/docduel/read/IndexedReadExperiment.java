package org.docduel.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.core.config.Parameter;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.Subjects;

/** The indexed reads, as the launcher sees them. */
final class IndexedReadExperiment implements Experiment {
  /** The scenario on indexed fields, without a limit. */
  static final Parameter<Scenario> SCENARIO =
      Parameter.choice(
          "scenario",
          scenarios().stream().collect(Collectors.toMap(Scenario::name, Function.identity())),
          scenarios().stream()
              .map(one -> one.name() + " " + one.title())
              .collect(Collectors.joining(", ")),
          "scenario=S1,S4");

  static final Parameter<Integer> ROWS =
      Parameter.number("rows", 1, 999_999_999, "documents in the collection", "rows=1000,1000000");
  static final Parameter<Integer> LIMIT =
      Parameter.number(
          "limit",
          0,
          999_999_999,
          "the most rows that S10 asks for (0: all, as published)",
          "limit=0,10,100");

  /** The indexes of the plans in the publication, of an early revision of it, or better ones. */
  static final Parameter<List<Index>> INDEX =
      Parameter.choice(
          "index",
          Map.of(
              "published", IndexedReads.published(),
              "published-early", IndexedReads.publishedEarly(),
              "best", IndexedReads.best()),
          "published, published-early (an early revision's), or best (what an administrator would"
              + " choose; see docs/workloads.md#indexed-reads)",
          "index=published,best");

  /** Whether an observation is the server's time alone, as the publication measured it. */
  static final Parameter<Boolean> SERVER_CLOCK =
      Parameter.choice(
          "clock",
          Map.of("both", false, "server", true),
          "both (client and server, an execution each), server (EXPLAIN's alone, as published)",
          "clock=server");

  private static List<Scenario> scenarios() {
    return IndexedReads.scenarios(IndexedReads.INDEXED, 0);
  }

  @Override
  public Class<?> benchmark() {
    return IndexedReadBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.READ);
  }

  /** Every store that reads, once on indexed fields and once on their twins. */
  @Override
  public Subjects subjects(List<StoreProvider> providers) {
    Map<String, String> stores = new LinkedHashMap<>();
    Variant.of(providers).forEach(variant -> stores.put(variant.name(), variant.store()));
    return new Subjects(Variant.PARAMETER, stores);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(SCENARIO, ROWS, LIMIT, INDEX, SERVER_CLOCK);
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    if (combination.get(LIMIT) > 0 && !combination.value("scenario").equals("S10")) {
      return Optional.of("S10 alone has a limit");
    }
    return Variant.isIndexed(combination.value(Variant.PARAMETER))
            || combination.value("index").equals("published")
        ? Optional.empty()
        : Optional.of("fields without an index are the same with every choice of indexes");
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1
        ? Optional.of("an indexed read is one execution by one client")
        : Optional.empty();
  }

  @Override
  public Map<String, List<String>> switches() {
    return Map.of(
        "index", List.of("published", "best"),
        "indexing", List.of("after", "before"),
        "locale", List.of("server", "en-US"),
        "planner", List.of("server", "published"));
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "1", "rows");
  }
}
