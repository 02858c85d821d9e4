package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.StoreDialect;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;
import org.docduel.core.workload.Subjects;

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
  public List<Parameter<?>> parameters() {
    return IngestionParameters.described();
  }

  @Override
  public Combination settled(Combination combination) {
    return OwnFile.settled(combination);
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    String dataset = combination.value("dataset");
    if (!IngestionParameters.isSuite(dataset)) {
      return InsertExperiment.ladder(combination);
    }
    Suite suite = Suite.read(dataset);
    return StoreDialect.refusal(suite, combination.value(Subjects.STORE))
        .or(() -> SuiteBulkLoad.refusal(suite, combination.get(IngestionParameters.ROWS)));
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1
        ? Optional.of("one client loads, as the store does it fastest")
        : Optional.empty();
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(IngestionState.TOTAL, "rows", "rows");
  }
}
