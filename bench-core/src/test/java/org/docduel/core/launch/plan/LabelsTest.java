package org.docduel.core.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;

class LabelsTest {
  @Test
  void labelHasStoreAndVaryingParameters() {
    Combination small =
        new Combination("a.B.c", Map.of("store", "s", "payload", "1B", "batch", "5"));
    Labels labels = new Labels(Set.of("store"), List.of(small, small.with("payload", "2B")));
    assertThat(labels.of(small.parameters())).isEqualTo("s payload=1B");
    assertThat(labels.withProductNames(Map.of("s", "t (s wire)")).of(small.parameters()))
        .isEqualTo("t (s wire) payload=1B");
  }

  @Test
  void labelHasBenchmarkWhenThereAreSeveral() {
    Combination combination = new Combination("a.B.c", Map.of("store", "s"));
    Combination other = new Combination("a.D.c", Map.of("store", "s"));
    Labels labels = new Labels(Set.of("store"), List.of(combination, other));
    assertThat(labels.of(other.withBenchmark())).isEqualTo("D.c s");
    assertThat(labels.of(other.parameters())).isEqualTo("s");
  }

  @Test
  void labelWithoutStoreHasOnlyParameters() {
    Combination combination = new Combination("a.B.c", Map.of("size", "1"));
    assertThat(
            new Labels(Set.of("store"), List.of(combination, combination.with("size", "2")))
                .of(combination.parameters()))
        .isEqualTo("size=1");
  }

  /** The survivor of two stores keeps its name. */
  @Test
  void plannedDifferenceVariesEvenIfOneWasMeasured() {
    Map<String, String> first = Map.of("store", "here", "payload", "1B");
    Map<String, String> second = Map.of("store", "gone", "payload", "1B");
    assertThat(Labels.varying(Stream.of(first, first, second))).containsExactly("store");
    assertThat(Labels.varying(Stream.of(first, first))).isEmpty();
  }
}
