package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises that only the packaged jar can break. */
@Execution(ExecutionMode.CONCURRENT)
class BenchmarksJarIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(BenchmarksJarIT.class);

  /** One run at a time uses the space on the given server. */
  private static final String DOCUMENTDB = "documentdb";

  private static final String[] TINY = {
    "-p", "payload=10B", "-p", "documents=60", "-p", "batch=25", "-f", "1", "-wi", "0", "-i", "2"
  };
  private static final String[] LONG = {
    "-p", "payload=4KB", "-p", "store=postgres-jsonb", "-f", "1", "-wi", "0", "-i", "1000"
  };

  /** Digits that Java writes for readers of Arabic. */
  private static final String ARABIC = "[\\u0660-\\u0669]";

  private static final Set<String> ADDRESS_VARIABLES =
      Set.of(Settings.variable("mongodb.url"), Settings.variable("documentdb.url"));

  @TempDir Path directory;

  @Test
  void writesAndNamesResultsSidecarAndReport() throws Exception {
    String[] arguments = join(TINY, "-rf", "json", "-rff", "out.json");
    Ended ended =
        JAR.run(
                directory,
                Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=classes-%p.log"),
                arguments)
            .succeeded();
    requireNoContainerLibrary();
    assertThat(ended.out())
        .contains("skipped store=mongodb")
        .contains("out.json")
        .contains("out.sidecar.json")
        .contains("report.html");
    assertThat(Files.readString(directory.resolve("out.json")))
        .contains("\"store\" : \"postgres-jsonb\"")
        .contains("-XX:+UseSerialGC"); // before -jar: forks have it too, as the help says
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .contains("\"fsync\" : \"on\"", "\"totalBytes\" : ")
        .contains("\"outcome\" : \"passed\"")
        .doesNotContain("\"outcome\" : \"failed\"")
        .doesNotContain("password=");
    assertThat(directory.resolve("out-report/report.html")).isNotEmptyFile();
  }

  /** In no JVM of a run without a container, whether an engine answers or not. */
  private void requireNoContainerLibrary() throws IOException {
    int logs = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path log : files.filter(file -> file.toString().contains("classes-")).toList()) {
        logs++;
        assertThat(Files.readString(log))
            .contains("java.lang.Object source:")
            .doesNotContain(" org.testcontainers.", " com.github.dockerjava.", " com.sun.jna.");
      }
    }
    assertThat(logs).as("the launcher and a fork at least").isGreaterThan(1);
  }

  @Test
  void reportAndVerdictsCompareSameMetric() throws Exception {
    String load =
        "IngestionBenchmark -p store=noop -p rows=50 -f 1 -wi 0 -i 1 -rf json -rff out.json";
    JAR.run(directory, load).succeeded();
    Matcher total =
        Pattern.compile("\"total\" : \\{\\s+\"score\" : ([0-9.]+)")
            .matcher(Files.readString(directory.resolve("out.json")));
    assertThat(total.find()).isTrue();
    String row = Files.readAllLines(directory.resolve("out-report/tables/scores.csv")).get(1);
    assertThat(Stream.of(row.split(",")).skip(1).filter(cell -> cell.matches("[0-9.E-]+")))
        .anySatisfy(cell ->
            assertThat(1000 * Double.parseDouble(cell))
                .isCloseTo(Double.parseDouble(total.group(1)), within(1e-6)));
  }

  @Test
  void reportsUnknownBenchmarkNextToValidOne() throws Exception {
    for (String line : List.of(NOOP + "Insert Ingestoin", "-l Ingestoin", "-h Ingestoin")) {
      assertThat(JAR.run(directory, line).rejection())
          .isEqualTo("docduel: no benchmark matches Ingestoin; -l lists those that there are");
    }
  }

  private static final String NOOP =
      "-p store=noop -p documents=2 -p payload=10B -wi 0 -i 1 --no-report -rf json -rff out.json ";

  @Test
  void commonWordAsPasswordIsHiddenAndChangesNoName() throws Exception {
    Ended ended = JAR.run(directory, NOOP + "-f 1 -jvmArgsAppend -Dapp.password=noop").succeeded();
    assertThat(ended.lines("all ")).as(ended.out()).hasSize(1);
    assertThat(Files.readString(directory.resolve("out.json")))
        .contains("\"store\" : \"noop\"", "org.docduel.insert.InsertBenchmark");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContain("password=noop");
      }
    }
  }

  @Test
  void tablesOfSeveralBenchmarksHaveTheirNames() throws Exception {
    Ended ended =
        JAR.run(directory, NOOP + "-f 0 -r 10ms InsertBenchmark DocumentMakingBenchmark")
            .succeeded();
    assertThat(ended.out())
        .containsSubsequence(
            "\nDocumentMakingBenchmark.make\n", "\nall ", "\nInsertBenchmark.insert\n", "\nall ");
  }

  @Test
  void rankingsNameTheirBenchmarkAndSidecarTheComparison() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                "InsertBenchmark IngestionBenchmark -p store=postgres-json,postgres-jsonb -p rows=9 "
                    + "-p documents=9 -f 1 -wi 0 -i 1 --no-report -rff out.json")
            .succeeded();
    assertThat(ended.lines("IngestionBenchmark.ingest: postgres-")).hasSize(1);
    assertThat(ended.lines("InsertBenchmark.insert: postgres-")).hasSize(1);
    assertThat(ended.lines("compared: total, less is better")).hasSize(2);
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .containsPattern("\"org.docduel.insert.IngestionBenchmark.ingest\" : \"total\"")
        .doesNotContain("InsertBenchmark.insert\" :");
  }

  /** A file's documents differ from generated ones in dataset, payload, attributes and shape. */
  @Test
  void noVerdictWhenResultsDifferInSeveralParameters() throws Exception {
    Files.writeString(directory.resolve("orders.ndjson"), "{\"no\":1}\n");
    Ended ended = JAR.run(directory, NOOP + "-f 1 -p dataset=w1,./orders.ndjson").succeeded();
    assertThat(ended.out()).contains("orders.ndjson@").doesNotContain("no matching pair");
  }

  @Tag("attack")
  @Tag("C6")
  @ParameterizedTest
  @ValueSource(
      strings = {"store=oracle-jct", "store=mongodb"}) // the other parameters: BadParametersTest
  void rejectsBadParameter(String parameter) throws Exception {
    Ended ended = JAR.run(directory, Map.of(), join(TINY, "-p", parameter));
    assertThat(ended.rejection()).contains(parameter);
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Tag("attack")
  @Tag("C6")
  @ParameterizedTest
  @CsvSource({"DOCDUEL_ANSWER_SECONDS,-5", "DOCDUEL_CONNECT_SECONDS,soon"})
  void rejectsBadSetting(String variable, String value) throws Exception {
    Ended ended = JAR.run(directory, Map.of(variable, value), TINY);
    assertThat(ended.rejection())
        .isEqualTo(
            "docduel: " + variable + "=" + value + ": accepted are whole seconds, 1 to 999999");
  }

  @Tag("attack")
  @Tag("D1")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-p dataset=./mine.json -rf json -rff mine.json",
        "-p dataset=./mine.json -rf json -rff ./sub/../mine.json",
        "-p dataset=./result.json -rf json -rff result.json",
        "-rf json -rff mine.json",
        "-rf csv -rff suite.yaml",
        "-o mine.json",
        "-rf json -rff r.json"
      })
  void neverOverwritesFilesThatAreNotResults(String flags) throws Exception {
    Files.createDirectory(directory.resolve("sub"));
    Map<String, String> files =
        Map.of(
            "mine.json", "{\"a\": 1}\n{\"a\": 2}\n",
            "suite.yaml", "name: mine\n",
            "r.sidecar.json", "{\"precious\": true}",
            "result.json", "[ { \"jmhVersion\" : \"1.37\" } ]");
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(directory.resolve(file.getKey()), file.getValue());
    }
    Ended ended =
        JAR.run(
            directory,
            "-p store=noop -p payload=10B -p documents=2 -f 1 -wi 0 -i 1 --no-report " + flags);
    ended.rejection();
    for (Map.Entry<String, String> file : files.entrySet()) {
      assertThat(directory.resolve(file.getKey())).hasContent(file.getValue());
    }
  }

  @Test
  void missingReportFailsRun() throws Exception {
    Path strangers = Files.createDirectory(directory.resolve("out-report")).resolve("index.html");
    Files.writeString(strangers, "somebody's");
    Ended ended =
        JAR.run(
            directory,
            "-p store=noop -p payload=10B -p documents=2 -f 1 -wi 0 -i 1 -rf json -rff out.json");

    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
    assertThat(ended.out()).contains("out-report: holds index.html", "out.json");
    assertThat(strangers).hasContent("somebody's");
  }

  @Test
  void insertsDocumentsFromFileAndReportsBadLines() throws Exception {
    Path file = directory.resolve("orders.ndjson");
    Files.writeString(file, "{\"a\": 1, \"b\": null}\n{\"a\": 2}\n".repeat(40));
    String run = "-p dataset=./orders.ndjson -p batch=25 -f 1 -wi 0 -i 2 -p store=";
    String[] sixtyDocuments = (run + "postgres-jsonb,postgres-typed -p documents=60").split(" ");
    String[] allDocuments = (run + "noop -p documents=all --no-report").split(" ");

    Ended ended =
        JAR.run(directory, Map.of(), join(sixtyDocuments, "-rf", "json", "-rff", "out.json"));
    Ended all = JAR.run(directory, Map.of(), join(allDocuments, "-rf", "json", "-rff", "all.json"));
    Ended payload = JAR.run(directory, Map.of(), join(sixtyDocuments, "-p", "payload=4KB"));
    Files.writeString(file, "{\"a\": 1\n", StandardOpenOption.APPEND);
    Ended broken = JAR.run(directory, Map.of(), sixtyDocuments);

    assertThat(ended.status()).as(ended.toString()).isZero();
    assertThat(ended.out())
        .contains("orders.ndjson has 80 documents, and 60 are sent: the first of them")
        .contains("b is null in 40 documents and absent in 40");
    assertThat(Files.readString(directory.resolve("out.json")))
        .containsPattern("\"dataset\" : \"orders.ndjson@[0-9a-f]{16}\"");
    assertThat(all.status()).as(all.toString()).isZero();
    assertThat(Files.readString(directory.resolve("all.json"))).contains("\"documents\" : \"80\"");
    assertThat(payload.rejection()).contains("-p payload has no effect");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("60 documents, 50 read back and equal");
    assertThat(broken.rejection()).contains("orders.ndjson:81: not valid JSON");
  }

  @Tag("attack")
  @Tag("C3")
  @ParameterizedTest
  @CsvSource({
    "DOCDUEL_POSTGRES_URL,jdbc:postgresql://127.0.0.1:1/none,postgres-jsonb",
    "DOCDUEL_POSTGRES_URL,http://127.0.0.1/,postgres-jsonb",
    "DOCDUEL_MONGODB_URL,mongodb://127.0.0.1:1,mongodb"
  })
  void rejectsUnreachableAddress(String variable, String url, String store) throws Exception {
    Ended ended = JAR.run(directory, Map.of(variable, url), join(TINY, "-p", "store=" + store));
    assertThat(ended.rejection()).contains(variable);
    assertThat(directory.resolve("results")).doesNotExist();
  }

  @Tag("attack")
  @Tag("C3")
  @Test
  void namesEveryServerSourceWithoutAddressAndDocker() throws Exception {
    Ended ended =
        JAR.run(
            directory,
            Map.of("DOCKER_HOST", "tcp://127.0.0.1:1"),
            join(TINY, "-p", "store=oracle-jct"));
    assertThat(ended.rejection())
        .contains("no address is given", "Docker engine")
        .contains("DOCDUEL_ORACLE_URL", "-Ddocduel.oracle.url", "start Docker");
  }

  @Test
  void reportsAddressWithoutServer() throws Exception {
    Ended ended =
        JAR.run(
            directory,
            Map.of(
                "DOCDUEL_ORACLE_URL", "jdbc:oracle:thin:@//127.0.0.1:1/X?user=u&password=hidden"),
            join(TINY, "-p", "store=oracle-jct"));
    assertThat(ended.rejection()).contains("ORA-12541", "start that server");
    assertThat(ended.toString()).doesNotContain("hidden");
  }

  @Test
  void rejectsDistributedTableWithoutCitus() throws Exception {
    Ended ended =
        JAR.run(
            directory,
            Map.of(),
            join(TINY, "-p", "store=postgres-jsonb", "-p", "placement=distributed"));
    assertThat(ended.rejection()).contains("placement=distributed", "Citus");
    assertThat(ended.out()).doesNotContain("Fork:");
  }

  @Tag("attack")
  @Tag("C3")
  @Tag("M10")
  @Test
  void rejectsWrongPasswordWithoutPrintingIt() throws Exception {
    try (Servers servers = new Servers(Settings.of(Map.of(), new Properties()))) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      String wrongUrl = address.url().replaceFirst("password=[^&]*", "password=guessed");
      Ended ended =
          JAR.run(
              directory,
              Map.of("DOCDUEL_POSTGRES_URL", wrongUrl),
              join(TINY, "-p", "store=postgres-json"));
      assertThat(ended.rejection()).contains("DOCDUEL_POSTGRES_URL");
      assertThat(ended.toString()).doesNotContain("guessed");
    }
  }

  @Tag("attack")
  @Tag("M10")
  @ParameterizedTest
  @CsvSource({
    "mongodb, MONGODB, mongodb://u:guessed@127.0.0.1:1/?authMechanism=PLAIN",
    "oracle-jct, ORACLE, jdbc:oracle:thin:@//127.0.0.1:1/X?user=u&password=guessed",
    "postgres-json, POSTGRES, jdbc:postgresql://127.0.0.1:1/a/b?user=u&password=guessed"
  })
  void driversStaySilentEvenWithLoggingAtAll(String store, String family, String url)
      throws Exception {
    Path logging =
        Files.writeString(
            directory.resolve("logging.properties"),
            """
            handlers=java.util.logging.ConsoleHandler
            .level=ALL
            java.util.logging.ConsoleHandler.level=ALL
            """);
    Ended ended =
        JAR.run(
            directory,
            Map.of(
                "DOCDUEL_" + family + "_URL",
                url,
                "JDK_JAVA_OPTIONS",
                "-Djava.util.logging.config.file=" + logging),
            join(TINY, "-p", "store=" + store));
    assertThat(ended.status()).as(ended.toString()).isEqualTo(2);
    assertThat(ended.toString())
        .contains("Picked up JDK_JAVA_OPTIONS") // the log was on
        .doesNotContain("guessed")
        .doesNotContainPattern("[AP]M (oracle|com\\.mongodb|org\\.postgresql)\\.");
  }

  @Test
  @ResourceLock(DOCUMENTDB)
  void sameServerServesPostgresAndDocumentdb() throws Exception {
    String address = System.getenv(Settings.variable("documentdb.url"));
    assumeThat(address).as("the address of DocumentDB").isNotNull();
    String url = address.contains("password=") ? address : address + "&password=not-to-be-seen";
    String secret = url.replaceFirst(".*password=([^&]*).*", "$1");
    Ended ended =
        JAR.run(
                directory,
                Map.of(Settings.variable("postgres.url"), "jdbc:postgresql://127.0.0.1:1/none"),
                join(
                    TINY,
                    "--same-server",
                    url,
                    "-p",
                    "store=postgres-jsonb,documentdb",
                    "-rff",
                    "out.json"))
            .succeeded();
    assertThat(ended.out())
        .contains("postgres: given, " + new ServerAddress(url))
        .contains("documentdb: given, " + new ServerAddress(url));
    String sidecar = Files.readString(directory.resolve("out.sidecar.json"));
    assertThat(sidecar.split("\"way\"", -1)).hasSize(2);
    assertThat(sidecar).contains("--same-server");
    assertThat(Files.readString(directory.resolve("out-report/report.html")))
        .doesNotContain("different servers");
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)) // also of pictures
            .as(file.toString())
            .doesNotContain("password=" + secret);
      }
    }
    assertThat(ended.out()).doesNotContain("password=" + secret);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://u:secret@127.0.0.1/|--same-server http://u:***@127.0.0.1/: no store takes such",
        "jdbc:postgresql://127.0.0.1:1/none|--same-server=jdbc:postgresql://127.0.0.1:1/none: "
      })
  void rejectsWrongAddressOfSameServer(String url, String message) throws Exception {
    Ended ended = JAR.run(directory, Map.of(), join(TINY, "--same-server", url));
    assertThat(ended.rejection()).contains(message.strip());
  }

  @Test
  @ResourceLock(DOCUMENTDB)
  void runsOnProvidedServersAndNamesTheirProducts() throws Exception {
    Map<String, String> addresses =
        System.getenv().entrySet().stream()
            .filter(entry -> ADDRESS_VARIABLES.contains(entry.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    assumeThat(addresses)
        .as("addresses of a MongoDB-wire server and of DocumentDB")
        .hasSize(ADDRESS_VARIABLES.size());
    Ended ended =
        JAR.run(
                directory,
                addresses,
                join(
                    TINY, "-p", "store=mongodb,documentdb,postgres-jsonb,noop", "-rff", "out.json"))
            .succeeded();
    assertThat(ended.out()).contains("mongodb: ").contains("documentdb: DocumentDB");
    assertThat(ended.out()).containsPattern("(?m)^ferretdb \\(mongodb wire\\) +[0-9]");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"store\" : \"mongodb\"", "\"label\" : \"ferretdb (mongodb wire)\"")
        .doesNotContain("\"outcome\" : \"failed\"");
  }

  @Tag("attack")
  @Tag("C1")
  @Test
  void killedRunLeavesNoProcess() throws Exception {
    PackagedRun run = JAR.start(directory, Map.of(), LONG);
    run.awaitOutput("output goes to");
    List<ProcessHandle> started = awaitServer(run);
    run.process().destroyForcibly();
    assertEnded(started);
  }

  @Tag("attack")
  @Tag("L4")
  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no signals")
  void interruptedRunKeepsFilesAndLeavesNoProcess(String signal) throws Exception {
    assumeThat(signal.equals("INT") && Processes.ignores("INT"))
        .as("the tests run where Ctrl-C is ignored, and so does what they start")
        .isFalse();
    PackagedRun run = JAR.start(directory, Map.of(), join(LONG, "-rff", "out.json"));
    run.awaitOutput("output goes to");
    // stopped, as a fork that loads for long hears of nothing
    List<ProcessHandle> started =
        run.awaitProcesses(all -> all.stream().anyMatch(BenchmarksJarIT::isFork));
    Processes.signal("STOP", started.stream().filter(BenchmarksJarIT::isFork).toList());
    Processes.signal(signal, List.of(run.process().toHandle()));
    Ended ended = run.await();
    assertThat(ended.status()).isNotZero();
    assertThat(ended.out()).contains("interrupted").doesNotContain("FAILED");
    assertEnded(started);
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"interrupted\"");
  }

  @Test
  void twoConcurrentRunsSucceed(@TempDir Path other) throws Exception {
    String[] arguments = join(TINY, "-p", "store=postgres-jsonb");
    PackagedRun first = JAR.start(directory, Map.of(), arguments);
    PackagedRun second = JAR.start(other, Map.of(), arguments);
    Ended firstResult = first.await();
    Ended secondResult = second.await();
    assertThat(firstResult.status()).as(firstResult.toString()).isZero();
    assertThat(secondResult.status()).as(secondResult.toString()).isZero();
    assertThat(List.of(firstResult.out(), secondResult.out()))
        .allMatch(out -> out.contains("another run measures"));
  }

  @Test
  void itemsPerSecondCoverAllThreads() throws Exception {
    Ended ended =
        JAR.run(directory, Map.of(), join(TINY, "-p", "store=noop", "-t", "3", "-rff", "out.json"))
            .succeeded();
    Matcher score =
        Pattern.compile("\"primaryMetric\" : \\{\\s*\"score\" : ([-+.E0-9]+)")
            .matcher(Files.readString(directory.resolve("out.json")));
    assertThat(score.find()).isTrue();
    double millis = Double.parseDouble(score.group(1));
    List<String> scores = Files.readAllLines(find("scores.csv"));
    int column = List.of(scores.get(0).split(",", -1)).indexOf("things_per_second");
    double perSecond = Double.parseDouble(scores.get(1).split(",", -1)[column]);
    assertThat(perSecond * millis / 1000).isCloseTo(3 * 60, within(1.0));
    List<String> rows = ended.lines("all ");
    String row =
        rows.get(rows.size() - 1); // the last columns of a wide table stand below the others
    double printed = Double.parseDouble(row.substring(row.lastIndexOf(' ') + 1).replace(",", ""));
    assertThat(printed).isCloseTo(perSecond, within(perSecond / 100));
  }

  private Path find(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }

  @Test
  void ingestionOfOneStorePrintsItsPaths() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                "IngestionBenchmark -p rows=1000 -p store=postgres-jsonb -f 1 -rff out.json")
            .succeeded();
    assertThat(ended.errors()).noneMatch(line -> line.contains("Exception"));
    assertThat(ended.lines("JMH JSON")).singleElement().asString().endsWith("out.json");
  }

  @Tag("attack")
  @Tag("H2")
  @Test
  void writesPasswordOfPropertyToNoFile() throws Exception {
    try (Servers servers = new Servers(Settings.of(Map.of(), new Properties()))) {
      String url = servers.start(PostgresServer.FAMILY).address().url();
      Matcher password = Pattern.compile("password=([^&]*)").matcher(url);
      assertThat(password.find()).isTrue();
      JAR.run(
              directory,
              Map.of("JDK_JAVA_OPTIONS", "-Ddocduel.postgres.url=" + url),
              join(TINY, "-p", "store=postgres-jsonb", "-rff", "out.json", "-v", "EXTRA"))
          .succeeded();
      try (Stream<Path> files = Files.walk(directory)) {
        assertThat(files.filter(Files::isRegularFile).filter(file -> !file.endsWith("err.txt")))
            .allSatisfy(file ->
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .as(file.toString())
                    .doesNotContain(password.group(1)));
      }
    }
  }

  @Tag("attack")
  @Tag("M9")
  @Test
  void rejectsSecondRunWithSameResultFile(@TempDir Path other) throws Exception {
    Path json = directory.resolve("out.json");
    PackagedRun first = JAR.start(directory, Map.of(), join(LONG, "-rff", json.toString()));
    first.awaitOutput("output goes to");
    Ended second = JAR.run(other, Map.of(), join(TINY, "-rff", json.toString()));
    first.process().destroy();
    first.await();
    assertThat(second.rejection()).contains("another run writes it");
  }

  @Tag("attack")
  @Tag("M8")
  @ParameterizedTest
  @ValueSource(strings = {"-prof pgstats", "-rff /dev/null", "-opi 10", "--twin -p store=noop"})
  void rejectsImpossibleOptionsBeforeStart(String bad) throws Exception {
    Ended ended = JAR.run(directory, Map.of(), join(TINY, bad.split(" ")));
    assertThat(ended.rejection())
        .startsWith("docduel: " + bad.replaceAll("^-rff | -p store=noop", ""));
  }

  @Test
  void lineBreakInNameAddsNoLine() throws Exception {
    Path occupied = Files.createDirectory(directory.resolve("a\nb"));
    Ended ended = JAR.run(directory, Map.of(), join(TINY, "-rff", occupied.toString()));
    assertThat(ended.rejection())
        .endsWith("a\\u000Ab: this is not a regular file; name a new file or one to be replaced");
  }

  @Test
  void rejectsNameTheSystemCannotEncode() throws Exception {
    assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
    Ended ended = JAR.run(directory, Map.of("LC_ALL", "C"), join(TINY, "-rff", "\u00fc.json"));
    assertThat(ended.rejection()).contains(".json: no file has such a name here");
  }

  @Test
  void outputIsIndependentOfLanguageAndCharset() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                Map.of("LC_ALL", "C", "JDK_JAVA_OPTIONS", "-Duser.language=ar -Duser.country=EG"),
                join(TINY, "-p", "store=postgres-jsonb,postgres-typed", "-rff", "out.json"))
            .succeeded();
    assertThat(ended.out())
        .matches("\\p{ASCII}+")
        .contains("items/s", "[2/2] InsertBenchmark.insert")
        .containsPattern("postgres-(typed|jsonb) [0-9.]+ .?s; postgres-(typed|jsonb) [0-9.]+ .?s");
    assertThat(Files.readString(directory.resolve("out.json"))).matches("[\\p{ASCII}\\s]+");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .doesNotContainPattern(ARABIC);
    assertThat(Files.readString(directory.resolve("out-report/report.html")))
        .contains("postgres-typed")
        .doesNotContainPattern(ARABIC);
  }

  /** Only a group needs one of its own. */
  @Test
  void acceptsExistingDeserializationFilter() throws Exception {
    Map<String, String> filtered = Map.of("JDK_JAVA_OPTIONS", "-Djdk.serialFilter=maxdepth=100");
    JAR.run(directory, filtered, join(TINY, "-p", "store=noop", "-rff", "out.json")).succeeded();
    assertThat(directory.resolve("out.json")).exists();
  }

  @Test
  void printsVersion() throws Exception {
    Ended ended = JAR.run(directory, "--version").succeeded();
    assertThat(ended.out()).startsWith("DocDuel ").contains(", revision ", "JMH 1.");
  }

  private static List<ProcessHandle> awaitServer(PackagedRun run) throws Exception {
    return run.awaitProcesses(all ->
        all.stream().anyMatch(process -> command(process).contains("java"))
            && all.stream().anyMatch(process -> command(process).contains("postgres")));
  }

  private static boolean isFork(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("ForkedMain");
  }

  private static String command(ProcessHandle process) {
    return process.info().command().orElse("");
  }

  private static void assertEnded(List<ProcessHandle> processes) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    for (ProcessHandle process : processes) {
      long remainingNanos = Math.max(1, deadline - System.nanoTime());
      assertThat(process.onExit().orTimeout(remainingNanos, TimeUnit.NANOSECONDS))
          .as(() -> "still running after 10 s: " + process.info())
          .succeedsWithin(Duration.ofSeconds(11));
    }
  }

  private static String[] join(String[] arguments, String... more) {
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }
}
