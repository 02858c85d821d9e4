package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged jar, run as a person runs it. */
class BenchmarksJarIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(BenchmarksJarIT.class);

  @TempDir Path directory;

  @Test
  void completesWithVerdictAndPlans() throws Exception {
    Ended ended =
        run("IndexedRead -p scenario=S1 -p rows=1000 -p variant=jsonb_ind,rel_ind"
                + " -f 3 -wi 0 -i 2 -rf json -rff out.json")
            .succeeded();
    assertThat(ended.out()).contains("jsonb_ind").contains("rel_ind").contains("verdict");
    assertThat(Files.readString(directory.resolve("out.json"))).contains("\"execution\"");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .contains("\"plans\"")
        .contains("\"answer before the run\"")
        .doesNotContain("\"outcome\" : \"failed\"");
  }

  @Test
  @Tag("alone")
  void findsSlowerSettingOfVersionWithItsPlan() throws Exception {
    String slow =
        "jsonb@17:enable_indexscan=off;enable_indexonlyscan=off;enable_bitmapscan=off_ind";
    Ended ended =
        run("IndexedRead -p scenario=S8 -p rows=8000 -p planner=server -f 5 -wi 1 -i 2 -w 200ms"
                + " -r 200ms -rf json -rff out.json -p variant="
                + slow
                + ",jsonb@17_ind")
            .succeeded();
    assertThat(ended.out())
        .contains("The plan changed between versions for 1 of 1 queries: jsonb_ind.")
        .containsPattern("jsonb@17_ind .* faster by 20");
    assertThat(Files.readString(directory.resolve("out-report/report.html")))
        .contains("Which plans changed?", "Seq Scan");
  }

  @Test
  void linkReadsHaveVerdictAndReportUnusedIndex() throws Exception {
    Ended ended =
        run("LinkRead -p store=postgres-jsonb,postgres-typed -p query=referring,in -p links=2"
                + " -p documents=20 -p lookups=5 -f 3 -wi 0 -i 1 -rf json -rff out.json")
            .succeeded();
    assertThat(ended.out())
        .contains("verdict")
        .contains("no index is used by postgres-jsonb")
        .containsPattern("  in: postgres-(jsonb|typed) .*; postgres-(jsonb|typed) .*\\(.*x\\)");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("as the generator has them")
        .contains("\"status\" : \"complete\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "IndexedRead -p scenario=S1 -p rows=1000 -p variant=jsonb_ind,rel_ind",
        "KeyAccess -p documents=users-5 -p rows=100 -p store=postgres-jsonb,postgres-typed",
        "QuerySuite -p suite=customer -p rows=200 -p query=1.6 -p store=postgres-jsonb,postgres-typed"
      })
  @Tag("alone")
  void showsTimeBreakdownOfRead(String line) throws Exception {
    Ended ended = run(line + " --explain -f 2 -wi 0 -i 1 -rf json -rff out.json").succeeded();
    assertThat(ended.out())
        .containsPattern("faster\\s+than\\s+[^:]+:\\s+of\\s+[0-9.]+\\s+[mµn]?s,")
        .containsPattern("are\\s+not\\s+explained\\.")
        .contains("Where the time goes", "buffers");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"kind\" : \"explain\"", "\"serialise\"", "\"wire\"")
        .contains("\"benchmark\" : \"org.docduel.read.");
    assertThat(Files.readString(directory.resolve("out-report/report.html")))
        .contains("Where does the time go?");
  }

  /** SQLite tells nothing: the line says so, and the run of both ends well. */
  @Test
  void unexplainedBenchmarkDoesNotFailRun() throws Exception {
    Ended ended =
        run("IndexedRead KeyAccess --explain -p scenario=S1 -p rows=200 -p documents=users-5"
                + " -p variant=jsonb_ind,rel_ind -p store=sqlite-json -f 1 -wi 0 -i 1"
                + " -rf json -rff out.json")
            .succeeded();
    assertThat(ended.out())
        .contains("Where the time goes", "none of the results is explained; ")
        .doesNotContain("failed");
  }

  @ParameterizedTest
  @CsvSource({
    "'', rows=0" // the other parameters: BadParametersTest
  })
  void rejectsBadParameter(String benchmark, String parameter) throws Exception {
    Ended ended = run((benchmark + " -p " + parameter).strip());
    assertThat(ended.rejection()).contains(parameter);
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Test
  void rejectsUnavailableVersion() throws Exception {
    Ended ended =
        JAR.run(
            directory,
            Map.of("DOCDUEL_POSTGRES_VERSION", "9", "DOCDUEL_POSTGRES_SOURCE", "embedded"),
            "-p",
            "rows=1000");
    assertThat(ended.rejection())
        .startsWith("docduel: -p variant=")
        .contains("and 9 is requested")
        .contains("scripts/postgres");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows shows no arguments of processes")
  void runEndsWhenServerDies() throws Exception {
    PackagedRun run =
        JAR.start(directory, Map.of(), "-p", "scenario=S1,S2", "-p", "rows=1000", "-f", "9");
    ProcessHandle server = awaitServer(run);
    run.awaitOutput("loaded");

    assertThat(server.destroyForcibly()).isTrue();

    Ended ended = run.await();
    assertThat(ended.failure()).contains("postgres-").contains("the run ends here");
    assertThat(server.isAlive()).isFalse();
  }

  /** The process that serves the port which the run has named. */
  private ProcessHandle awaitServer(PackagedRun run) throws Exception {
    Matcher port = Pattern.compile("127\\.0\\.0\\.1:(\\d+)").matcher(run.awaitOutput("postgres: "));
    assertThat(port.find()).isTrue();
    return ProcessHandle.allProcesses()
        .filter(
            process -> process.info().commandLine().orElse("").contains("--port=" + port.group(1)))
        .findFirst()
        .orElseThrow();
  }

  private Ended run(String line) throws Exception {
    return JAR.run(directory, line);
  }
}
