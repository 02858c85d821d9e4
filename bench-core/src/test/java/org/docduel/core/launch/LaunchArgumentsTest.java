package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;
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

  @Test
  void untilDecidedTakesThePlaceOfAProfilesForks() {
    LaunchArguments launch = parse("--profile", "short", "--until", "decided");
    assertThat(launch.looks()).contains(new Looks(20, Spending.POCOCK));
    assertThat(launch.jmh()).contains("batch=5").doesNotContain("-f", "3");
    assertThat(
            parse(
                    "--until=decided",
                    "--max-forks=7",
                    "--spending",
                    "obrien-fleming",
                    "-foe",
                    "true")
                .looks())
        .contains(new Looks(7, Spending.OBRIEN_FLEMING));
    assertThat(parse("-f", "3").looks()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--until;--until: a value is missing",
        "--until done;--until done: accepted is decided",
        "--max-forks 5;--max-forks goes with --until decided",
        "--spending pocock;--spending goes with --until decided",
        "--until decided --max-forks 2;--max-forks 2: accepted is 3 to 100",
        "--until decided --max-forks many;--max-forks many: accepted is 3 to 100",
        "--until decided --spending all;--spending all: accepted is pocock or obrien-fleming",
        "--until decided -f 3;-f does not go with --until decided",
        "--until decided -f3;-f does not go with --until decided",
        "--until decided --order sequential;--order sequential does not go with --until decided"
      })
  void refusesLooksThatCannotBe(String argumentsAndMessage) {
    String[] parts = argumentsAndMessage.split(";", -1);
    assertThatThrownBy(() -> parse(parts[0].split(" ", -1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(parts[1])
        .message()
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
