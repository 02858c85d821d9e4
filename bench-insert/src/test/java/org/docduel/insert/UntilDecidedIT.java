package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A packaged run that ends when its verdicts are in. */
class UntilDecidedIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(UntilDecidedIT.class);
  private static final Pattern FORK = Pattern.compile("\\[[-+.0-9E,\\s]+]");

  private static final Pattern LOOK =
      Pattern.compile(
          "\"forks\" : ([0-9]+),\\s*\"decided\" : \\[([^]]*)],\\s*\"open\" : \\[([^]]*)]");

  @TempDir Path directory;

  @Test
  void consoleReportFileAndStatsAgree() throws Exception {
    Ended ended = run("-p store=postgres-jsonb -p documents=300 -p batch=1,300 --max-forks 4");
    Look last = lastLook(4, ended);
    boolean decided = !last.open();
    assertThat(forks("\"batch\" : \"1\"")).isEqualTo(last.forks());

    Map<String, String> stats = row(stats("--compare batch --format csv"));
    Map<String, String> report = row(Files.readString(reported()));
    String verdict = stats.getOrDefault("verdict", "");
    assertThat(decided).isEqualTo(!verdict.equals("undecided"));
    assertThat(last.decided()).isEqualTo(decided ? "\"300 against 1: " + verdict + "\"" : "");
    assertThat(ended.out()).contains("  " + verdict);
    assertThat(report).containsEntry("verdict", verdict);
    assertThat(report.getOrDefault("verdict_lower", ""))
        .isEqualTo(stats.getOrDefault("verdict_lower", ""));
    // without its sidecar nobody knows that the file was looked at
    Files.delete(directory.resolve("out.sidecar.json"));
    assertThat(stats("--compare batch")).contains("batch").doesNotContain("looked at");
  }

  @Test
  void storesWithoutOpponentStopAfterThreeForks() throws Exception {
    Ended ended = run("-p store=postgres-json,postgres-jsonb,noop -p documents=60 --max-forks 4");
    Look last = lastLook(4, ended);
    assertThat(
            ended.out().contains("ties with postgres-json")
                || ended.out().contains("undecided against postgres-json"))
        .isEqualTo(!ended.out().contains("is faster than"));
    assertThat(forks("\"store\" : \"noop\"")).isEqualTo(3);
    assertThat(forks("\"store\" : \"postgres-json\"")).isEqualTo(last.forks());
    assertThat(forks("\"store\" : \"postgres-jsonb\"")).isEqualTo(last.forks());
  }

  @Test
  void twinRunsAsLongAsItsStoreAndIsNotRanked() throws Exception {
    Ended ended =
        run("--twin -p store=sqlite-json,sqlite-jsonb -p documents=60 --max-forks 3 --no-report");

    assertThat(forks("\"store\" : \"sqlite-json~twin\""))
        .isEqualTo(forks("\"store\" : \"sqlite-json\""));
    List<String> lines = ended.out().lines().toList();
    assertThat(lines.get(lines.size() - 1)).startsWith("twin: ").contains("sqlite-json against");
    assertThat(stats("--compare store")).doesNotContain("~twin");
    assertThat(stats("--format json")).contains("\"twins\"");
  }

  private Ended run(String arguments) throws Exception {
    Ended ended =
        JAR.run(
                directory,
                arguments
                    + " --until decided -p payload=10B -p attributes=1 -wi 1 -i 2 -rff out.json")
            .succeeded();
    return ended;
  }

  private record Look(int forks, String decided, boolean open) {}

  private Look lastLook(int maxForks, Ended ended) throws IOException {
    String sidecar = Files.readString(directory.resolve("out.sidecar.json"));
    sidecar = sidecar.substring(sidecar.indexOf("\"untilDecided\""));
    assertThat(sidecar)
        .contains("\"maxForks\" : " + maxForks + ",")
        .contains("\"spending\" : \"pocock\"");
    List<Look> looks =
        LOOK.matcher(sidecar)
            .results()
            .map(found ->
                new Look(
                    Integer.parseInt(found.group(1)),
                    found.group(2).strip(),
                    !found.group(3).isBlank()))
            .toList();
    Look last = looks.get(looks.size() - 1);
    assertThat(ended.out().replaceAll("\\s+", " "))
        .contains("3 to " + maxForks + " forks")
        .contains("looked at after each round from 3 to at most " + maxForks + " forks, pocock")
        .contains("looked at with " + last.forks() + " forks")
        .contains(
            last.open()
                ? "the run ends after " + maxForks + " forks; undecided or withheld: "
                : "every verdict is in after " + last.forks() + " forks");
    assertThat(ended.lines("look at ")).hasSize(looks.size());
    return last;
  }

  /** The number of forks of the result that has a text. */
  private long forks(String text) throws IOException {
    String json = Files.readString(directory.resolve("out.json"));
    for (String result : json.split("\"jmhVersion\"", -1)) {
      if (result.contains(text)) {
        int from = result.indexOf("\"rawData\"");
        String rawData = result.substring(from, result.indexOf("\"secondaryMetrics\"", from));
        return FORK.matcher(rawData).results().count();
      }
    }
    throw new AssertionError("no result has " + text);
  }

  @ParameterizedTest
  @CsvSource({
    "--until decided -p store=postgres-jsonb,--until decided: nothing is compared",
    "--until decided --max-forks 1,--max-forks 1: accepted is 3 to 100",
    "--until decided -f 4,-f does not go with --until decided"
  })
  void rejectsUndecidablePlan(String arguments, String line) throws Exception {
    Ended ended =
        JAR.run(
            directory, arguments + " -p payload=10B -p documents=60 -p attributes=1 -wi 0 -i 1");
    assertThat(ended.rejection()).startsWith("docduel: " + line);
    assertThat(directory.resolve("results")).doesNotExist();
  }

  private String stats(String more) throws Exception {
    Ended ended =
        BenchmarksJar.main(UntilDecidedIT.class, "org.docduel.stats.cli.Main")
            .run(directory, "superiority out.json " + more)
            .succeeded();
    return ended.out();
  }

  private Path reported() {
    return directory.resolve("out-report/tables/pairs.csv");
  }

  /** The first row of a table, by the names of its columns. */
  private static Map<String, String> row(String csv) {
    List<String> lines = csv.lines().toList();
    Map<String, String> row = new HashMap<>();
    String[] values = lines.get(1).split(",", -1);
    String[] names = lines.get(0).split(",", -1);
    for (int i = 0; i < names.length; i++) {
      row.put(names[i], values[i]);
    }
    return row;
  }
}
