package org.docduel.core.launch.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.TestWorkload;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.result.ResultPaths;
import org.docduel.core.launch.result.ResultPathsTest;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
  @TempDir Path directory;

  private final List<String> stopped = new ArrayList<>();

  /** A server that stops, or says that it does not. */
  private final class StoppableSource implements ServerSource {
    private final String name;
    private final boolean stops;

    StoppableSource(String name, boolean stops) {
      this.name = name;
      this.stops = stops;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Availability availability(Settings settings) {
      return new Availability.Available();
    }

    @Override
    public RunningServer start(Settings settings) {
      return new RunningServer(
          new ServerAddress(name + "://"),
          () -> {
            stopped.add(name);
            if (!stops) {
              throw new NoClassDefFoundError(name + " does not stop"); // its jar is gone
            }
          });
    }
  }

  private record Served(String name, ServerFamily family) implements StoreProvider {
    @Override
    public Set<Capability> capabilities() {
      return Set.of(Capability.INSERT, Capability.READ_BACK);
    }

    @Override
    public Optional<String> unsupportedReason(StoreConfig config) {
      return Optional.empty();
    }

    @Override
    public Optional<ServerFamily> server() {
      return Optional.of(family);
    }

    @Override
    public Store open(Optional<ServerAddress> address, StoreConfig config) {
      throw new UnsupportedOperationException("no fork runs");
    }
  }

  /** A class path beyond a page, as an IDE gives it, is cut where Java tells command lines. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void findsForkWithLongCommandLine() throws Exception {
    String path = "x".repeat(20_000);
    Process fork =
        new ProcessBuilder("sh", "-c", "sleep 60; :", path, "org.openjdk.jmh.runner.ForkedMain")
            .start();
    Process other = new ProcessBuilder("sh", "-c", "sleep 60; :", path).start();
    try {
      for (int i = 0; i < 500 && !ForkProcesses.isFork(fork.toHandle()); i++) {
        Thread.sleep(20); // until it runs the shell
      }
      assertThat(ForkProcesses.isFork(fork.toHandle())).isTrue();
      assertThat(ForkProcesses.isFork(other.toHandle())).isFalse();
    } finally {
      fork.destroyForcibly();
      other.destroyForcibly();
    }
  }

  @Test
  void failedServerStopKeepsResultsOfRun() throws IOException {
    List<StoreProvider> stores =
        List.of(
            new Served(
                "first", new ServerFamily("first", List.of(new StoppableSource("first", true)))),
            new Served(
                "last", new ServerFamily("last", List.of(new StoppableSource("last", false)))));
    TestWorkload workload = new TestWorkload();
    Path json = directory.resolve("out.json");
    String older = "# JMH version: 1.37";
    Files.writeString(directory.resolve("out.jmh.log"), older);
    List<String> line = List.of("Insert", "-rff", json.toString());
    Arguments arguments = new Arguments(line, workload, Map.of());
    Map<String, String> defaults = Map.of("store", "all", "payload", "1B", "durability", "default");
    Plan plan =
        new Plan(
            workload,
            stores,
            arguments,
            List.of(TestWorkload.entry("a.Insert", defaults)),
            () -> new ClientGroup.Stores(Map.of(), Set.of(), Set.of()));
    StringWriter output = new StringWriter();
    PrintWriter out = new PrintWriter(output, true);
    Path forks;
    try (Run run =
        new Run(
            plan,
            line,
            new RunServers(stores, Settings.of(Map.of(), new Properties()), progress -> {}),
            out,
            Optional.empty())) {
      run.start();
      forks = Path.of(System.getProperty(Settings.property(RunDirectory.SETTING)));
      assertThat(forks).isDirectory();
    }

    assertThat(stopped).containsExactly("last", "first");
    assertThat(output.toString())
        .contains("warning: the servers could not be released: last does not stop");
    assertThat(forks).doesNotExist();
    // no fork was begun: the files of an older run are as they were, and none is new
    assertThat(directory.resolve("out.jmh.log")).hasContent(older);
    assertThat(directory.resolve("out.sidecar.json")).doesNotExist();
    // a run that cannot have its files leaves nothing behind
    try (ResultPaths other = ResultPathsTest.paths(json)) {
      other.lock();
      assertThatThrownBy(() ->
              new Run(
                  plan,
                  line,
                  new RunServers(
                      List.of(), Settings.of(Map.of(), new Properties()), progress -> {}),
                  out,
                  Optional.empty()))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("another run writes it");
    }
    // the lock on the results is free again
    new Run(
            plan,
            line,
            new RunServers(List.of(), Settings.of(Map.of(), new Properties()), progress -> {}),
            out,
            Optional.empty())
        .close();
  }
}
