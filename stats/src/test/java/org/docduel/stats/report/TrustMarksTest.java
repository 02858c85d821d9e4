package org.docduel.stats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.stats.ResultJson;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustMarksTest {
  private static final SuperiorityTest QUICK =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 1));
  private static final double[] FORK = {10, 11, 10, 11};
  private static final double[] RAMP = {20, 15, 12, 10};
  private static final String UNSTEADY =
      "{\"warmUps\":[{\"kind\":\"warm-up\",\"store\":\"a\",\"parameters\":{},\"outcome\":"
          + "\"not steady\",\"seconds\":30,\"unit\":\"ms\",\"windows\":[1]}]}";

  @TempDir Path directory;

  /** Each mark as a reader sees it, of two stores whose forks are alike. */
  private List<String> marks(int forks, double[] fork, String sidecar) throws IOException {
    return marks(List.of(file("out", forks, fork, sidecar))).stream()
        .map(mark -> "%s %s %s".formatted(mark.sign(), mark.text(), mark.remedy()).strip())
        .toList();
  }

  private static List<Html.Mark> marks(List<Path> files) {
    return TestReport.of(files).withTest(QUICK).page().opening().stream()
        .flatMap(section -> section.blocks().stream())
        .filter(Html.Trust.class::isInstance)
        .flatMap(block -> ((Html.Trust) block).marks().stream())
        .toList();
  }

  private Path file(String name, int forks, double[] fork, String sidecar) throws IOException {
    double[][] values = new double[forks][];
    for (int i = 0; i < forks; i++) {
      values[i] = fork.clone();
      values[i][0] += 0.01 * i;
    }
    ResultJson json = new ResultJson();
    json.add("store=a", "ms/op", values);
    json.add("store=b", "ms/op", values);
    Path file = json.writeTo(directory, name + ".json");
    Path facts = directory.resolve(name + ".sidecar.json");
    Files.deleteIfExists(facts);
    if (!sidecar.isEmpty()) {
      Files.writeString(facts, sidecar);
    }
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "1, ! 1 fork each: too few for a verdict -f 5",
    "3, ! 3 forks each: intervals are wide -f 5",
    "5, ✓ 5 forks each"
  })
  void countsForks(int forks, String mark) throws IOException {
    assertThat(marks(forks, FORK, "")).contains(mark);
  }

  @Test
  void nothingIsTrustedThatNobodyNoted() throws IOException {
    assertThat(marks(5, FORK, "").subList(2, 5))
        .allMatch(mark -> mark.startsWith("? not recorded: "));
  }

  @Test
  void findsRampAndUnsteadyFork() throws IOException {
    assertThat(marks(5, FORK, "")).contains("✓ no trend over the iterations is found");
    assertThat(marks(5, RAMP, ""))
        .contains("! results still change over the iterations --warmup steady");
    assertThat(marks(5, RAMP, UNSTEADY.replace("not steady", "steady")))
        .as("a rule that took them for steady does not help")
        .contains("! results still change over the iterations -wi 10");
    assertThat(marks(5, FORK, UNSTEADY))
        .contains("! a fork did not get steady --warmup steady:120");
    assertThat(marks(5, new double[] {10}, ""))
        .contains("? one iteration a fork shows no trend -i 5");
  }

  @Test
  void unsteadyForkDoesNotHideTrends() throws IOException {
    assertThat(marks(List.of(file("out", 5, RAMP, UNSTEADY))).get(0).details())
        .hasSize(2)
        .noneMatch(line -> line.contains("--warmup"))
        .element(1)
        .asString()
        .contains("2 of 2 results are still getting faster");
  }

  @Test
  void seesRunsThatSharedTheMachine() throws IOException {
    String finding =
        "{\"findings\":[\"another run measures on this machine at the same time: the two disturb"
            + " each other\"]}";

    assertThat(marks(5, FORK, finding))
        .contains("! another run measured on this machine at the same time: measure again, alone");
    assertThat(marks(5, FORK, "{\"findings\":[]}"))
        .contains("✓ no other DocDuel run on the machine");
  }

  @ParameterizedTest
  @CsvSource({
    "default, default, ✓ the same durability for all (default)",
    "default, none, '! durability differs (default, none) -p durability=default'",
    "default, '', ? not recorded: the durability of some results"
  })
  void comparesDurability(String ofA, String ofB, String mark) throws IOException {
    String sidecar =
        """
        {"stores": [{"store": "a", "parameters": {}, "durability": "%s"},
          {"store": "b", "parameters": {}, "durability": "%s"}]}
        """
            .formatted(ofA, ofB);

    assertThat(marks(5, FORK, sidecar)).contains(mark);
  }

  @Test
  void refusesDifferentWaysToServers() throws IOException {
    String servers =
        List.of("loopback", "published").stream()
            .map(network ->
                "{\"name\":\"%1$s\",\"way\":\"given\",\"product\":\"%1$s 1\",\"settings\":{},\"network\":\"%1$s\"}"
                    .formatted(network))
            .collect(Collectors.joining(",", "{\"servers\":[", "], %s}"));
    String stores =
        "\"stores\": [{\"store\": \"a\", \"durability\": \"default\"},"
            + " {\"store\": \"b\", \"durability\": \"none\"}]";

    assertThat(marks(5, FORK, servers.formatted(stores)))
        .as("which does not hide that durability differs")
        .contains(
            "! one server answers through a published port --source container",
            "! durability differs (default, none) -p durability=default");
  }

  @ParameterizedTest
  @CsvSource({
    "passed, '✓ 2 checks of content, answers and plans passed'",
    "failed, '! 1 of 2 checks of content, answers and plans failed: see the checks before using any number'"
  })
  void countsChecks(String second, String mark) throws IOException {
    String sidecar =
        """
        {"checks": [{"store": "a", "check": "content", "outcome": "passed", "detail": ""},
          {"store": "b", "check": "content", "outcome": "%s", "detail": ""}]}
        """
            .formatted(second);

    assertThat(marks(5, FORK, sidecar)).contains(mark);
  }

  @Test
  void namesFilesWhoseChecksFailed() throws IOException {
    String checks =
        "{\"checks\": [{\"store\": \"a\", \"check\": \"content\", \"outcome\": \"%s\", \"detail\": \"\"}]}";
    Path good = file("good", 5, FORK, checks.formatted("passed"));
    Path bad = file("bad", 5, FORK, checks.formatted("failed"));

    assertThat(marks(List.of(good, bad)))
        .flatExtracting(Html.Mark::details)
        .containsExactly("Failed in " + bad + ".");
    assertThat(marks(List.of(bad))).flatExtracting(Html.Mark::details).isEmpty();
  }
}
