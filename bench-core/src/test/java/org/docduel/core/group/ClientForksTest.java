package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What becomes of a client's fork, which is a process of its own. */
@Tag("alone") // a member that gets no processor for seconds counts as lost
@Isolated("a group ends when it finds a process stopped that this one has started")
class ClientForksTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<ClientGroup> group = new ArrayList<>();

  @TempDir Path directory;

  @BeforeEach
  void form() throws Exception {
    GroupPlan plan = ClientGroupTest.plan(2, Optional.empty());
    Future<ClientGroup> other = threads.submit(() -> ClientGroupTest.form(plan, Map.of()));
    group.add(ClientGroupTest.form(plan, Map.of()));
    group.add(other.get());
    group.sort((first, second) -> first.plan().number() - second.plan().number());
  }

  @AfterEach
  void close() {
    group.forEach(client -> threads.execute(client::close));
    threads.shutdown();
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "a process is stopped as on Linux")
  void stoppedForkEndsGroup() throws Exception {
    Process fork = new ProcessBuilder("sleep", "600").start();
    long stopped = System.nanoTime();
    new ProcessBuilder("kill", "-STOP", String.valueOf(fork.pid())).start().waitFor();

    Future<?> waiting = waiting();
    assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES))
        .hasMessageContaining("its fork or its server was stopped");
    assertThat(System.nanoTime() - stopped).isLessThan(TimeUnit.SECONDS.toNanos(10));
    assertThat(fork.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  /** By the way that forks take, too. */
  @Test
  void endedForkDoesNotEndGroup() throws Exception {
    group.get(1).serveBarrier(directory);

    Process fork = fork();
    assertThat(fork.inputReader(UTF_8).readLine()).isEqualTo("client 1 of 2");
    fork.destroyForcibly().waitFor();

    Future<?> waiting = waiting();
    assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    group.get(1).terminate("over", false);
  }

  /** Were it stopped, it would not end by itself. */
  @Test
  void startedForkEndsWithGroup() throws Exception {
    group.get(1).serveBarrier(directory);
    Process fork = fork();
    assertThat(fork.inputReader(UTF_8).readLine()).isEqualTo("client 1 of 2");

    group.get(0).terminate("over", false);

    assertThat(fork.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  /** It would load all documents before it comes to a gate. */
  @Test
  void rejectsForkStartedAfterTheEnd() throws Exception {
    group.get(1).serveBarrier(directory);
    group.get(0).terminate("over", false);
    assertThat(group.get(1).reason()).isPresent();

    Process fork = fork();

    assertThat(fork.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  private Process fork() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-D" + Settings.property(RunDirectory.SETTING) + "=" + directory,
            Fork.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** A fork that does nothing. */
  static final class Fork {
    private Fork() {}

    public static void main(String[] arguments) throws InterruptedException {
      Clients clients = Clients.ofFork();
      System.out.println("client " + clients.number() + " of " + clients.count());
      Thread.sleep(TimeUnit.MINUTES.toMillis(2));
    }
  }

  /** The first client, for the other one, which says nothing. */
  private Future<?> waiting() {
    return threads.submit(() -> group.get(0).requireSame("word", "w"));
  }
}
