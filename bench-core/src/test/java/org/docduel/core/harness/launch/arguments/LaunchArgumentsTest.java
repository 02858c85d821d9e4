package org.docduel.core.harness.launch.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.harness.launch.plan.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchArgumentsTest {
  private static final Map<String, List<String>> PROFILES =
      Map.of("short", List.of("InsertBenchmark", "-p", "payload=10B", "-p", "batch=5", "-f", "3"));

  private static LaunchArguments parse(String... arguments) {
    return LaunchArguments.parse(List.of(arguments), PROFILES);
  }

  @Test
  void leavesStockOptionsToJmh() {
    LaunchArguments launch = parse("Insert", "-p", "payload=4KB", "-wi", "1", "-rf", "json");
    assertThat(launch.jmh())
        .containsExactly("Insert", "-p", "payload=4KB", "-wi", "1", "-rf", "json");
    assertThat(launch.order()).isEqualTo(Order.DEFAULT);
    assertThat(launch.report()).isTrue();
  }

  @Test
  void takesItsOwnOptionsInBothForms() {
    assertThat(parse("--order=interleaved", "--no-report").order()).hasToString("interleaved");
    assertThat(parse("--order", "sequential").order()).hasToString("sequential");
    assertThat(parse("--no-report").report()).isFalse();
  }

  @Test
  void findsParametersInEveryFormThatJmhTakes() {
    assertThat(parse("-p", "payload=4KB", "-pstore=noop", "-p", "payload=1KB").parameters())
        .isEqualTo(Map.of("payload", "4KB,1KB", "store", "noop"));
    assertThat(parse("-prof", "gc").parameters()).isEmpty();
  }

  @Test
  void whatIsTypedWinsOverTheProfile() {
    LaunchArguments launch = parse("--profile", "short", "-p", "payload=4KB", "-f", "1");
    assertThat(launch.jmh())
        .containsExactly("InsertBenchmark", "-p", "batch=5", "-p", "payload=4KB", "-f", "1");
    assertThat(parse("--profile=short", "Ingestion", "-f2").jmh())
        .containsExactly("-p", "payload=10B", "-p", "batch=5", "Ingestion", "-f2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--profile=long", "--orders=random", "--order", "--profile", "--order=up"})
  void refusesWhatItDoesNotKnow(String argument) {
    assertThatThrownBy(() -> parse(argument))
        .isInstanceOf(BadInputException.class)
        .message()
        .startsWith("--")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"payload", "=4KB", "payload="})
  void refusesParametersWithoutNameOrValue(String assignment) {
    assertThatThrownBy(() -> parse("-p", assignment))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("NAME=VALUE");
  }
}
