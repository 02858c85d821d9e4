package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.spi.Capability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InsertWorkloadTest {
  private static final InsertWorkload WORKLOAD = new InsertWorkload();

  static List<Parameter> parameters() {
    return WORKLOAD.parameters();
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void everyExampleInTheHelpIsAccepted(Parameter parameter) {
    String[] assignment = parameter.example().split("=", 2);
    assertThat(assignment[0]).isEqualTo(parameter.name());
    Arrays.stream(assignment[1].split(",")).forEach(parameter.check());
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void aValueThatIsNoneIsRefusedByName(Parameter parameter) {
    assertThatThrownBy(() -> parameter.check().accept("4XB"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p " + parameter.name() + "=4XB: accepted is ");
  }

  @Test
  void aRungGoesOnlyWithItsPayload() {
    assertThat(WORKLOAD.refusal(combination("4KB", "200x20B"))).isEmpty();
    assertThat(WORKLOAD.refusal(combination("10B", "200x20B"))).isPresent();
    assertThat(WORKLOAD.refusal(combination("10B", "200"))).isEmpty();
  }

  @Test
  void loadingNeedsAStoreThatLoads() {
    assertThat(WORKLOAD.needs("org.docduel.insert.IngestionBenchmark.ingest"))
        .isEqualTo(Capability.INGEST);
    assertThat(WORKLOAD.needs("org.docduel.insert.InsertBenchmark.insert"))
        .isEqualTo(Capability.INSERT);
  }

  @Test
  void anOperationWithoutABatchHandlesOneDocument() {
    assertThat(WORKLOAD.primaryMetric("org.docduel.insert.InsertBenchmark.insert").items())
        .isEqualTo("documents");
    assertThat(WORKLOAD.primaryMetric("org.docduel.insert.DocumentMakingBenchmark.make").items())
        .isEqualTo("1");
    assertThat(WORKLOAD.primaryMetric("org.docduel.insert.EncodingBenchmark.json").items())
        .isEqualTo("1");
  }

  private static Combination combination(String payload, String attributes) {
    return new Combination(
        "a.InsertBenchmark.insert", Map.of("payload", payload, "attributes", attributes));
  }
}
