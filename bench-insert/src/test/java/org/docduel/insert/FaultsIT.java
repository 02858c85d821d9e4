package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.FaultyProxy;
import org.docduel.testkit.FaultyProxy.Mode;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the packaged jar makes of a network, a server and a disk that fail. */
@Tag("attack")
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT) // most of their time they wait for limits
class FaultsIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(FaultsIT.class);

  /** What JMH would have written, as far as it matters. */
  private static final String EARLIER = "[ { \"jmhVersion\" : \"1.37\" } ]";

  private static final String LONG =
      "-p payload=4KB -p documents=2000 -f 2 -wi 0 -i 1000 --no-report -rf json -rff out.json ";
  private static final String TINY =
      "-p payload=10B -p documents=60 -p batch=25 -wi 0 -i 2 --no-report";
  private static final int UNPRIVILEGED_USER = 54_321;

  /** Its processes are counted. */
  private static final String USER = "user";

  private static final Servers SERVERS = new Servers(Settings.of(Map.of(), new Properties()));

  @TempDir Path directory;

  @AfterAll
  static void stop() {
    SERVERS.close();
  }

  private static String url(String family) {
    String address = Settings.ofProcess().get(family + ".url").orElse("");
    if (address.isEmpty() && family.equals("postgres")) {
      return SERVERS.start(PostgresServer.FAMILY).address().url();
    }
    assumeThat(address).as(family + " is given").isNotEmpty();
    return address;
  }

  @ParameterizedTest
  @Tag("M6")
  @CsvSource({"postgres,postgres-jsonb", "mongodb,mongodb"})
  void unresponsiveNetworkEndsRunAfterLimit(String family, String store) throws Exception {
    assertEndsSoon(family, store, Mode.SWALLOW, "DOCDUEL_ANSWER_SECONDS");
  }

  @ParameterizedTest
  @Tag("M7")
  @CsvSource({"postgres,postgres-jsonb", "mongodb,mongodb"})
  void deadServerEndsInsertsAtOnce(String family, String store) throws Exception {
    assertEndsSoon(family, store, Mode.REFUSE, "the run ends here, forks left out: 1");
  }

  private void assertEndsSoon(String family, String store, Mode mode, String message)
      throws Exception {
    String url = url(family);
    try (FaultyProxy proxy = FaultyProxy.before(url)) {
      PackagedRun run =
          JAR.start(
              directory,
              Map.of(
                  Settings.variable(family + ".url"),
                  proxy.through(url),
                  Settings.variable("space"), // other tests use theirs meanwhile
                  TestSpace.name() + "_f" + mode.name().toLowerCase(Locale.ROOT).charAt(0),
                  "DOCDUEL_ANSWER_SECONDS",
                  "5",
                  "DOCDUEL_CONNECT_SECONDS",
                  "5"),
              (LONG + "-p store=" + store).split(" "));
      run.awaitOutput("output goes to");
      assertThat(
              Processes.eventually(
                  Duration.ofMinutes(2), () -> proxy.forwardedBytes() > 10_000_000))
          .as("the first iteration")
          .isTrue();
      proxy.set(mode);
      long began = System.nanoTime();
      Ended ended = run.await();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(2));
      assertThat(ended.failure()).contains(message);
    }
  }

  /** Needs the right to mount a small file system. */
  @ParameterizedTest
  @Tag("H1")
  @MethodSource("smallDisks")
  void keepsOldResultOnFullDisk(int kilobytes, @TempDir Path elsewhere) throws Exception {
    assumeThat(mount(kilobytes)).as("mounting a file system is not allowed here").isTrue();
    try {
      Path json = Files.writeString(directory.resolve("out.json"), EARLIER);
      Ended ended =
          JAR.run(
              elsewhere,
              "-p store=noop,noop-bson -p payload=10B -p documents=60 -f 1 -wi 0 -i 200"
                  + " --no-report -rf json -rff "
                  + json);
      if (ended.status() == 0) { // all of it had room
        assertThat(Files.readString(json).strip()).endsWith("]").contains("\"noop-bson\"");
        return;
      }
      assertThat(ended.status()).as(kilobytes + " KB: " + ended).isIn(1, 2);
      assertThat(Stream.concat(ended.out().lines(), ended.errors().stream()))
          .anyMatch(line -> line.contains("No space left on device"));
      assertThat(ended.lines("failed: ")).as(ended.out()).hasSizeLessThan(2);
      assertThat(json).hasContent(EARLIER);
    } finally {
      unmount();
    }
  }

  /** Needs the right to mount a file system; data in memory are refused, so it is a file's. */
  @Test
  @Tag("D7")
  void reportsFullDiskDuringLoadInOneLine(@TempDir Path elsewhere) throws Exception {
    Path image = elsewhere.resolve("image");
    Files.createFile(image);
    try (FileChannel file = FileChannel.open(image, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1), (160L << 20) - 1);
    }
    assumeThat(
            done("mkfs.ext4", "-q", "-m", "0", image.toString())
                && done("mount", "-o", "loop", image.toString(), directory.toString()))
        .as("mounting a file system is not allowed here")
        .isTrue();
    try {
      assertThat(done("chmod", "1777", directory.toString())).isTrue();
      Ended ended =
          JAR.run(
              elsewhere,
              Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + directory),
              ("IngestionBenchmark -p store=postgres-jsonb -p rows=700000 -f 1 -wi 0 -i 1"
                      + " --no-report -rf json -rff out.json")
                  .split(" "));
      assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
      assertThat(ended.lines("failed: "))
          .as(ended.toString())
          .isNotEmpty()
          .first()
          .asString()
          .contains("No space left on device");
      assertThat(directory.toFile().list()).containsExactly("lost+found");
    } finally {
      unmount();
    }
  }

  /** Fails where a process of the run still uses the disk. */
  private void unmount() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!done("umount", directory.toString())) {
      assertThat(System.nanoTime()).as("the disk is still in use").isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  /** Deleted, or built again: the forks left would run another program. */
  @ParameterizedTest
  @Tag("D8")
  @ValueSource(strings = {"is gone", "is another one now"})
  void replacedJarEndsRun(String message, @TempDir Path elsewhere) throws Exception {
    Path file = elsewhere.resolve("copy.jar");
    PackagedRun run =
        JAR.copiedTo(file)
            .start(
                directory,
                Map.of(),
                "-p store=noop -p payload=10B -p documents=60 -f 9 -wi 0 -i 20 -rff out.json"
                    .split(" "));
    run.awaitOutput("[1/9]");
    if (message.equals("is gone")) {
      Files.delete(file);
    } else {
      Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    }
    Ended ended = run.await();
    assertThat(ended.failure()).contains(file + " " + message, "forks left out: ");
    assertThat(directory.resolve("out.json")).content().contains("\"store\" : \"noop\"");
  }

  /** Too few for JMH's connection to a fork, and for a fork beside a server. */
  @ParameterizedTest
  @Tag("D8")
  @CsvSource({"noop,36", "noop,44", "postgres-jsonb,48"})
  @ResourceLock(USER)
  void reportsTooFewProcessesInOneLine(String store, int limit) throws Exception {
    Ended ended =
        ordinary("prlimit", "--nproc=" + limit)
            .run(
                directory,
                Map.of("JDK_JAVA_OPTIONS", "-XX:ActiveProcessorCount=2"),
                (TINY + " -f 1 -p store=" + store).split(" "));
    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
    assertThat(Stream.concat(ended.errors().stream(), ended.lines("failed: ").stream()))
        .as(ended.toString())
        .filteredOn(line -> !line.startsWith("NOTE: Picked up"))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("docduel: ") || line.startsWith("failed: "));
    assertThat(ended.out()).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @Tag("D8")
  @ValueSource(ints = {1, 2})
  void reportsTooFewConnectionsInOneLine(int limit) throws Exception {
    String url = SERVERS.start(PostgresServer.FAMILY).address().url();
    String role = "few_" + limit;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE ROLE %s LOGIN PASSWORD 'few' CONNECTION LIMIT %d".formatted(role, limit));
      statement.execute("GRANT CREATE ON DATABASE postgres TO " + role);
      try {
        String few =
            url.replaceFirst("user=[^&]*", "user=" + role)
                .replaceFirst("password=[^&]*", "password=few");
        Ended ended =
            JAR.run(
                directory,
                Map.of("DOCDUEL_POSTGRES_URL", few, Settings.variable("space"), role),
                (TINY + " -f 1 -p store=postgres-jsonb").split(" "));
        assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
        assertThat(Stream.concat(ended.errors().stream(), ended.lines("failed: ").stream()))
            .as(ended.toString())
            .singleElement()
            .asString()
            .contains("too many connections for role");
      } finally {
        statement.execute("DROP OWNED BY " + role);
        statement.execute("DROP ROLE " + role);
      }
    }
  }

  @Test
  @Tag("D7")
  @ResourceLock(USER)
  void unlistedUserNeedsNoHome() throws Exception {
    ordinary().run(directory, TINY + " -f 1 -p store=postgres-jsonb").succeeded();
    assertThat(directory.resolve("?/.cache/docduel")).doesNotExist();
  }

  /** The jar, run by a user without a name and a home, who has no other processes. */
  private BenchmarksJar ordinary(String... before) throws Exception {
    assumeThat(done("setpriv", "--reuid=" + UNPRIVILEGED_USER, "--clear-groups", "true"))
        .as("only root can be another user")
        .isTrue();
    assertThat(done("chmod", "777", directory.toString())).isTrue();
    String[] user = {
      "setpriv", "--reuid=" + UNPRIVILEGED_USER, "--regid=" + UNPRIVILEGED_USER, "--clear-groups"
    };
    return JAR.under(Stream.concat(Stream.of(before), Stream.of(user)).toArray(String[]::new));
  }

  private static boolean done(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException notHere) {
      return false;
    }
  }

  private boolean mount(int kilobytes) throws InterruptedException {
    String size = "size=" + kilobytes + "k";
    return done("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString());
  }

  static Stream<Integer> smallDisks() {
    boolean all = Boolean.getBoolean("attacks.all");
    return all ? Stream.iterate(4, size -> size + 4).limit(17) : Stream.of(8, 24, 40);
  }
}
