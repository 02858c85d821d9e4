package org.docduel.update;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.work.Window;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;

/** The updates, as the launcher sees them. */
final class UpdateExperiment implements Experiment {
  static final Parameter<Integer> DOCUMENTS =
      Parameter.number(
          "documents", 1, 100_000_000, "documents in the collection", "documents=1000000");
  static final Parameter<Integer> RATE =
      Parameter.number(
          "rate",
          0,
          10_000_000,
          "updates due per second (0: each worker sends when it can)",
          "rate=0,1000");

  /** Which index there is on the key, beside the primary key. */
  static final Parameter<List<Index>> INDEX =
      Parameter.choice(
          "index",
          Map.of(
              "user_id", List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY))),
              "unusable", List.of(new Index(Index.Kind.AS_TEXT, List.of(UpdateDocuments.KEY))),
              "none", List.of()),
          "user_id, none, unusable (on the key as text, while statements compare a number)",
          "index=none,unusable,user_id");

  static final Parameter<Keys> KEYS =
      Parameter.choice(
          "keys",
          Map.of("uniform", Keys.UNIFORM, "zipfian", Keys.ZIPFIAN),
          "uniform, zipfian",
          "keys=uniform,zipfian");

  @Override
  public Class<?> benchmark() {
    return UpdateBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.UPDATE);
  }

  @Override
  public boolean divides() {
    return true;
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(UpdateKind.PARAMETER, DOCUMENTS, INDEX, KEYS, StoreConfig.POOL, RATE);
  }

  @Override
  public Optional<Collection> collection(Combination combination) {
    return Optional.of(collection(combination.get(UpdateKind.PARAMETER), combination.get(INDEX)));
  }

  static Collection collection(UpdateKind kind, List<Index> indexes) {
    List<Path> extracted = kind == UpdateKind.TYPED ? List.of(UpdateDocuments.SCORE) : List.of();
    return new Collection("w3", UpdateDocuments.withDefaults().document(0).body(), indexes)
        .withKey(UpdateDocuments.KEY)
        .withExtracted(extracted);
  }

  @Override
  public int connections(Combination combination, int threads) {
    int pool = combination.get(StoreConfig.POOL);
    return pool > 0 ? pool : threads;
  }

  /** Each worker has documents of its own. */
  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    int documents = combination.get(DOCUMENTS);
    return documents < threads
        ? Optional.of("documents=" + documents + " gives some of them no document to update")
        : Optional.empty();
  }

  @Override
  public Map<String, List<String>> switches() {
    return Map.of(
        "update", List.of("set", "replace"),
        "keys", List.of("uniform", "zipfian"),
        "key", List.of("expression", "column"),
        "fillfactor", List.of("100", "70"),
        "durability", List.of("default", "relaxed"));
  }

  /**
   * JMH's score adds up what each thread did in a time of its own, which says little where single
   * updates take as long as an iteration.
   */
  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(Window.THROUGHPUT, "1", "documents");
  }
}
