package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Three processes on loopback that measure as one, and what the server says of it. */
@Tag("alone") // a client that gets no processor for seconds counts as lost
class SeveralClientsIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(SeveralClientsIT.class);
  private static final String SMALL =
      "UpdateBenchmark -p store=postgres-jsonb --no-report -rf json -rff out.json ";
  private static final Servers SERVERS = new Servers(Settings.of(Map.of(), new Properties()));

  private static String url;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    url = SERVERS.start(PostgresServer.FAMILY).address().url();
  }

  @AfterAll
  static void stop() {
    SERVERS.close();
  }

  /**
   * The server's statistics are up to a second late for each connection; the number of the next
   * transaction that writes is not.
   */
  @Test
  void groupCountMatchesTransactionsOfServer() throws Exception {
    List<PackagedRun> group = group(SMALL + "-p documents=2000 -t 2 -f 1 -wi 1 -w 1 -i 5 -r 1");
    NavigableMap<Double, Long> transactions = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(url)) {
      while (group.get(0).process().isAlive()) {
        double before = millis();
        long next = next(connection);
        transactions.put((before + millis()) / 2, next);
        Thread.sleep(10);
      }
    }
    for (PackagedRun run : group) {
      run.await().succeeded();
    }

    List<Double> measured = numbers("out.json", "\"throughput\":.*?\"rawData\":\\[\\[(.*?)\\]");
    List<Double> skews = numbers("out.sidecar.json", "\"skewMillis\":(.*?),");
    List<Double> starts = numbers("out.sidecar.json", "\"startMillis\":(.*?),");
    List<Double> ends = numbers("out.sidecar.json", "\"endMillis\":(.*?),");
    double operations = 0;
    for (int i = 0; i < skews.size(); i++) {
      double start = mean(starts.subList(3 * i, 3 * i + 3));
      double end = mean(ends.subList(3 * i, 3 * i + 3));
      double counted = (at(transactions, end) - at(transactions, start)) * 1_000 / (end - start);
      assertThat(measured.get(i)).isCloseTo(counted, within(0.03 * counted));
      operations += measured.get(i) * (end - start) / 1_000;
    }
    assertThat(skews).hasSize(5);
    assertThat(skews.stream().sorted().toList().get(2)).as("%s", skews).isLessThanOrEqualTo(20);
    String output = Files.readString(directory.resolve("0/out.txt"));
    String count = output.replaceAll("(?s).*operations +p50.*?postgres-jsonb +([0-9,]+) .*", "$1");
    assertThat(Double.parseDouble(count.replace(",", "")))
        .isCloseTo(operations, within(0.03 * operations));
  }

  @Test
  void singleClientWithAllThreadsHasSameVerdict() throws Exception {
    String compared = SMALL + "-p documents=20000 -p index=none,user_id -f 3 -wi 0 -i 1 -r 500ms ";
    for (PackagedRun run : group(compared + "-t 1")) {
      run.await().succeeded();
    }
    Path single = Files.createDirectory(directory.resolve("alone"));
    start(single, compared + "-t 3").await().succeeded();

    assertThat(verdict(directory.resolve("0/out.json")))
        .isEqualTo(verdict(single.resolve("out.json")))
        .isEqualTo("superior");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and killed as on Linux")
  void killedClientEndsOthersByName() throws Exception {
    List<PackagedRun> group = group(SMALL + "-p documents=2000 -t 2 -f 5 -wi 0 -i 3 -r 500ms");
    group.get(0).awaitOutput("fork 1: ");
    Processes.signal("KILL", List.of(group.get(1).process().toHandle()));
    Instant killed = Instant.now();

    for (int client : new int[] {0, 2}) {
      Ended ended = group.get(client).await();
      assertThat(Duration.between(killed, Instant.now())).isLessThan(Duration.ofSeconds(10));
      assertThat(ended.failure()).contains("client 2 (");
      try (Stream<Path> files = Files.list(temporary(client))) {
        assertThat(files).isEmpty();
      }
    }
    assertThat(Processes.running(directory.toString())).isEmpty();
    assertThat(json("out.sidecar.json")).contains("\"status\":\"failed\"");
    assertThat(numbers("out.json", "\"throughput\":.*?\"rawData\":\\[\\[(.*?)\\]")).hasSize(3);
  }

  @Test
  void rejectedClientLeavesNoFiles() throws Exception {
    Files.createDirectories(directory.resolve("1/out.json.client2.log"));
    List<PackagedRun> group = group(SMALL + "-p documents=100 -t 1 -f 1 -wi 0 -i 1 -r 100ms");
    Ended rejected = group.get(1).await();
    assertThat(rejected.status()).as(rejected.toString()).isEqualTo(2);
    assertThat(rejected.errors()).last().asString().contains("this is not a regular file");
    for (int client : new int[] {0, 2}) {
      Ended ended = group.get(client).await();
      assertThat(ended.status()).as(ended.toString()).isIn(1, 2);
    }
    for (int client = 0; client < 3; client++) {
      try (Stream<Path> files = Files.list(temporary(client))) {
        assertThat(files).as("client %d", client).isEmpty();
      }
    }
  }

  /** The others have none that could be whole, and would be content. */
  @Test
  void unwritableResultFailsAllClients() throws Exception {
    List<PackagedRun> group = group(SMALL + "-p documents=100 -t 1 -f 2 -wi 0 -i 1 -r 1");
    Path result = directory.resolve("0/out.json");
    assertThat(Processes.eventually(Duration.ofMinutes(1), () -> Files.exists(result))).isTrue();
    Files.delete(result);
    Files.createDirectories(result.resolve("in the way"));
    for (PackagedRun run : group) {
      Ended ended = run.await();
      assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
      assertThat(ended.lines("failed: ")).singleElement().asString().contains("cannot be written");
      boolean first = run == group.get(0);
      assertThat(ended.lines("failed: client 1 (")).as(ended.toString()).hasSize(first ? 0 : 1);
    }
  }

  /** Who comes first on a machine is the first client of those that have its address. */
  private List<PackagedRun> group(String line) throws IOException, InterruptedException {
    // below the ports that a system gives to connections, which need some while these JVMs start
    int port =
        ThreadLocalRandom.current()
            .ints(10_000, 30_000)
            .filter(first -> IntStream.range(first, first + 3).allMatch(SeveralClientsIT::isFree))
            .findFirst()
            .orElseThrow();
    String all = "127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d".formatted(port, port + 1, port + 2);
    List<PackagedRun> group = new ArrayList<>();
    for (int client = 0; client < 3; client++) {
      Files.createDirectories(temporary(client));
      group.add(
          start(directory.resolve(String.valueOf(client)), line + " --clients 3 --group " + all));
      group.get(client).awaitOutput("client " + (client + 1) + " of 3");
    }
    return group;
  }

  /** With the port that JGroups uses as well. */
  private static boolean isFree(int port) {
    try (ServerSocket first = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(port + 100, 1, InetAddress.getLoopbackAddress())) {
      return first.isBound() && second.isBound();
    } catch (IOException inUse) {
      return false;
    }
  }

  private Path temporary(int client) {
    return directory.resolve(client + "/temporary");
  }

  private static PackagedRun start(Path where, String line) throws IOException {
    return JAR.start(
        where,
        Map.of(
            Settings.variable("postgres.url"),
            url,
            "JDK_JAVA_OPTIONS",
            "-Djava.io.tmpdir=" + Files.createDirectories(where.resolve("temporary"))),
        line.split(" +"));
  }

  private static double millis() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1e3 + now.getNano() / 1e6;
  }

  private static long next(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_snapshot_xmax(pg_current_snapshot())")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Between the two moments at which it was looked at. */
  private static double at(NavigableMap<Double, Long> transactions, double millis) {
    Map.Entry<Double, Long> before = transactions.floorEntry(millis);
    Map.Entry<Double, Long> after = transactions.higherEntry(millis);
    double share = (millis - before.getKey()) / (after.getKey() - before.getKey());
    return before.getValue() + share * (after.getValue() - before.getValue());
  }

  private static double mean(List<Double> numbers) {
    return numbers.stream().mapToDouble(number -> number).average().orElseThrow();
  }

  private String json(String file) throws IOException {
    return Files.readString(directory.resolve("0").resolve(file)).replaceAll("\\s+", "");
  }

  /** Those that a pattern's group finds in a file, separated by commas. */
  private List<Double> numbers(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(json(file))
        .results()
        .flatMap(found -> Stream.of(found.group(1).split(",")))
        .map(Double::valueOf)
        .toList();
  }

  private String verdict(Path results) throws Exception {
    Ended ended =
        BenchmarksJar.main(SeveralClientsIT.class, "org.docduel.stats.cli.Main")
            .run(
                Files.createTempDirectory(directory, "stats"),
                "superiority --compare=index --format=csv " + results)
            .succeeded();
    List<String> lines = ended.out().lines().toList();
    int decision = List.of(lines.get(0).split(",", -1)).indexOf("decision");
    return lines.get(1).split(",", -1)[decision];
  }
}
