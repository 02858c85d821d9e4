package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims about runs that ended by their verdicts, and about files that were not made alike. */
class PlannedRunClaimsTest {
  private static final Path FAULTS =
      ModuleFiles.resolve(PlannedRunClaimsTest.class, "../stats/src/test/resources/faults");
  private static final String CLAIMS =
      """
      {"claims": [{"id": "S1", "claim": "b is better", "published": "better", "measure": "superior",
        "expect": {"is": "superior"}, "baseline": "store=a", "candidate": "store=b",
        "likeForLike": {}}]}
      """;

  @TempDir private Path directory;
  private Path claims = Path.of("unset");

  @BeforeEach
  void writeClaims() throws IOException {
    claims = Files.writeString(directory.resolve("claims.json"), CLAIMS);
  }

  private static String file(String name) {
    return FAULTS.resolve(name + ".json").toString();
  }

  private static CommandRun claims(String... args) {
    List<String> all = new ArrayList<>(List.of("claims"));
    all.addAll(List.of(args));
    all.add("--resamples=2000");
    return CommandRun.of(all.toArray(String[]::new));
  }

  private static String oneLine(CommandRun run) {
    return run.out().replaceAll("\\s+", " ");
  }

  @Test
  void judgesEarlyStoppedRunOverItsInterimAnalyses() throws IOException {
    Path alone = Files.copy(FAULTS.resolve("seq.json"), directory.resolve("seq.json"));

    CommandRun fixed = claims(alone.toString(), "--claims=" + claims, "--format=json");
    CommandRun stopped = claims(file("seq"), "--claims=" + claims, "--format=json");

    assertThat(fixed.out()).contains("\"superior (").doesNotContain("not superior");
    assertThat(stopped.out()).contains("\"not superior (");
    assertThat(oneLine(claims(file("seq"), "--claims=" + claims)))
        .contains("looked at after each round from 3 to at most 20 forks");
  }

  @Test
  void rejectsRunsThatSpentAlphaDifferently() throws IOException {
    List<String> files = new ArrayList<>();
    for (String spending : List.of("obrien-fleming", "pocock")) {
      files.add(
          Files.copy(FAULTS.resolve("seq.json"), directory.resolve(spending + ".json")).toString());
      Files.writeString(
          directory.resolve(spending + ".sidecar.json"),
          "{\"untilDecided\": {\"maxForks\": 20, \"spending\": \"%s\", \"looks\": []}}"
              .formatted(spending));
    }

    CommandRun run = claims(files.get(0), files.get(1), "--claims=" + claims);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("the runs spent alpha differently", "obrien-fleming", "pocock", "--spending");
  }

  @Test
  void warnsOfFilesOfSeveralJdks() {
    assertThat(oneLine(claims(file("m17"), file("m21")))).contains("JDK is 17.0.9 and 21.0.1");
  }
}
