package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say of a run's rounds and of its twin. */
class RoundsAndTwinsTest {
  private static final double[] NEIGHBOUR = {1, 1.6, 1.1, 2.0, 1.3, 1.8};

  @TempDir Path directory;

  private String file = "";

  @BeforeEach
  void write() throws Exception {
    file = write("run.json", 1);
  }

  /** Three stores that a neighbour disturbs alike, and a twin so many times as slow. */
  private String write(String name, double twin) throws Exception {
    ResultJson json = new ResultJson();
    double[] levels = {1, 0.5, 0.9, twin};
    List<String> stores = List.of("a", "b", "c", "a~twin");
    for (int i = 0; i < levels.length; i++) {
      double[][] forks = new double[NEIGHBOUR.length][1];
      for (int k = 0; k < forks.length; k++) {
        forks[k][0] = levels[i] * NEIGHBOUR[k] * (1 + 0.004 * ((i * 7 + k * 5) % 6));
      }
      json.add("store=" + stores.get(i), "s/op", forks);
    }
    Path path = json.writeTo(directory, name);
    String rounds = "[1, 2, 3, 4, 5, 6]";
    Files.writeString(
        directory.resolve(name.replace(".json", ".sidecar.json")),
        "{\"version\": 1, \"rounds\": [%s, %s, %s, %s], \"environment\": {\"host\": \"h\"}}"
            .formatted(rounds, rounds, rounds, rounds));
    return path.toString();
  }

  private static String run(String... line) {
    CommandRun run = CommandRun.of(line);
    assertThat(run.err()).isEmpty();
    return run.out().replaceAll("\\s+", " ");
  }

  @Test
  void checkReportsSharedVarianceAndGainOfPairing() {
    assertThat(run("check", file))
        .contains(
            "Rounds share 1.00 of the variance: this machine is busy. Compared round by round"
                + " (--pair rounds), an interval is about 9")
        .contains(" % narrower.");
  }

  /** A parameter called query may be asked in forks of its own, or one after the other in each. */
  @Test
  void sidecarRecordsWhichResultsShareForks() throws Exception {
    ResultJson json = new ResultJson();
    for (String query : List.of("in", "lookup")) {
      double[][] forks = new double[NEIGHBOUR.length][1];
      for (int k = 0; k < forks.length; k++) {
        forks[k][0] = NEIGHBOUR[k] * (query.equals("in") && k == 2 ? 1.1 : 1);
      }
      json.add("store=a,query=" + query, "s/op", forks);
    }
    String links = json.writeTo(directory, "links.json").toString();
    String sidecar =
        "{\"version\": 1, \"rounds\": [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]], \"processes\": %s}";
    Path sidecarFile = directory.resolve("links.sidecar.json");

    Files.writeString(sidecarFile, sidecar.formatted("[1, 2]"));
    assertThat(run("check", links)).contains("Rounds share 0.9");
    Files.writeString(sidecarFile, sidecar.formatted("[1, 1]"));
    assertThat(run("check", links)).doesNotContain("Rounds share");
    Files.writeString(sidecarFile, sidecar.formatted("[]"));
    assertThat(run("check", links)).doesNotContain("Rounds share");
  }

  @Test
  void superiorityShowsTwinAsSentenceAndJsonTable() {
    assertThat(run("superiority", file))
        .contains("twin: ")
        .contains("a against itself")
        .contains("b is faster than a")
        .doesNotContain("~twin");
    assertThat(run("superiority", file, "--format", "json")).contains("\"twins\"");
  }

  /** Twins that differ by 20 % say of equal stores that they may differ by far more. */
  @Test
  void differingTwinWithholdsClaimsThatDoNotExceedIt() throws Exception {
    String differs = write("differs.json", 1.2);
    Path report = directory.resolve("report");
    run("report", differs, "-o", report.toString());

    assertThat(run("superiority", differs))
        .contains("no verdict on b against a: they differ by no more than equal stores may")
        .contains("they differ by more than chance, so claims have to exceed")
        .doesNotContain("is faster");
    assertThat(run("superiority", differs, "--baseline", "store=a", "--candidate", "store=b"))
        .contains("withheld");
    assertThat(run("superiority", differs, "--format", "json"))
        .contains("\"decision\" : \"withheld\"")
        .doesNotContain("\"decision\" : \"superior\"");
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("a against itself")
        .contains("withheld")
        .doesNotContain("is faster");
  }

  @Test
  void comparesAlternatingRevisionsForkByFork() throws Exception {
    String other = write("other.json", 1);

    assertThat(run("compare", file, other)).contains("not in turn: ");
    assertThat(run("compare", file, other, "--pair", "rounds", "--format", "json"))
        .contains("undecided");
    Files.delete(directory.resolve("run.sidecar.json"));
    Files.delete(directory.resolve("other.sidecar.json"));
    CommandRun without = CommandRun.of("compare", file, other, "--pair", "rounds");
    assertThat(without.status()).isEqualTo(2);
    assertThat(without.err()).contains("--pair rounds: no sidecar names the rounds");
  }

  @Test
  void doesNotLabelOtherTimeZonesUtc() throws Exception {
    Files.writeString(
        directory.resolve("run.sidecar.json"),
        "{\"version\": 1, \"started\": \"2026-05-01T10:20:30+02:00\"}");
    Path report = directory.resolve("zone");
    run("report", file, "-o", report.toString());

    assertThat(Files.readString(report.resolve("report.html")))
        .contains("2026-05-01 10:20 +02:00")
        .doesNotContain("10:20 UTC");
  }

  @Test
  void planExcludesClientOverhead() throws Exception {
    Files.writeString(
        directory.resolve("run.sidecar.json"),
        "{\"stores\": [{\"store\": \"c\", \"product\": \"no server (thrown away)\"}]}");

    assertThat(run("plan", file)).contains("among 2 stores");
  }

  @Test
  void gateAndPlanExcludeTwin() {
    assertThat(run("compare", file, file, "--format", "json"))
        .contains("undecided")
        .doesNotContain("~twin");
    assertThat(run("plan", file)).doesNotContain("~twin").contains("among 3 stores");
  }
}
