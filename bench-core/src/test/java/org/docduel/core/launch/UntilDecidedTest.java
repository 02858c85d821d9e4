package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.Comparisons.UntilDecided;
import org.docduel.core.workload.Combination;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of two files, one store, until it is decided which takes longer. */
class UntilDecidedTest {
  private final StringWriter said = new StringWriter();
  private final Plan plan = plan();
  private final RunRecord record = new RunRecord(plan, List.of(), Instant.EPOCH, Optional.empty());
  private final Deque<Order.Turn> left = new ArrayDeque<>();

  @TempDir Path directory;

  private static Plan plan() {
    TestWorkload workload = new TestWorkload();
    String line = "Insert -p store=here -p dataset=./a,./b --until decided";
    return new Plan(
        workload,
        List.of(TestStore.inserting("here")),
        new Arguments(List.of(line.split(" ", -1)), workload, Map.of()),
        List.of(
            TestWorkload.entry(
                "a.Insert", Map.of("store", "all", "dataset", "./a", "durability", "default"))),
        () -> new ClientGroup.Stores(Map.of(), Set.of(), Set.of()));
  }

  private void lookAfter(int fork, @Nullable Path json) {
    UntilDecided.of(record, new PrintWriter(said, true))
        .after(new Order.Turn(plan.kept().get(1), fork), left, Optional.ofNullable(json));
  }

  /** Results have the name of a file's content. */
  @Test
  void filesOfThisMachineAreComparedUnderTheNamesOfTheirContent() {
    RunFiles files = measured();
    plan.kept().forEach(one -> left.add(new Order.Turn(one, 3)));

    lookAfter(2, files.json);

    assertThat(said.toString()).startsWith("look at 3 forks: 0 of 1 verdicts are in");
    assertThat(left).hasSize(2);
  }

  @Test
  void ofSeveralBenchmarksEachIsNamed() {
    RunFiles files = measured();
    Map<String, String> compared = Map.of("a.Insert.b", "dataset", "a.Ingest.b", "dataset");

    new UntilDecided(compared, record, new PrintWriter(said, true))
        .after(new Order.Turn(plan.kept().get(1), 2), left, Optional.of(files.json));

    assertThat(said.toString()).contains("look at 3 forks of b: 0 of 1 verdicts are in");
  }

  /** The file, if there is one, is of an older run. */
  @Test
  void resultsThatCouldNotBeWrittenEndNothing() {
    plan.kept().forEach(one -> left.add(new Order.Turn(one, 3)));

    lookAfter(2, null);

    assertThat(said.toString()).isEmpty();
    assertThat(left).hasSize(2);
  }

  private RunFiles measured() {
    for (int fork = 0; fork < 3; fork++) {
      for (Combination one : plan.kept()) {
        long nanos =
            (one.value("dataset").equals("./a") ? 1_000_000L : 1_001_000L) + 500_000L * fork;
        record.add(
            List.of(RunRecordTest.result(one.benchmark(), one.parameters(), nanos)),
            new Order.Turn(one, fork));
      }
    }
    RunFiles files = RunFilesTest.named(directory.resolve("out.json"));
    files.save(record, "running");
    return files;
  }

  @Test
  void aRunWithoutAVerdictIsNotSaidToHaveThemAll() throws IOException {
    lookAfter(19, Files.writeString(directory.resolve("out.json"), "[]"));

    assertThat(said.toString())
        .contains("no verdict after 20 forks", "undecided or withheld: 1")
        .doesNotContain("every verdict is in");
  }
}
