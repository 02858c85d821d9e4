package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mongod's log and profile, by the shapes of the manual: no real mongod was there. */
class MongodOperationTest {
  @TempDir private Path directory;

  static String resource(String name) throws IOException {
    try (InputStream in = MongodOperationTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Map<String, Double> calls(StatementTable table) {
    Map<String, Double> calls = new TreeMap<>();
    table
        .ordered()
        .forEach(entry -> {
          String key = entry.statement().key();
          calls.put(
              key.contains("\t") ? key.replace('\t', ':') : key.split(" ", 2)[0], entry.calls());
        });
    return calls;
  }

  @Test
  void readsLog() throws IOException {
    Path file = Files.writeString(directory.resolve("mongod.log"), resource("mongod.log").strip());
    StatementTable table = new StatementTable(MongoCommand::normal);
    Map<String, Long> databases = new TreeMap<>();
    LogFile log = new LogFile(file, bytes -> {});
    log.read(statement -> {
      databases.merge(statement.database(), 1L, Long::sum);
      if (statement.database().equals("shop")) {
        table.add(statement);
      }
    });
    assertThat(databases).isEqualTo(Map.of("shop", 7L, "other", 1L));
    assertThat(log.skipped()).containsExactly(Map.entry("the last line was cut off", 1L));
    assertThat(table.calls()).isEqualTo(7);
    assertThat(table.millis()).isEqualTo(3 + 5 + 20 + 1 + 2 + 40);
    StatementTable.Entry hottest = table.ordered().get(0);
    assertThat(hottest.calls()).isEqualTo(2);
    assertThat(hottest.form().tuples().weighted().keySet())
        .containsExactlyInAnyOrder(List.of("paid", "100"), List.of("open", "99.5"));
    assertThat(calls(table))
        .containsEntry("update orders:writes", 1.0)
        .containsEntry("getMore orders:fetches more rows of a query", 1.0)
        .containsEntry("find orders:was cut by the server", 1.0);
  }

  @Test
  void readsProfile() throws IOException {
    StatementTable table = new StatementTable(MongoCommand::normal);
    for (BsonValue operation : BsonArray.parse(resource("profile.json"))) {
      MongodOperation.ofProfile(operation.asDocument()).ifPresent(table::add);
    }
    assertThat(table.calls()).isEqualTo(9);
    assertThat(table.millis()).isEqualTo(2 + 4 + 3 + 8 + 1 + 77);
    assertThat(calls(table))
        .isEqualTo(
            Map.of(
                "find", 2.0,
                "count", 1.0,
                "distinct", 1.0,
                "update orders:writes", 1.0,
                "delete orders:writes", 1.0,
                "insert orders:writes", 1.0,
                "getMore orders:fetches more rows of a query", 1.0,
                "find orders:was cut by the server", 1.0));
  }

  @Test
  void rejectsLinesOfOtherFiles() {
    assertThat(MongodOperation.isLog("{\"timestamp\":\"2026-11-28\"}")).isFalse();
    assertThat(MongodOperation.isLog("{\"t\": {\"$date\": \"2026\"")).isTrue();
    assertThatThrownBy(() -> MongodOperation.ofLine("{\"id\": 51803, "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
