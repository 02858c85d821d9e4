package org.docduel.core.launch.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.group.GroupPlan;
import org.docduel.core.group.GroupPorts;
import org.docduel.core.launch.TestStore;
import org.docduel.core.launch.TestWorkload;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.launch.result.ResultPathsTest;
import org.docduel.core.launch.result.RunFiles;
import org.docduel.core.launch.result.RunRecord;
import org.docduel.core.launch.result.SeriesJournal;
import org.docduel.core.server.ServerException;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

@Isolated("it changes the class path, and clients of a group must not wait for a processor")
@Timeout(60)
class ForksTest {
  private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());
  private static final String CLASS_PATH = "java.class.path";

  @TempDir Path directory;

  /** Forks of theirs would wait for the next one of this client. */
  @Test
  void otherClientsLearnWhyAClientStops() throws Exception {
    GroupPlan clients = two();
    CompletableFuture<ClientGroup> other = CompletableFuture.supplyAsync(() -> joined(clients));
    String classPath = System.getProperty(CLASS_PATH);
    Path jar = Files.writeString(directory.resolve("benchmarks.jar"), "a program");
    try (ClientGroup client = joined(clients);
        ClientGroup another = other.get();
        RunDirectory run = RunDirectory.create()) {
      System.setProperty(CLASS_PATH, jar.toString());
      Forks forks = forks(client, run);
      assertThat(forks.canContinue(1)).isTrue();

      Files.delete(jar);

      assertThat(forks.canContinue(1)).isFalse();
      assertThat(forks.record().failures()).singleElement().asString().contains("is gone");
      assertThatThrownBy(() -> another.requireSame("word", "w"))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining(client.plan().name() + ": " + jar + " is gone");
    } finally {
      System.setProperty(CLASS_PATH, classPath);
    }
  }

  /** What they have on disk may be older: forks of different stores would be added up. */
  @Test
  void otherClientsSkipForksSkippedByFirst() throws Exception {
    GroupPlan clients = two();
    CompletableFuture<ClientGroup> other = CompletableFuture.supplyAsync(() -> joined(clients));
    Path json = Files.writeString(directory.resolve("out.json"), "[]");
    try (ClientGroup client = joined(clients);
        ClientGroup another = other.get();
        RunDirectory run = RunDirectory.create()) {
      boolean isFirst = client.plan().isFirst();
      for (ClientGroup each : List.of(isFirst ? client : another, isFirst ? another : client)) {
        RunRecord record = forks(each, run).record();
        Combination insert = record.plan.combinations().get(0);
        Deque<Turn> remaining = new ArrayDeque<>(List.of(new Turn(insert, 9)));
        Map<String, String> compared =
            each.plan().isFirst() ? Map.of() : Map.of(insert.benchmark(), "store");

        new UntilDecided(compared, record, NOWHERE)
            .onRoundEnd(new Turn(insert, 8), remaining, Optional.of(json));

        assertThat(remaining).as(each.plan().name()).isEmpty();
      }
    }
  }

  private static GroupPlan two() {
    String hosts = "127.0.0.1:" + GroupPorts.next() + ",127.0.0.1:" + GroupPorts.next();
    return GroupPlan.parse("2", hosts, Optional.empty());
  }

  private static ClientGroup joined(GroupPlan clients) {
    ClientGroup joined = ClientGroup.join(clients);
    joined.awaitMembers(NOWHERE, Map.of());
    return joined;
  }

  private Forks forks(ClientGroup group, RunDirectory run) {
    TestWorkload workload = new TestWorkload();
    Arguments arguments = new Arguments(List.of("Insert"), workload, Map.of());
    Plan plan =
        new Plan(
            workload,
            List.of(TestStore.inserting("here")),
            arguments,
            List.of(TestWorkload.entry("a.Insert", Map.of("store", "all"))),
            () -> new ClientGroup.Stores(Map.of(), Set.of(), Set.of()));
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
    RunRecord record = new RunRecord(plan, List.of(), Instant.EPOCH, Optional.of(group));
    Labels labels = new Labels(plan.subjectParameters(), plan.combinations());
    return new Forks(
        arguments.jmh,
        silent,
        record,
        new SeriesJournal(
            record,
            new RunFiles(ResultPathsTest.paths(directory.resolve("b.json"))),
            () -> {},
            line -> {}),
        new Progress(NOWHERE, labels, List.of(), false, result -> ""),
        new RunServers(plan.stores, Settings.of(Map.of(), new Properties()), line -> {}),
        Optional.of(group),
        run,
        Forks.JarFingerprint.now(),
        Optional::empty);
  }
}
