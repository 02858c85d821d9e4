package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Experiment;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.PrimaryMetric;
import org.docduel.core.spi.Capability;

/** The bulk loads, as the launcher sees them. */
final class IngestionExperiment implements Experiment {
  @Override
  public Class<?> benchmark() {
    return IngestionBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.INGEST);
  }

  @Override
  public List<Parameter> parameters() {
    return IngestionParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    return InsertExperiment.ladder(combination);
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(IngestionState.TOTAL, "rows", "rows");
  }
}
