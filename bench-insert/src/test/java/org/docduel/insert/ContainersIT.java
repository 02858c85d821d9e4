package org.docduel.insert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.docduel.core.server.DockerEngine;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.docduel.testkit.TestEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs whose server is in a container, on a real engine that has the image {@code postgres:17}:
 * whatever ends them, nothing is left.
 */
class ContainersIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(ContainersIT.class);
  private static final String IMAGE = "postgres:17";
  private static final String SHORT =
      "-p payload=10B -p store=postgres-json,postgres-jsonb -p documents=60 -p batch=25 -f 3 -wi 0"
          + " -i 2 --source container -rf json -rff out.json";
  private static final String LONG =
      "-p payload=4KB -p store=postgres-jsonb -f 1 -wi 0 -i 1000 --source container";

  /** Ryuk waits ten seconds for a lost process to come back. */
  private static final Duration REMOVAL_LIMIT = Duration.ofSeconds(40);

  private static final Pattern CONTAINER_ID = Pattern.compile("\"Id\":\"([0-9a-f]{64})\"");

  @TempDir Path directory;

  @BeforeEach
  void requireEngine() {
    TestEngine.requireImage(IMAGE);
    assumeThat(place()).as("an engine of this machine").startsWith("unix://");
  }

  @Test
  void endsWithAVerdictAndNamesTheSource() throws Exception {
    PackagedRun run = JAR.start(directory, Map.of(), SHORT.split(" "));
    Ended ended = run.await().succeeded();

    assertThat(ended.out())
        .contains("postgres: starting a container of postgres:17 on Docker ")
        .contains(", on the host's network")
        .containsPattern("postgres-json +postgres-jsonb +1 ");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains(
            "\"way\" : \"container\"", "\"image\" : \"postgres:17\"", "\"roundTripNanos\" : ");
    assertThat(directory.resolve("out-report/report.html")).isNotEmptyFile();
    assertThat(containers(run)).isEmpty();
  }

  @Test
  void keepsTheResultsSoFarWhenItsContainerIsRemoved() throws Exception {
    PackagedRun run = JAR.start(directory, Map.of(), SHORT.split(" "));
    run.awaitOutput("[1/6]");
    callEngine("DELETE", "/containers/" + containers(run).get(0) + "?force=1&v=1");
    Ended ended = run.await();

    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
    assertThat(ended.lines("failed: ")).as(ended.out()).isNotEmpty();
    assertThat(Files.readString(directory.resolve("out.json"))).contains("\"store\" : \"postgres");
    assertThat(containers(run)).isEmpty();
  }

  @Test
  void removesItsContainerWhenItIsInterrupted() throws Exception {
    PackagedRun run = JAR.start(directory, Map.of(), LONG.split(" "));
    run.awaitOutput("1 combination");
    assertThat(containers(run)).hasSize(1);
    run.process().destroy(); // as Ctrl-C does
    Ended ended = run.await();

    assertThat(ended.status()).as(ended.toString()).isNotZero();
    assertThat(ended.out()).contains("interrupted");
    assertThat(containers(run)).isEmpty();
  }

  @Test
  void leavesNoContainerWhenItIsKilled() throws Exception {
    PackagedRun run = JAR.start(directory, Map.of(), LONG.split(" "));
    run.awaitOutput("1 combination");
    List<ProcessHandle> forks = run.descendants();
    assertThat(containers(run)).hasSize(1);
    run.process().destroyForcibly();
    forks.forEach(ProcessHandle::destroyForcibly);
    run.await();

    assertThat(Processes.eventually(REMOVAL_LIMIT, () -> containers(run).isEmpty()))
        .as("Ryuk removes it: " + containers(run))
        .isTrue();
  }

  /** The ids of a run's containers, whatever their state. */
  private static List<String> containers(PackagedRun run) {
    String filter = "{\"label\":[\"org.docduel.process=%d\"]}".formatted(run.process().pid());
    return CONTAINER_ID
        .matcher(
            callEngine("GET", "/containers/json?all=1&filters=" + URLEncoder.encode(filter, UTF_8)))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String place() {
    return DockerEngine.ofProcess().engine().map(DockerEngine.Engine::place).orElse("");
  }

  /** What the engine answers over its socket. */
  private static String callEngine(String verb, String path) {
    UnixDomainSocketAddress socket =
        UnixDomainSocketAddress.of(place().substring("unix://".length()));
    try (SocketChannel channel = SocketChannel.open(socket)) {
      String request = verb + " " + path + " HTTP/1.0\r\nHost: docker\r\n\r\n";
      channel.write(ByteBuffer.wrap(request.getBytes(UTF_8)));
      return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
