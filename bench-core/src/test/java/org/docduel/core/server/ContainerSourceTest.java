package org.docduel.core.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.Workspace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.DockerClientFactory;

/**
 * Containers of a real engine, whose image {@code postgres:17} has to be there; nothing is pulled.
 */
@Timeout(120)
class ContainerSourceTest {
  private static final String IMAGE = "postgres:17";
  private static final String READY = "database system is ready to accept connections";
  private static final String DATA = "/var/lib/postgresql";

  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void requireEngine() {
    assumeThat(DockerEngine.ofProcess().architectureOf(IMAGE))
        .as("no Docker engine with the image " + IMAGE + " answers here")
        .isPresent();
  }

  @Test
  void sharesHostNetworkAndLeavesNothing() throws IOException {
    ContainerSource source = source(recipe("POSTGRES_PASSWORD"), "17.11");
    String id;
    try (RunningServer server = source.start(settings(), progress::add)) {
      List<Container> started = containers();
      assertThat(started).hasSize(1);
      id = started.get(0).getId();
      assertThat(server.container().orElseThrow().onHostNetwork()).isTrue();
      // nothing lies between: the engine publishes no port, so no proxy of its own runs
      assertThat(started.get(0).getPorts()).isEmpty();
      assertThat(started.get(0).getHostConfig()).isNotNull();
      assertThat(DockerClientFactory.lazyClient().inspectContainerCmd(id).exec().getMounts())
          .isNotNull()
          .allSatisfy(mount -> assertThat(mount.getDestination()).hasToString(DATA))
          .hasSize(1);
      assertThat(server.container().orElseThrow().problem().get()).isEmpty();
      assertThat(server.restart().getAsBoolean()).as("it starts again at its address").isTrue();
      assertThat(DockerClientFactory.lazyClient().listContainersCmd().exec())
          .filteredOn(container -> container.getImage().contains("ryuk"))
          .as("the watchdog that was pulled is the one that runs")
          .anyMatch(container -> container.getImage().equals(ContainerRun.RYUK));
      DockerClientFactory.lazyClient()
          .removeContainerCmd(id)
          .withForce(true)
          .withRemoveVolumes(true)
          .exec();
      assertThat(server.container().orElseThrow().problem().get().orElseThrow())
          .contains("is gone");
    }
    assertThat(containers()).isEmpty();
    assertThat(progress)
        .anyMatch(line -> line.matches("test: starting a container of postgres:17 on .*host's.*"));
  }

  /** As an engine leaves it that was stopped in mid-run. */
  @Test
  void removesWhatARunLeftThatEndedWithItsEngine() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    DockerClient client = DockerClientFactory.lazyClient();
    String leftover =
        client
            .createContainerCmd(IMAGE)
            .withLabels(Map.of(ContainerRun.PROCESS_LABEL, String.valueOf(ended.pid())))
            .exec()
            .getId();

    assertRejected(source(recipe("NOTHING"), ""), settings(), "POSTGRES_PASSWORD is not set");

    assertThatThrownBy(() -> client.inspectContainerCmd(leftover).exec())
        .isInstanceOf(NotFoundException.class);
    assertThat(progress)
        .contains(
            "removed a container of postgres:17 with its data, which an earlier run could not"
                + " remove");
  }

  @Test
  void rejectsServerOfAnotherVersion() {
    ContainerSource source = source(recipe("POSTGRES_PASSWORD"), "17.11");

    assertThatThrownBy(() -> source.start(settings("DOCDUEL_TEST_VERSION", "14")))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "DOCDUEL_TEST_VERSION=14: the server of the image postgres:17 says it is version"
                + " 17.11; ask for that, or name another image with DOCDUEL_TEST_IMAGE");
    assertThat(containers()).isEmpty();
  }

  @Test
  void namesWhyAnImageExits() {
    assertRejected(
        source(recipe("NOTHING"), ""),
        settings(),
        "test: the container postgres:17 does not start: it ended with status 1:"
            + " POSTGRES_PASSWORD is not set; correct its image or its settings");
  }

  /** One that has ended before anybody looks. */
  @Test
  void namesWhyAnImageExitsAtOnce() throws IOException {
    String image = "docduel-test-exits:1";
    DockerClient client = DockerClientFactory.lazyClient();
    String base = client.createContainerCmd(IMAGE).exec().getId();
    String entrypoint = "ENTRYPOINT [\"sh\",\"-c\",\"echo FATAL: no such file >&2; exit 3\"]";
    assertThat(
            post(
                "/commit?container=%s&repo=docduel-test-exits&tag=1&changes=%s"
                    .formatted(base, URLEncoder.encode(entrypoint, UTF_8)),
                new byte[0]))
        .contains("201 Created");
    try {
      assertRejected(
          source(recipeForImage(image), ""),
          settings(),
          "test: the container "
              + image
              + " does not start: it ended with status 3: FATAL: no such"
              + " file; correct its image or its settings");
      assertRejected(
          source(recipeForImage(image), ""),
          settings("DOCDUEL_CONTAINER_NETWORK", "published"),
          "it ended with status 3: FATAL: no such file");
    } finally {
      client.removeContainerCmd(base).withRemoveVolumes(true).exec();
      client.removeImageCmd(image).withForce(true).exec();
    }
  }

  @Test
  void givesUpOnImageThatNeverBecomesReady() {
    ContainerRecipe never =
        new ContainerRecipe(
            IMAGE,
            5432,
            Map.of("POSTGRES_PASSWORD", "p"),
            List.of("sleep", "60"),
            DATA,
            "no such line",
            1,
            "test://HOST:PORT");
    assertThatThrownBy(
            () -> source(never, "").start(settings("DOCDUEL_CONTAINER_START_SECONDS", "3")))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("test: the container postgres:17 is not ready after 3 s (")
        .hasMessageEndingWith("; correct the image, or raise DOCDUEL_CONTAINER_START_SECONDS");
    assertThat(containers()).isEmpty();
  }

  @Test
  void namesAFullVolume() {
    assertRejected(
        source(recipe("POSTGRES_PASSWORD"), ""),
        settings("DOCDUEL_CONTAINER_VOLUME", "type=tmpfs;device=tmpfs;o=size=16m"),
        "test: the container postgres:17 does not start: its disk is full (",
        "No space left on device",
        "; free some space; 'docker system df' says what the engine keeps");
  }

  @Test
  void rejectsDataInMemory() {
    assertRejected(
        source(recipe("POSTGRES_PASSWORD"), ""),
        settings("DOCDUEL_CONTAINER_VOLUME", "type=tmpfs;device=tmpfs;o=size=200m"),
        "the data of the container postgres:17 are in memory (tmpfs)");
  }

  @Test
  void namesAServerThatIsKilledForMemory() {
    assertRejected(
        source(
            new ContainerRecipe(
                IMAGE,
                1,
                Map.of(
                    "POSTGRES_PASSWORD",
                    "secret"), // else its image may end before its command runs
                List.of("tail", "/dev/zero"),
                DATA,
                READY,
                1,
                "test://HOST:PORT"),
            ""),
        settings("DOCDUEL_MEMORY", "256m"),
        "test: the container postgres:17 does not start: it was killed at the memory limit of 256"
            + " MB; raise --memory");
  }

  @Test
  void rejectsImageForAnotherProcessor() throws IOException {
    String other =
        DockerEngine.ofProcess().engine().orElseThrow().architecture().equals("arm64")
            ? "amd64"
            : "arm64";
    String image = "docduel-test-other:latest";
    DockerClient client = DockerClientFactory.lazyClient();
    assertThat(
            post(
                "/images/create?fromSrc=-&repo=docduel-test-other&platform=linux/" + other,
                tar(new byte[0])))
        .contains("200 OK");
    try {
      assertRejected(
          source(recipeForImage(image), ""),
          settings(),
          "test: the image %s is for %s, and the engine runs ".formatted(image, other));
    } finally {
      client.removeImageCmd(image).withForce(true).exec();
    }
  }

  @Test
  void namesOccupiedPort() throws IOException {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = occupied.getLocalPort();
      ContainerRecipe fixed =
          new ContainerRecipe(IMAGE, port, Map.of(), List.of(), DATA, READY, 1, "test://HOST:PORT");
      assertRejected(
          source(fixed, ""),
          settings(),
          "its port " + port + " of this machine is taken; end what uses it");
    }
  }

  /** A run's servers do not depend on what somebody has pulled, and it pulls nothing unasked. */
  @Test
  void offersContainersOnRequestAlone() {
    assertThat(source(recipeForImage("docduel/no-such-image:1"), "").availability(settings()))
        .isEqualTo(
            new Availability.OnRequest(
                "the image docduel/no-such-image:1 is not on this machine",
                "name the store to have it pulled, or run 'docker pull docduel/no-such-image:1'"));
    ContainerSource source = source(recipeForImage(IMAGE), "");
    assertThat(source.availability(settings()))
        .isEqualTo(
            new Availability.OnRequest(
                "its server would run in a container of postgres:17",
                "name the store, or its source: DOCDUEL_TEST_SOURCE=container"));
    assertThat(source.availability(settings("DOCDUEL_TEST_SOURCE", "container")))
        .isEqualTo(new Availability.Available());
    assertThat(source.availability(settings("DOCDUEL_SOURCE", "container")))
        .isEqualTo(new Availability.Available());
    assertThat(source.availability(settings("DOCDUEL_SOURCE", "embedded")))
        .isInstanceOf(Availability.OnRequest.class);
  }

  @Test
  void rejectsInvalidSettings() {
    for (String[] setting :
        new String[][] {
          {"DOCDUEL_CONTAINER_CPUS", "0"},
          {"DOCDUEL_CONTAINER_NETWORK", "bridge"},
          {"DOCDUEL_CONTAINER_VOLUME", "fast"},
          {"DOCDUEL_CONTAINER_START_SECONDS", "-1"}
        }) {
      assertThatThrownBy(() ->
              source(recipeForImage(IMAGE), "").availability(settings(setting[0], setting[1])))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith(setting[0] + "=" + setting[1] + ": ");
    }
  }

  private void assertRejected(ContainerSource source, Settings settings, String... parts) {
    assertThatThrownBy(() -> source.start(settings, progress::add))
        .isInstanceOf(ServerException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n"));
    assertThat(containers()).isEmpty();
  }

  /** Those of this process, whatever their state. */
  private static List<Container> containers() {
    return DockerClientFactory.lazyClient()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(
            Map.of(ContainerRun.PROCESS_LABEL, String.valueOf(ProcessHandle.current().pid())))
        .exec();
  }

  /** A recipe for PostgreSQL, whose image wants one variable to be set. */
  private static ContainerRecipe.Recipes recipe(String variable) {
    return (settings, place) ->
        new ContainerRecipe(
            IMAGE,
            place.port(5432),
            Map.of(variable, "p"),
            List.of(
                "postgres", "-c", "port=" + place.port(5432), "-c", "listen_addresses=127.0.0.1"),
            DATA,
            READY,
            2,
            "test://HOST:PORT");
  }

  private static ContainerRecipe recipeForImage(String image) {
    return new ContainerRecipe(image, 1, Map.of(), List.of(), DATA, READY, 1, "test://HOST:PORT");
  }

  private static ContainerSource source(ContainerRecipe recipe, String version) {
    return source((settings, place) -> recipe, version);
  }

  /** A server is there when it takes connections; its version is what the test says. */
  private static ContainerSource source(ContainerRecipe.Recipes recipes, String version) {
    Workspace probe =
        address -> {
          String[] host = address.hosts().get(0).split(":", 2);
          try (Socket socket = new Socket(host[0], Integer.parseInt(host[1]))) {
            return socket.isConnected() ? version : "";
          } catch (IOException e) {
            throw new Workspace.WorkspaceException(String.valueOf(e.getMessage()), "wait");
          }
        };
    return new ContainerSource("test", probe, recipes, (ServerAddress address) -> {}, true);
  }

  private static Settings settings(String... pair) {
    return Settings.of(pair.length == 0 ? Map.of() : Map.of(pair[0], pair[1]), new Properties());
  }

  /** What the engine answers; its Java client sends no file system. */
  private static String post(String path, byte[] body) throws IOException {
    String place = DockerEngine.ofProcess().engine().orElseThrow().place();
    assumeThat(place).startsWith("unix://");
    try (SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(place.substring("unix://".length())))) {
      OutputStream request = Channels.newOutputStream(channel);
      request.write(
          "POST %s HTTP/1.0\r\nHost: docker\r\nContent-Length: %d\r\n\r\n"
              .formatted(path, body.length)
              .getBytes(UTF_8));
      request.write(body);
      return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
    }
  }

  /** A file system with one file. */
  static byte[] tar(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, 10_240)) {
      TarArchiveEntry file = new TarArchiveEntry("file");
      file.setSize(content.length);
      tar.putArchiveEntry(file);
      tar.write(content);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }
}
