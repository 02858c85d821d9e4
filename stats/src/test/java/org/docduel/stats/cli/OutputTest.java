package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of every command in every format, as files to read. */
class OutputTest {
  private static final String EXAMPLE = "examples/turutin-n100k-runs.json";
  private static final String RUNS = "src/test/resources/runs/";

  static Stream<Arguments> commands() {
    Stream<Arguments> all =
        Stream.of(
            Arguments.of(
                "superiority-example",
                "superiority "
                    + EXAMPLE
                    + " --baseline variant=jsonb_ind --candidate variant=rel_ind --by scenario"),
            Arguments.of(
                "superiority-published",
                "superiority "
                    + EXAMPLE
                    + " --baseline variant=jsonb_ind --candidate variant=rel_ind --by scenario"
                    + " --method percentile,welch"),
            Arguments.of(
                "superiority-compare", "superiority " + RUNS + "forks.json --compare store"),
            Arguments.of("superiority-usual", "superiority " + RUNS + "forks.json"),
            Arguments.of("summary-plain", "summary " + RUNS + "forks.json"),
            Arguments.of(
                "summary-items",
                "summary " + RUNS + "forks.json --by store,payload --items documents"),
            Arguments.of("summary-histograms", "summary " + RUNS + "histograms.json"),
            Arguments.of(
                "compare",
                "compare " + RUNS + "before.json " + RUNS + "after.json --fail-on-regression 5%"),
            Arguments.of("plan-alone", "plan " + RUNS + "forks.json --delta 0.05"),
            Arguments.of(
                "plan-pair",
                "plan " + RUNS + "forks.json --baseline store=alpha --candidate store=beta"),
            Arguments.of("check", "check " + RUNS + "forks.json"),
            Arguments.of(
                "claims", "claims " + RUNS + "forks.json --claims " + RUNS + "claim-rows.json"));
    return all.flatMap(command ->
        Stream.of("text", "csv", "json", "markdown")
            .map(format -> Arguments.of(command.get()[0], command.get()[1], format)));
  }

  @ParameterizedTest(name = "{0} as {2}")
  @MethodSource("commands")
  void printsWhatTheGoldenFileHolds(String name, String command, String format) throws IOException {
    String[] args =
        Stream.concat(Arrays.stream(command.split(" ")), Stream.of("--format", format))
            .toArray(String[]::new);

    CommandRun run = CommandRun.of(args);

    assertThat(run.status()).isEqualTo(command.startsWith("compare") ? 1 : 0);
    GoldenFile.check(name + "." + format + ".txt", run.out());
    if (!format.equals("csv")) {
      assertThat(run.err()).isEmpty();
    }
  }

  @Test
  void throughputIsAveragedAsJmhDoes(@TempDir Path directory) {
    Path rate =
        new ResultJson()
            .add("k=a", "ops/s", new double[] {2, 4}, new double[] {3, 3}, new double[] {2, 4})
            .add("k=b", "ops/s", new double[] {3, 3}, new double[] {4, 2}, new double[] {4, 2})
            .writeTo(directory, "r.json");

    assertThat(CommandRun.of("summary", rate.toString()).out()).contains("333.3 ms");
    assertThat(CommandRun.of("superiority", rate.toString(), "--compare=k", "--format=csv").out())
        .contains("a,b,1,6,6,0.0,");
  }

  @ParameterizedTest
  @MethodSource("commandNames")
  void everyCommandHasHelp(String command) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Usage: stats " + command);
  }

  @Test
  void theVersionIsANumber() {
    assertThat(CommandRun.of("--version").out()).matches("DocDuel stats [0-9]+\\.[0-9].*\\s*");
  }

  @ParameterizedTest
  @CsvSource({
    "compare, BEFORE... AFTER",
    "plan, 'P[,P]'",
    "convert-csv, 'COLUMN[,COLUMN]'",
  })
  void usageNamesEachArgumentOnce(String command, String argument) {
    String usage = CommandRun.of(command, "--help").out().split("\n\n|\n[A-Z]", 2)[0];

    assertThat(usage).contains(argument).doesNotContain(argument + "[", argument + " " + argument);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json"})
  void theGatesOutcomeIsAField(String format) {
    String[] files = {"compare", RUNS + "before.json", RUNS + "after.json"};
    String[] more = {"--fail-on-regression=5%", "--format=" + format};
    String out =
        CommandRun.of(Stream.of(files, more).flatMap(Stream::of).toArray(String[]::new)).out();

    assertThat(out).contains("outcome", "exit_status", "lower", "upper", "failed", "passed");
  }

  static Stream<String> commandNames() {
    return Stream.of("superiority", "summary", "compare", "plan", "check", "claims", "convert-csv");
  }
}
