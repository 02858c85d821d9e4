package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.suite.Suite;
import org.docduel.testkit.LoggedShop;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An application of six statements, and what was captured of it. */
class CaptureTest {
  /** The driver's protocols: prepared once; parse, bind and execute each time; text alone. */
  private static final List<String> PROTOCOLS =
      List.of(
          "&prepareThreshold=1",
          "&preferQueryMode=extended&prepareThreshold=0",
          "&preferQueryMode=simple");

  private static LoggedShop shop;

  /** The application's own calls, by the beginnings of its statements. */
  private static final Map<String, Integer> CALLS = new TreeMap<>();

  /** The calls that pg_stat_statements counted. */
  private static StatementTable statistics;

  @TempDir private Path directory;

  /** The logs when the application had ended. */
  private static final Map<String, Path> LOGS = new TreeMap<>();

  @TempDir private static Path copies;

  @BeforeAll
  static void runApplication() throws Exception {
    shop = new LoggedShop();
    try (Source source = Source.open(shop.url(), List.of())) {
      Statistics before = Statistics.read(source);
      for (int i = 0; i < PROTOCOLS.size(); i++) {
        shop.run(PROTOCOLS.get(i), 1_000, i)
            .forEach((statement, calls) -> CALLS.merge(statement, calls, Integer::sum));
      }
      statistics = table();
      Statistics.read(source).addSince(before, statistics);
    }
    for (Map.Entry<String, Path> log : shop.logs().entrySet()) {
      LOGS.put(log.getKey(), Files.copy(log.getValue(), copies.resolve("pg." + log.getKey())));
    }
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  private static StatementTable table() {
    return new StatementTable(
        StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow(),
        Set.of("public"));
  }

  /** The calls of the application's statements, by their beginnings. */
  private static Map<String, Integer> calls(StatementTable table) {
    Map<String, Integer> calls = new TreeMap<>();
    for (String beginning : CALLS.keySet()) {
      for (StatementTable.Entry entry : table.ordered()) {
        if (entry.statement().text().startsWith(beginning)) {
          calls.merge(beginning, (int) entry.calls(), Integer::sum);
        }
      }
    }
    return calls;
  }

  private static Path log(String format) {
    return Optional.ofNullable(LOGS.get(format)).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"json", "csv", "log"})
  void countsAsApplicationAndStatisticsDo(String format) throws Exception {
    StatementTable table = table();
    new LogFile(log(format), bytes -> {})
        .read(statement -> {
          if (!statement.application().equals(Source.APPLICATION)) {
            table.add(statement);
          }
        });
    assertThat(calls(table)).isEqualTo(CALLS).isEqualTo(calls(statistics));
    // One text in three protocols and with lists of three lengths.
    assertThat(
            table.ordered().stream()
                .filter(entry ->
                    CALLS.keySet().stream().anyMatch(entry.statement().text()::startsWith)))
        .hasSize(6);
    StatementTable.Entry hottest = table.ordered().get(0);
    assertThat(hottest.form().tuples().calls()).isEqualTo((long) hottest.calls());
  }

  private String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    if (!all.contains("--url")) {
      all.addAll(List.of("--url", shop.url()));
    }
    assertThat(CaptureCommand.run(all, print, print)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static final String WRITES =
      "SELECT (n_tup_ins, n_tup_upd, n_tup_del)::text FROM pg_stat_user_tables ORDER BY relname";

  private static final String SETTINGS = "SELECT name || setting FROM pg_settings ORDER BY 1";

  @Test
  void writesSuiteOfLog() throws Exception {
    Path output = directory.resolve("mine");
    List<String> writes = shop.query(WRITES);
    List<String> settings = shop.query(SETTINGS);

    String out = run("log", log("json").toString(), "-o", output.toString());

    assertThat(shop.query(WRITES)).isEqualTo(writes);
    assertThat(shop.query(SETTINGS)).isEqualTo(settings);
    assertThat(out).contains("reads only, changes no setting", "q1 ", "q5 ", "data: 3 tables, 8,");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
        .isEqualTo("rwx------");
    Suite suite = Suite.read(output.toString());
    assertThat(suite.names()).containsExactly("q1", "q2", "q3", "q4", "q5");
    Map<String, Double> weights = suite.weights();
    double hottest = weights.values().stream().mapToDouble(weight -> weight).max().orElseThrow();
    assertThat(weights.getOrDefault("q2", 0.0) / hottest)
        .isCloseTo((double) called("SELECT id, status") / called("SELECT id, email"), within(1e-5));
    assertThat(suite.tuples("q1").orElseThrow().parameters()).isOne();
    assertThat(suite.captured().getOrDefault("calls", 0.0)).isBetween(0.9, 0.99);
    assertThat(suite.captured().getOrDefault("time", 0.0)).isBetween(0.0001, 0.9999);
    String sql = Files.readString(output.resolve("postgres.sql"));
    assertThat(sql)
        .contains(
            "SELECT id, email, city FROM customer WHERE id = $1",
            "WHERE placed >= $1::timestamptz AND status = $2::kind",
            "CREATE INDEX orders_customer ON orders USING btree (customer_id);",
            "ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id)",
            "literals of one call");
    assertThat(Files.readString(output.resolve("q1.csv"))).startsWith("calls,p1 integer\n");
    String rejected = Files.readString(output.resolve("refused.txt"));
    assertThat(rejected)
        .contains("writes: INSERT INTO visit", ": CREATE\n")
        .doesNotContain("clerk");
    assertNoSecret(output);
  }

  private static int called(String beginning) {
    return CALLS.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(beginning))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private static void assertNoSecret(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(LoggedShop.SECRET, "password=");
      }
    }
  }

  @Test
  void takesWeightsOfStatisticsAndValuesOfLog() throws Exception {
    Path output = directory.resolve("mine");
    AtomicBoolean ended = new AtomicBoolean();
    Thread application =
        new Thread(() -> {
          try {
            for (int i = 0; !ended.get(); i++) {
              shop.run(PROTOCOLS.get(0), 50, i);
            }
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    application.start();
    String out =
        run(
            "postgres",
            "--minutes",
            "0.08",
            "-o",
            output.toString(),
            "--log",
            log("csv").toString());
    ended.set(true);
    application.join();
    assertThat(out).contains("statistics: 2 snapshots", "100 %");
    assertThat(Suite.read(output.toString()).names()).contains("q1", "q2");
    assertThat(Files.readString(output.resolve("suite.yaml"))).contains("pg_stat_statements");
  }

  /** Missed by chance once in a million, each. */
  private static void assertSampled(double estimate, int calls) {
    double deviation = Math.sqrt(calls * 0.05 * 0.95) / 0.05;
    assertThat(estimate).isCloseTo(calls, within(4.9 * deviation + 20));
  }

  /** Of a sample of 5 %, the calls of statements and of the ten hottest keys. */
  @Test
  void sampleIsWithinBinomialLimits() throws Exception {
    String database = shop.query("SELECT quote_ident(current_database())").get(0);
    Path log = Optional.ofNullable(shop.logs().get("json")).orElseThrow();
    Map<Integer, Integer> keys = new HashMap<>();
    Map<String, Integer> calls;
    long start = Files.size(log);
    try {
      for (String setting :
          List.of(
              "log_min_duration_statement = -1",
              "log_min_duration_sample = 0",
              "log_statement_sample_rate = 0.05")) {
        shop.execute("ALTER DATABASE " + database + " SET " + setting);
      }
      calls = shop.run(PROTOCOLS.get(0), 12_000, 5);
      SplittableRandom random = new SplittableRandom(6);
      try (Connection connection = DriverManager.getConnection(shop.url());
          PreparedStatement statement =
              connection.prepareStatement("SELECT city FROM customer WHERE id = ?")) {
        for (int i = 0; i < 12_000; i++) {
          int key = (int) Math.exp(random.nextDouble() * Math.log(200));
          statement.setInt(1, key);
          statement.execute();
          keys.merge(key, 1, Integer::sum);
        }
      }
    } finally {
      shop.execute("ALTER DATABASE " + database + " RESET ALL");
    }
    byte[] allBytes = Files.readAllBytes(log);
    Path sample = directory.resolve("sample.json");
    Files.write(sample, Arrays.copyOfRange(allBytes, (int) start, allBytes.length));
    Path output = directory.resolve("mine");

    run("log", sample.toString(), "-o", output.toString(), "--sampled", "5", "--minutes", "1");

    assertThat(output.resolve("suite.yaml"))
        .content()
        .contains(": 1.00 minutes of its log (5 % logged), ");
    Suite suite = Suite.read(output.toString());
    Map<String, String> names = new TreeMap<>();
    suite.dialect("postgres").queries().forEach((name, query) -> names.put(query.text(), name));
    for (Map.Entry<String, Integer> statement : calls.entrySet()) {
      if (!statement.getKey().startsWith("INSERT")) {
        assertSampled(weight(suite, names, statement.getKey()), statement.getValue());
      }
    }
    assertSampled(weight(suite, names, "SELECT city"), 12_000);
    Map<String, Integer> sampled = new TreeMap<>();
    for (String line : Files.readAllLines(output.resolve(name(names, "SELECT city") + ".csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[0].matches("[0-9]+")) {
        sampled.put(fields[1], Integer.valueOf(fields[0]));
      }
    }
    keys.entrySet().stream()
        .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
        .limit(10)
        .forEach(key ->
            assertSampled(
                20 * sampled.getOrDefault(String.valueOf(key.getKey()), 0), key.getValue()));
  }

  private static String name(Map<String, String> names, String beginning) {
    return names.entrySet().stream()
        .filter(name -> name.getKey().contains(beginning))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError(beginning + " is none of " + names));
  }

  private static double weight(Suite suite, Map<String, String> names, String beginning) {
    return suite.weights().getOrDefault(name(names, beginning), 0.0);
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      value = {
        "log none.json -o NEW | none.json: no such file",
        "log LOG -o OLD | is there already; name a new folder",
        "log LOG -o NEW --url mysql://x | --url is the address of a PostgreSQL",
        "log LOG -o NEW --url jdbc:postgresql://127.0.0.1:1/x | the source: connecting failed",
        "log LOG -o NEW --schema nobody | --schema nobody: the database has no such schema",
        "log LOG -o NEW --schema pg_toast | have no table",
        "log LOG -o NEW --sampled 0 | --sampled 0.0: percent, above 0",
        "log LOG -o NEW --top 0 | --top 0: 1 or more",
        "log LOG -o NEW --mask NONE | /none: no such file; make a key: (umask 077; head -c 32",
        "log LOG -o NEW --mask | Expected parameter for option '--mask'",
        "log LOG -o NEW --frob | Unknown option: '--frob'",
        "postgres -o NEW | Missing required option: '--minutes",
        "postgres -o NEW --minutes 0 | --minutes 0.0: more than 0",
        "log EMPTY -o NEW | no statement has a duration; an administrator may run ALTER SYSTEM",
      })
  void rejectsInOneLineAndLeavesNothing(String line, String message) throws Exception {
    Files.createDirectory(directory.resolve("old"));
    Path empty =
        Files.writeString(
            directory.resolve("empty"),
            "2026-11-28 05:14:18.284 UTC [7] LOG:  checkpoint starting: time\n");
    String[] arguments =
        line.replace("LOG", log("json").toString())
            .replace("NEW", directory.resolve("new").toString())
            .replace("NONE", directory.resolve("none").toString())
            .replace("OLD", directory.resolve("old").toString())
            .replace("EMPTY", empty.toString())
            .split(" ");
    assertThatThrownBy(() -> run(arguments))
        .isInstanceOf(BadInputException.class)
        .message()
        .contains(message)
        .doesNotContain("\n", "password=");
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("old", "empty");
    }
  }

  @Test
  void rejectsStatisticsThatWereReset() throws Exception {
    try (Source source = Source.open(shop.url(), List.of())) {
      Statistics before = Statistics.read(source);
      Map<String, String> unused = new LinkedHashMap<>();
      shop.query("SELECT pg_stat_statements_reset()").forEach(row -> unused.put(row, row));
      Statistics after = Statistics.read(source);
      assertThatThrownBy(() -> after.addSince(before, table()))
          .hasMessageContaining("was reset between the two snapshots");
    }
  }
}
