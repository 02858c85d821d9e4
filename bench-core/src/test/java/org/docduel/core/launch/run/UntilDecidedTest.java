package org.docduel.core.launch.run;

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
import org.docduel.core.launch.TestStore;
import org.docduel.core.launch.TestWorkload;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.launch.result.ResultPathsTest;
import org.docduel.core.launch.result.RunFiles;
import org.docduel.core.launch.result.RunRecord;
import org.docduel.core.launch.result.RunRecordTest;
import org.docduel.core.workload.Combination;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of two files, one store, until it is decided which takes longer. */
class UntilDecidedTest {
  private final StringWriter output = new StringWriter();
  private final Plan plan = plan();
  private final RunRecord record = new RunRecord(plan, List.of(), Instant.EPOCH, Optional.empty());
  private final Deque<Turn> remaining = new ArrayDeque<>();

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
    UntilDecided.of(record, new PrintWriter(output, true))
        .onRoundEnd(
            new Turn(plan.combinations().get(1), fork), remaining, Optional.ofNullable(json));
  }

  /** Results have the name of a file's content. */
  @Test
  void comparesLocalFilesByContentName() {
    RunFiles files = measured();
    plan.combinations().forEach(combination -> remaining.add(new Turn(combination, 3)));

    lookAfter(2, files.paths.json);

    assertThat(output.toString()).startsWith("look at 3 forks: 0 of 1 verdicts are in");
    assertThat(remaining).hasSize(2);
  }

  @Test
  void namesEachOfSeveralBenchmarks() {
    RunFiles files = measured();
    Map<String, String> compared = Map.of("a.Insert.b", "dataset", "a.Ingest.b", "dataset");

    new UntilDecided(compared, record, new PrintWriter(output, true))
        .onRoundEnd(
            new Turn(plan.combinations().get(1), 2), remaining, Optional.of(files.paths.json));

    assertThat(output.toString()).contains("look at 3 forks of b: 0 of 1 verdicts are in");
  }

  /** The file, if there is one, is of an older run. */
  @Test
  void unsavedResultsDoNotEndRun() {
    plan.combinations().forEach(combination -> remaining.add(new Turn(combination, 3)));

    lookAfter(2, null);

    assertThat(output.toString()).isEmpty();
    assertThat(remaining).hasSize(2);
  }

  private RunFiles measured() {
    for (int fork = 0; fork < 3; fork++) {
      for (Combination combination : plan.combinations()) {
        long nanos =
            (combination.value("dataset").equals("./a") ? 1_000_000L : 1_001_000L)
                + 500_000L * fork;
        record.results.add(
            List.of(RunRecordTest.result(combination.benchmark(), combination.parameters(), nanos)),
            new Turn(combination, fork));
      }
    }
    RunFiles files = new RunFiles(ResultPathsTest.paths(directory.resolve("out.json")));
    files.save(record, "running");
    return files;
  }

  @Test
  void doesNotClaimAllVerdictsWithoutAny() throws IOException {
    lookAfter(19, Files.writeString(directory.resolve("out.json"), "[]"));

    assertThat(output.toString())
        .contains("no verdict after 20 forks", "undecided or withheld: 1")
        .doesNotContain("every verdict is in");
  }
}
