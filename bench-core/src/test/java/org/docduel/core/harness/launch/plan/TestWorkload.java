package org.docduel.core.harness.launch.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.spi.Capability;

/**
 * A workload for tests of plans: payload 13B makes no sense, and {@code Ingest} needs a store that
 * ingests.
 */
final class TestWorkload implements Workload {
  @Override
  public String name() {
    return "test";
  }

  @Override
  public String mainBenchmark() {
    return "Insert";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    return combination.value("payload").equals("13B")
        ? Optional.of("thirteen is unlucky")
        : Optional.empty();
  }

  @Override
  public Capability needs(String benchmark) {
    return benchmark.contains("Ingest") ? Capability.INGEST : Capability.INSERT;
  }

  @Override
  public PrimaryMetric primaryMetric(String benchmark) {
    return new PrimaryMetric("", "documents", "payload");
  }

  @Override
  public Map<String, List<String>> profiles() {
    return Map.of();
  }
}
