package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The download comes from a server of this test's own, and what comes is an imitation. */
class DownloadedMongodTest {
  private static final DownloadedMongod SOURCE = new DownloadedMongod();

  @TempDir private Path directory;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer mirror;

  @BeforeEach
  void startMirror() throws IOException {
    mirror = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    mirror.start();
  }

  @AfterEach
  void stopMirror() {
    mirror.stop(0);
  }

  @Test
  void isUnavailableUnlessRequested() {
    assertThat(SOURCE.availability(Settings.of(Map.of(), new Properties())))
        .isEqualTo(
            new Availability.Unavailable(
                "no download is requested", "set DOCDUEL_MONGODB_DOWNLOAD=8.0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7.0", "8.0", "8.0.16"})
  void acceptsReleasesAndReleaseLines(String version) {
    assertThat(SOURCE.availability(settings(version))).isInstanceOf(Availability.Available.class);
    assertThat(DownloadedMongod.version(settings(version)).asInDownloadPath()).startsWith(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest", "8", "8_0", "4.4", "99.0", "8.0-rc1", "true"})
  void rejectsOtherVersions(String version) {
    assertThatThrownBy(() -> SOURCE.availability(settings(version)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "docduel.mongodb.download=" + version + ": accepted is a release such as 8.0.16")
        .hasMessageContaining("8.0");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "the imitation is a shell script in a .tgz")
  void downloadsOnceAndRunsDownload() throws IOException {
    serve(archive());
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));

    Path data;
    try (RunningServer server = SOURCE.start(settings("8.0.16"));
        MongoClient client = MongoClients.create(server.address().url())) {
      assertThat(client.listDatabaseNames()).isNotNull();
      assertThat(server.address().url()).matches("mongodb://127\\.0\\.0\\.1:[0-9]+/.*");
      data = dataDirectories().get(0);
      assertThat(data.resolve("data")).isDirectory();
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(data).doesNotExist();
    assertThat(Processes.running(data.toString())).isEmpty();
    assertThat(requests).hasSize(1).first().asString().contains("mongodb-linux").contains("8.0.16");

    SOURCE.start(settings("8.0.16")).close();

    assertThat(requests).hasSize(1);
    assertThat(programs())
        .as("another system's program has another name")
        .containsExactly(requests.get(0).replaceAll(".*/", ""));
    assertThat(programDirectory().resolve(programs().get(0)))
        .as("serverStatus gives the program's name")
        .isDirectoryContaining("glob:**/mongod");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "the imitation is a shell script in a .tgz")
  void truncatedArchiveLeavesNothing() throws IOException {
    byte[] complete = archive();
    serve(Arrays.copyOf(complete, complete.length / 2));
    assertThatThrownBy(() -> SOURCE.start(settings("8.0.16")))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("cannot download mongod 8.0.16: ")
        .hasMessageNotContaining("\n");
    assertThat(programs()).isEmpty();

    mirror.removeContext("/");
    serve(complete);
    SOURCE.start(settings("8.0.16")).close();
    assertThat(programs()).hasSize(1);
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "the imitation is a shell script in a .tgz")
  void concurrentDownloadsDoNotConflict() throws Exception {
    serve(archive());
    ExecutorService runs = Executors.newFixedThreadPool(3);
    try {
      Callable<String> run =
          () -> {
            SOURCE.start(settings("8.0.16")).close();
            return "ran";
          };
      for (Future<String> future : runs.invokeAll(Collections.nCopies(3, run))) {
        assertThat(future.get()).isEqualTo("ran");
      }
    } finally {
      runs.shutdownNow();
    }
  }

  /** As MongoDB's packages and its image start it. */
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "the imitation is a shell script in a .tgz")
  void startsWithVariableForAllocator() throws IOException {
    serve(archive());
    try (RunningServer server = SOURCE.start(settings("8.0.16"))) {
      assertThat(server.address().url()).startsWith("mongodb://");
      assertThat(dataDirectories().get(0).resolve("log"))
          .content()
          .contains("\"tunables\":\"glibc.pthread.rseq=0\"");
    }
  }

  @Test
  void usesVersionFromServerName() {
    assertThat(SOURCE.forServer("mongodb@7.0")).contains(SOURCE);
    assertThat(
            DownloadedMongod.version(settings("8.0").with(Map.of("mongodb.version", "7.0")))
                .asInDownloadPath())
        .startsWith("7.0");
  }

  @Test
  @Timeout(60)
  void reportsFailedDownloadInOneLine() {
    assertThatThrownBy(() -> SOURCE.start(settings("8.0")))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("cannot download mongod 8.0: ")
        .hasMessageEndingWith("; or set DOCDUEL_MONGODB_URL to a running one")
        .hasMessageNotContaining("\n");
  }

  private void serve(byte[] body) {
    mirror.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, body.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
  }

  private static byte[] archive() throws IOException {
    String script =
        "#!/bin/sh\nexec '%s' -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ImitationMongod.class.getName());
    byte[] content = script.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
      TarArchiveEntry entry = new TarArchiveEntry("mongodb-linux-x86_64-8.0.16/bin/mongod");
      entry.setSize(content.length);
      entry.setMode(0755);
      tar.putArchiveEntry(entry);
      tar.write(content);
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  private Path programDirectory() throws IOException {
    return new HostDirectories(Optional.of(directory)).programs(false);
  }

  private List<String> programs() throws IOException {
    try (Stream<Path> entries = Files.list(programDirectory())) {
      return entries.map(path -> path.getFileName().toString()).toList();
    }
  }

  private List<Path> dataDirectories() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(path -> path.getFileName().toString().startsWith("docduel-mongodb-"))
          .toList();
    }
  }

  private Settings settings(String version) {
    Properties properties = new Properties();
    properties.setProperty("docduel.mongodb.download", version);
    properties.setProperty("docduel.server.directory", directory.toString());
    properties.setProperty(
        "docduel.mongodb.download.url", "http://127.0.0.1:" + mirror.getAddress().getPort());
    return Settings.of(Map.of(), properties);
  }
}
