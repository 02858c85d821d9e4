package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeterminismTest {
  private static final List<String> ARGUMENTS =
      List.of(
          "superiority",
          "src/test/resources/runs/forks.json",
          "--baseline=store=alpha",
          "--candidate=store=beta",
          "--method=studentized");

  /** The default, which needs no resampling. */
  private static String byT(String... more) {
    List<String> arguments = new ArrayList<>(ARGUMENTS);
    arguments.set(arguments.size() - 1, "--method=t");
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new)).out();
  }

  private static String run(String... more) {
    String[] args = Stream.concat(ARGUMENTS.stream(), Stream.of(more)).toArray(String[]::new);
    return CommandRun.of(args).out();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void numberOfThreadsChangesNoDigit(int threads) {
    assertThat(run("--format=json", "--threads=" + threads))
        .isEqualTo(run("--format=json", "--threads=1"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE})
  void seedIsRecordedAndChangesTheResamples(long seed) {
    assertThat(run("--format=json", "--seed=" + seed))
        .contains("\"seed\" : " + seed)
        .isNotEqualTo(
            run("--format=json", "--seed=42").replace("\"seed\" : 42", "\"seed\" : " + seed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"payload=10B", "payload=4KB"})
  void presenceOfAnotherGroupChangesNoDigitOfARow(String where) {
    String group = where.substring(where.indexOf('=') + 1);

    assertThat(row(byT("--format=csv", "--by=payload", "--where=" + where), group))
        .isEqualTo(row(byT("--format=csv", "--by=payload"), group));
  }

  /** The estimate and its p; bounds and adjusted p depend on the family. */
  private static String row(String csv, String group) {
    String[] cells =
        csv.lines()
            .filter(line -> line.startsWith(group + ","))
            .findFirst()
            .orElseThrow()
            .split(",", -1);
    return String.join(",", cells[0], cells[3], cells[6]);
  }
}
