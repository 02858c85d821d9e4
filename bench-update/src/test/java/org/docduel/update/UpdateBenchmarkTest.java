package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class UpdateBenchmarkTest {
  private static final UpdateBenchmark.Update UPDATES = new UpdateBenchmark.Update();

  static List<Parameter<?>> parameters() {
    return UPDATES.parameters();
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void acceptsEveryExampleInHelp(Parameter<?> parameter) {
    String[] assignment = parameter.example().split("=", 2);
    assertThat(assignment[0]).isEqualTo(parameter.name());
    Arrays.stream(assignment[1].split(",")).forEach(parameter::parse);
  }

  @ParameterizedTest
  @CsvSource({
    "update, foo",
    "documents, 0",
    "documents, 1e6",
    "index, all",
    "keys, normal",
    "pool, -1",
    "rate, -1",
    "rate, fast"
  })
  void rejectsInvalidValueNamingParameter(String name, String value) {
    Parameter<?> parameter =
        parameters().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();

    assertThatThrownBy(() -> parameter.parse(value))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p " + name + "=" + value + ": accepted is ");
  }

  @ParameterizedTest
  @CsvSource({"0, 256, 256", "200, 256, 200", "2000, 8, 2000"})
  void countsConnectionsOfPoolOrWorkers(String pool, int threads, int needed) {
    Combination combination =
        new Combination("org.docduel.update.UpdateBenchmark.update", Map.of("pool", pool));

    assertThat(UPDATES.connections(combination, threads)).isEqualTo(needed);
  }
}
