package org.docduel.core.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.docduel.core.server.ServerSource.Availability;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class DockerEngineTest {
  @TempDir Path directory;

  private @Nullable ServerSocketChannel imitation;

  @AfterEach
  void close() throws IOException {
    if (imitation != null) {
      imitation.close();
    }
  }

  @Test
  void findsTheRealEngineAndItsImages() {
    DockerEngine engine = DockerEngine.ofProcess();
    assumeThat(engine.availability())
        .as("no Docker engine answers here")
        .isInstanceOf(Availability.Available.class);

    assertThat(engine.engine().orElseThrow().product()).matches("(Docker|Podman) [0-9].*");
    assertThat(engine.architectureOf("docduel/no-such-image:1")).isEmpty();
  }

  @Test
  void rejectsOutdatedEngine() throws IOException {
    answer(
        "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n"
            + "{\"Version\":\"20.10.24\",\"ApiVersion\":\"1.41\",\"Arch\":\"amd64\"}");

    assertUnavailable(
        "Docker 20.10.24 has API 1.41, and Testcontainers needs 1.44",
        "install Docker 25 or newer");
  }

  @Test
  void doesNotWaitForASilentEngine() throws IOException {
    answer("");
    long start = System.nanoTime();

    assertUnavailable(
        "the Docker engine at DOCKER_HOST=" + host() + " did not answer within 5 s",
        "look at its log, or restart it");
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(4900), Duration.ofSeconds(8));
  }

  @Test
  void rejectsServerThatIsNotAnEngine() throws IOException {
    answer("HTTP/1.0 404 Not Found\r\n\r\n<html>");

    assertUnavailable(
        "what listens at DOCKER_HOST=" + host() + " is not a Docker engine (HTTP status 404)",
        "start Docker, or set DOCKER_HOST");
  }

  @Test
  void namesMissingSocket() {
    assertUnavailable(
        "there is no socket at DOCKER_HOST=" + host(), "start the engine, or correct DOCKER_HOST");
  }

  /** What an engine leaves that was killed. */
  @Test
  void namesSocketWithoutServer() throws IOException {
    answer("x");
    close();

    Availability.Unavailable no = unavailable(host());
    assertThat(no.reason())
        .startsWith("no Docker engine answers at DOCKER_HOST=" + host() + " (")
        .containsIgnoringCase("refused");
  }

  @Test
  void rejectsInvalidAddress() {
    assertThat(unavailable("ssh://me@there"))
        .isEqualTo(
            new Availability.Unavailable(
                "DOCKER_HOST=ssh://me@there is not the address of an engine",
                "write it as unix:///PATH or tcp://HOST:PORT"));
  }

  /** Of root no socket keeps out: this runs as an ordinary user too. */
  @Test
  void namesUserWithoutAccessToSocket() throws IOException {
    answer("x");
    Path socket = directory.resolve("s");
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("---------"));
    assumeThat(Files.isWritable(socket)).as("this user may do everything").isFalse();

    assertUnavailable(
        "this user (%s) may not use the Docker engine's socket %s"
            .formatted(System.getProperty("user.name"), socket),
        "add the user to the socket's group, or run a rootless engine and set DOCKER_HOST");
  }

  private void assertUnavailable(String reason, String remedy) {
    assertThat(unavailable(host())).isEqualTo(new Availability.Unavailable(reason, remedy));
  }

  private Availability.Unavailable unavailable(String host) {
    return (Availability.Unavailable)
        DockerEngine.of(Map.of("DOCKER_HOST", host), directory).availability();
  }

  private String host() {
    return "unix://" + directory.resolve("s");
  }

  /** Something that gives an answer to whoever asks; an empty one never comes. */
  private void answer(String text) throws IOException {
    ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    imitation = opened;
    opened.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
    Thread serving =
        new Thread(() -> {
          try {
            while (true) {
              SocketChannel connection = opened.accept();
              connection.read(ByteBuffer.allocate(1 << 16));
              if (!text.isEmpty()) {
                connection.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
                connection.close();
              }
            }
          } catch (IOException closed) {
            // the test has ended
          }
        });
    serving.setDaemon(true);
    serving.start();
  }
}
