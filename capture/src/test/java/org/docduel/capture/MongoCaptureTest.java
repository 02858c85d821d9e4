package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.suite.Suite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An application on the FerretDB of {@code DOCDUEL_MONGODB_URL}, and what was captured of it from
 * the log of the PostgreSQL of {@code DOCDUEL_DOCUMENTDB_URL}.
 */
class MongoCaptureTest {
  @TempDir private static Path logs;
  @TempDir private Path directory;

  private static MongoShop shop;
  private static Path log;
  private static Map<String, Integer> kinds;
  private static Map<String, Integer> commands;

  @BeforeAll
  static void runApplication() throws Exception {
    String server = Settings.ofProcess().get("mongodb.url").orElse("");
    String below = Settings.ofProcess().get("documentdb.url").orElse("");
    assumeThat(server).as("DOCDUEL_MONGODB_URL").isNotEmpty();
    assumeThat(below).as("DOCDUEL_DOCUMENTDB_URL").isNotEmpty();
    shop = new MongoShop(server, below, "captured_shop");
    kinds = shop.run(600);
    commands = shop.commands();
    log = shop.log(logs);
    shop.stopLogging();
  }

  @AfterAll
  static void stop() throws Exception {
    if (shop != null) {
      shop.close();
    }
  }

  private static StatementTable table() {
    StatementTable table = new StatementTable(MongoCommand::normal);
    new LogFile(log, bytes -> {})
        .read(statement -> {
          LoggedStatement command = DocumentDbCommand.of(statement);
          if (command.database().equals("captured_shop")) {
            table.add(command);
          }
        });
    return table;
  }

  @Test
  void countsAsDriverDoes() {
    Map<String, Integer> counted = new TreeMap<>();
    table()
        .ordered()
        .forEach(entry ->
            counted.merge(
                entry.statement().key().split("[ \t]", 2)[0], (int) entry.calls(), Integer::sum));
    assertThat(counted).isEqualTo(commands);
    List<Integer> reads =
        table().ordered().stream()
            .filter(entry -> MongoCommand.reasonAgainst(entry.statement()).isEmpty())
            .map(entry -> (int) entry.calls())
            .sorted()
            .toList();
    assertThat(reads)
        .containsExactlyElementsOf(
            kinds.entrySet().stream()
                .filter(kind -> !List.of("insert", "update", "change").contains(kind.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .toList());
  }

  private static String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(CaptureCommand.run(List.of(arguments), print, print)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void writesSuiteOfLog() throws Exception {
    Path output = directory.resolve("mine");
    long before = shop.count("orderItems");
    String out =
        run(
            "log",
            log.toString(),
            "--url",
            shop.url,
            "-o",
            output.toString(),
            "--stub",
            "postgres-jsonb");
    assertThat(shop.count("orderItems")).isEqualTo(before);
    assertThat(out)
        .contains(
            "capture: FerretDB 2.",
            "reads only, changes no setting",
            "note: the _id of customers are no whole numbers; here they are original_id",
            "data: 2 collections, %,d documents".formatted(500 + before),
            "-p store=mongodb -p index=now,candidate");
    Suite suite = Suite.read(output.toString());
    assertThat(suite.names()).hasSize(7);
    assertThat(suite.dialect("postgres-jsonb").unsupported()).hasSize(7);
    assertThat(Files.readString(output.resolve("refused.txt")))
        .contains("writes: insert orderItems", "writes: findAndModify orderItems")
        .contains("fetches more rows of a query: getMore customers");
    BsonDocument file = BsonDocument.parse(Files.readString(output.resolve("mongodb.json")));
    BsonDocument hottest = file.getDocument("queries").getDocument("q1");
    assertThat(hottest.getDocument("filter").toJson())
        .isEqualTo("{\"original_id\": {\"$parameter\": 1}}");
    assertThat(file.getDocument("indexes").getDocument("now").toJson())
        .isEqualTo("{\"customers\": [{\"original_id\": 1}], \"orderitems\": [{\"customer\": 1}]}");
    double weight = suite.weights().getOrDefault("q1", 0.0);
    assertThat(suite.weights().values().stream().mapToDouble(value -> value).sum() / weight)
        .isCloseTo(
            kinds.entrySet().stream()
                    .filter(kind -> !List.of("insert", "update", "change").contains(kind.getKey()))
                    .mapToInt(Map.Entry::getValue)
                    .sum()
                / (double) kinds.getOrDefault("customer by key", 0),
            org.assertj.core.api.Assertions.within(1e-5));
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      value = {
        "log LOG --url mongodb://127.0.0.1:1/shop?serverSelectionTimeoutMS=100 -o NEW | the source: connecting failed",
        "log LOG --url mongodb://127.0.0.1:1/ -o NEW | --url names no database",
        "log LOG --url mongodb://u:secret@@/shop -o NEW | --url is no address",
        "log LOG --url URL --schema a -o NEW | --schema is of PostgreSQL",
        "log LOG --url URL --stub postgres -o NEW | --stub postgres: accepted are",
        "log LOG --url URL --top 0 -o NEW | --top 0: 1 or more",
        "log NONE --url URL -o NEW | no such file",
        "mongodb --url URL --minutes 1 -o NEW | FerretDB has no profile",
        "mongodb --url URL --minutes 0 -o NEW | --minutes 0.0: more than 0",
        "mongodb --url jdbc:postgresql://h/d --minutes 1 -o NEW | --url is the address of a database",
      })
  void rejectsInOneLineAndLeavesNothing(String line, String message) throws Exception {
    String[] arguments =
        line.replace("LOG", log.toString())
            .replace("NONE", directory.resolve("none.log").toString())
            .replace("NEW", directory.resolve("new").toString())
            .replace("URL", shop.url)
            .split(" ");
    assertThatThrownBy(() -> run(arguments))
        .isInstanceOf(BadInputException.class)
        .message()
        .contains(message)
        .doesNotContain("\n", "secret");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }
}
