package org.docduel.update;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;

/** The updates, as the launcher sees them. */
final class UpdateExperiment implements Experiment {
  @Override
  public Class<?> benchmark() {
    return UpdateBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.UPDATE);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return UpdateParameters.described();
  }

  @Override
  public Optional<Collection> collection(Combination combination) {
    return Optional.of(
        Profiles.collection(
            UpdateDocuments.withDefaults(),
            combination.get(UpdateKind.PARAMETER),
            combination.get(UpdateParameters.INDEX)));
  }

  @Override
  public int connections(Combination combination, int threads) {
    int pool = combination.storeConfig().pool();
    return pool > 0 ? pool : threads;
  }

  /** Each worker has documents of its own. */
  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    int documents = UpdateParameters.DOCUMENTS.parse(combination.value("documents"));
    return documents < threads
        ? Optional.of("documents=" + documents + " gives some of them no document to update")
        : Optional.empty();
  }

  /**
   * JMH's score adds up what each thread did in a time of its own, which says little where single
   * updates take as long as an iteration.
   */
  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(UpdateWindow.THROUGHPUT, "1", "documents", Set.of("rate"));
  }
}
