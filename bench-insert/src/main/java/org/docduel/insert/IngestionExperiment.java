package org.docduel.insert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.spi.Capability;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.StoreDialect;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.Subjects;

/** The bulk loads, as the launcher sees them. */
final class IngestionExperiment implements Experiment {
  static final Parameter<Integer> ROWS =
      OwnFile.count(
          Parameter.number(
              "rows", 1, 100_000_000, "IngestionBenchmark: how many rows", "rows=10000,1000000"));

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
    return List.of(
        PayloadSize.PARAMETER,
        Attributes.PARAMETER,
        ROWS,
        OwnFile.parameter(
            Stream.concat(Stream.of(OwnFile.GENERATED, "w2", "users"), BulkLoad.SUITES.stream())
                .toList()));
  }

  @Override
  public Map<String, String> recorded(Combination combination) {
    return OwnFile.recorded(combination);
  }

  @Override
  public Combination settled(Combination combination) {
    return OwnFile.settled(combination, ROWS);
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    String dataset = combination.value(OwnFile.PARAMETER);
    if (OwnFile.is(dataset)) {
      return OwnFile.refusal(combination);
    } else if (!BulkLoad.SUITES.contains(dataset)) {
      return Attributes.refusal(combination);
    }
    Suite suite = Suite.read(dataset);
    return StoreDialect.refusal(suite, combination.value(Subjects.STORE))
        .or(() -> BulkLoad.refusal(suite, combination.get(ROWS)));
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1
        ? Optional.of("one client loads, as the store does it fastest")
        : Optional.empty();
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(IngestionBenchmark.TOTAL, "rows", "rows");
  }
}
