package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.launch.plan.Comparisons;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.SuiteFiles;
import org.docduel.read.ReadWorkload;
import org.docduel.read.suite.init.SuiteInit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a file in which much is not worth asking. */
class SuiteInitTest {
  private static final int COUNT = 400;

  @TempDir private Path directory;
  private Path file;

  /** Airports with a constant country, a copy of the state, and a field that few have. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      String state = "S" + (i % 7 == 0 ? 0 : i % 7 * i % 11);
      lines.append("{\"country\": \"").append(i == 9 ? "Palau" : "USA");
      lines.append("\", \"label\": \"State of ").append(state);
      lines.append("\", \"state\": \"").append(state);
      lines.append("\", \"code\": \"").append(Integer.toString(1_000 + i, 36));
      String prefix = i % 20 == 0 ? "New" : i % 16 == 3 ? "St" : "Port " + i;
      lines.append("\", \"name\": \"").append(prefix).append(" Field");
      lines.append(' ').append(i).append("\", \"latitude\": ").append(i * 37 % COUNT / 8.0);
      lines.append(i % 100 == 1 ? ", \"closed\": \"2001\"}\n" : "}\n");
    }
    file = Files.writeString(directory.resolve("airports.ndjson"), lines);
  }

  private String init(String... more) {
    List<String> arguments = new ArrayList<>(List.of(directory.resolve("mine").toString()));
    arguments.addAll(List.of(more));
    StringWriter out = new StringWriter();
    new SuiteInit().run(arguments, new PrintWriter(out, true));
    return out.toString();
  }

  private Map<String, String> queries() throws IOException {
    return queries("postgres-typed");
  }

  private Map<String, String> queries(String dialect) throws IOException {
    Map<String, String> queries = new TreeMap<>();
    List<String> lines = Files.readAllLines(directory.resolve("mine/" + dialect + ".sql"));
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("-- name: ")) {
        queries.put(lines.get(i).replaceFirst("-- name: \\S+\\s+", ""), lines.get(i + 1));
      }
    }
    return queries;
  }

  @Test
  void generatesUsefulQueries() throws IOException {
    init("--data", file.toString());

    Map<String, String> queries = queries();
    assertThat(queries)
        .containsEntry(
            "The documents with code = '" + Integer.toString(1_200, 36) + "'", matchLine(1))
        .containsEntry("The documents whose name begins with 'New'", matchLine(20))
        .containsEntry("How many with latitude >= 45", matchLine(40))
        .containsEntry("How many have closed", matchLine(4))
        .hasSizeBetween(7, 12);
    assertThat(queries.keySet())
        .as("a constant, a copy of another field, and one that few have")
        .noneMatch(title -> title.contains("country"))
        .noneMatch(title -> title.contains("label"))
        .noneMatch(title -> title.contains("with closed"));
    assertThat(Files.readString(directory.resolve("mine/suite.yaml")))
        .contains("indexes: [all, none]")
        .contains("state: text")
        .doesNotContain("country");
    assertThat(Suite.read(directory.resolve("mine").toString()).collections().get(0).columns())
        .containsEntry("country", Kind.TEXT)
        .containsEntry("state", Kind.TEXT);
  }

  @Test
  void queriesTwoValuesOfOnlyCategory() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 682; i++) {
      lines.append("{\"country\": \"C").append(i / 11).append("\", \"pop\": ");
      lines.append(i * 7919L % 10_007).append("}\n");
    }
    Files.writeString(file, lines);

    init("--data", file.toString());

    assertThat(queries())
        .containsEntry("How many with country = 'C0'", "-- matches 11 of 682")
        .containsEntry("The documents with country = 'C1'", "-- matches 11 of 682");
  }

  @Test
  void largeFileHasLargerCategories() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 24_600; i++) {
      lines.append("{\"country\": \"C").append(i % 246).append("\", \"place\": \"");
      lines.append("x".repeat(i == 12_300 ? 80 : 20)).append(i).append("\"}\n");
    }
    Files.writeString(file, lines);

    init("--data", file.toString());

    assertThat(queries())
        .containsEntry(
            "The documents with place = '" + "x".repeat(20) + "12301'", "-- matches 1 of 24600")
        .containsEntry("How many with country = 'C0'", "-- matches 100 of 24600")
        .containsEntry("Documents by country", "-- matches 24600 of 24600, in 246 groups");
  }

  @Test
  void doesNotTreatKeyAsMeasure() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      lines.append("{\"id\": ").append(1_000 + i * 17).append(", \"rate\": ");
      lines.append(i * 37 % COUNT / 8.0).append("}\n");
    }
    Files.writeString(file, lines);

    init("--data", file.toString());

    assertThat(queries().keySet())
        .containsExactlyInAnyOrder(
            "How many documents?",
            "The documents with id = " + (1_000 + COUNT / 2 * 17),
            "How many with rate >= 45",
            "The 10 greatest by rate");
  }

  @Test
  void doesNotIndexElementsOfEmbeddings() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      lines.append("{\"label\": \"L").append(i % 5).append("\", \"price\": ").append(i / 4.0);
      lines.append(", \"vector\": [0.5, -0.25, ").append(i / 7.0);
      lines.append("], \"exact\": [0.123456789012345678901], \"tags\": [\"T");
      lines.append(i % 3).append("\"]}\n");
    }
    Files.writeString(file, lines);

    String out = init("--data", file.toString());

    assertThat(out)
        .contains("numbers with a fraction: doubles in price, vector; decimals in exact");
    assertThat(queries().keySet())
        .anyMatch(title -> title.endsWith("in tags"))
        .noneMatch(title -> title.contains("vector") || title.contains("exact"));
    for (String dialect : List.of("postgres-typed.sql", "postgres-jsonb.sql", "mongodb.json")) {
      assertThat(Files.readString(directory.resolve("mine").resolve(dialect)))
          .contains("tags")
          .doesNotContain("vector")
          .doesNotContain("exact");
    }
    assertThat(Files.readString(directory.resolve("mine/suite.yaml")))
        .contains("fractions: double")
        .contains("price: double  # double in " + COUNT);
    Map<String, Kind> columns =
        Suite.read(directory.resolve("mine").toString()).collections().get(0).columns();
    assertThat(columns).containsEntry("vector", Kind.DOUBLES).containsEntry("exact", Kind.DECIMALS);
  }

  @Tag("attack")
  @Tag("D6")
  @Test
  void doesNotIndexTextsTooLongForIndex() throws IOException {
    StringBuilder lines = new StringBuilder();
    String text = "x".repeat(5_000);
    for (int i = 0; i < COUNT; i++) {
      lines.append("{\"kind\": \"").append(i % 50 == 0 ? text : "A" + i % 3);
      lines.append("\", \"title\": \"New ").append(i % 20).append(i == 9 ? text : " words");
      lines.append("\", \"list\": [\"").append(i == 7 ? text : "A" + i % 3);
      lines.append(i % 10 == 0 ? "\"], \"rare\": \"" + text + "\"}\n" : "\"]}\n");
    }
    Files.writeString(file, lines);
    init("--data", file.toString());

    assertThat(Files.readString(directory.resolve("mine/postgres-typed.sql")))
        .contains("How many documents?")
        .doesNotContain("CREATE INDEX");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() ->
            new SuiteInit()
                .run(
                    List.of(
                        directory.resolve("other").toString(),
                        "--data",
                        file.toString(),
                        "--key",
                        "title"),
                    new PrintWriter(new StringWriter())))
        .withMessageContaining("title with one value of at most 600 characters");
  }

  /** Needs the right to mount a small file system. */
  @Tag("attack")
  @Tag("D7")
  @Test
  void leavesNothingOnFullDisk() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    int mounted =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", small.toString())
            .start()
            .waitFor();
    assumeThat(mounted).as("mounting a file system is not allowed here").isZero();
    try {
      String folder = small.resolve("mine").toString();
      assertThatThrownBy(() ->
              new SuiteInit()
                  .run(
                      List.of(folder, "--data", file.toString()),
                      new PrintWriter(new StringWriter())))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("No space left on device");
      assertThat(small).isEmptyDirectory();
    } finally {
      new ProcessBuilder("umount", small.toString()).start().waitFor();
    }
  }

  private static String matchLine(int matches) {
    return "-- matches " + matches + " of " + COUNT;
  }

  @Test
  void everyIndexServesAQuery() throws IOException {
    init("--data", file.toString());

    List<String> lines = Files.readAllLines(directory.resolve("mine/postgres-jsonb.sql"));
    List<String> indexes = lines.stream().filter(line -> line.startsWith("CREATE")).toList();
    String conditions =
        String.join(
            "\n",
            lines.stream()
                .filter(line -> line.startsWith("WHERE") || line.startsWith("ORDER"))
                .toList());
    assertThat(indexes).hasSizeGreaterThan(4);
    for (String index : indexes) {
      String field = index.replaceAll(".*'(\\w+)'.*", "$1");
      assertThat(conditions).contains("'" + field + "'");
    }
  }

  @Test
  void acceptsKeyOption() throws IOException {
    init("--data", file.toString(), "--key", "name");

    assertThat(queries()).containsKey("The documents with name = 'New Field 200'");
  }

  @Test
  void acceptsInstantAsKey() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      lines.append("{\"at\": \"2025-01-01T00:00:0").append(i % 10).append(".000Z\"}\n");
    }
    Files.writeString(file, lines);

    init("--data", file.toString(), "--key", "at");

    assertThat(queries())
        .containsEntry("The documents with at = '2025-01-01T00:00:00.000Z'", matchLine(40));
  }

  @Test
  void folderHasDefaultPermissions() throws IOException {
    init("--data", file.toString());

    Path other = Files.createDirectory(directory.resolve("other"));
    assertThat(Files.getPosixFilePermissions(directory.resolve("mine")))
        .isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void rejectsRowsOfSuiteWithoutGenerator() {
    init("--data", file.toString());
    String suite = directory.resolve("mine").toString();

    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> OwnSuite.select(suite, "rows=5000"))
        .withMessageContaining("rows=5000")
        .withMessageContaining("generates no documents");
  }

  @Test
  void doesNotCompareQueriesOfOneStore() {
    List<Map<String, String>> results =
        List.of(
            Map.of("suite", "mine", "query", "1.1", "store", "postgres-jsonb"),
            Map.of("suite", "mine", "query", "1.2", "store", "postgres-jsonb"));

    assertThat(
            new Comparisons(new ReadWorkload(), StoreProviders.all())
                .of(QuerySuiteBenchmark.class.getName() + ".ask", results))
        .isEmpty();
  }

  @Test
  void rejectsKeyThatNoDocumentHas() {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> init("--data", file.toString(), "--key", "iata"))
        .withMessageContaining("no document has a field iata");
  }

  @Test
  void directoryHasCollectionPerFile() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("data"));
    Files.copy(file, folder.resolve("one.ndjson"));
    Files.writeString(folder.resolve("two.csv"), "a,b\n1,2\n");

    String out = init("--data", folder.toString());

    assertThat(out).contains("one.ndjson: 400 documents").containsPattern("two.csv: 1 document\\R");
    assertThat(Suite.read(directory.resolve("mine").toString()).collections()).hasSize(2);
  }

  @Test
  void mongodbExportSuitsAllStores() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      lines.append("{\"_id\": {\"$oid\": \"%024x\"}, \"n\": %d}\n".formatted(1L << i % 40, i));
    }
    Files.writeString(file, lines);

    String printed = init("--data", file.toString(), "--key", "_id");

    Suite suite = Suite.read(directory.resolve("mine").toString());
    assertThat(queries())
        .containsKey("The documents with original_id = '%024x'".formatted(1L << COUNT / 2 % 40));
    assertThat(printed).contains("note: the field _id is called original_id, since stores");
    for (String store : List.of("mongodb", "postgres-jsonb")) {
      assertThat(SuiteFiles.unsupportedReason(suite, store)).as(store).isEmpty();
    }
  }

  @Test
  void recordsNullTokensInSuite() throws IOException {
    Path prices =
        Files.writeString(directory.resolve("prices.csv"), "id,price\n1,9.5\n2,\\N\n3,1\n");

    assertThat(init("--data", prices.toString()))
        .contains("note: price is text and no number because of '\\N' in " + prices + ":3")
        .contains("(suite init --null '\\N')");
    Files.move(directory.resolve("mine"), directory.resolve("first"));
    assertThat(init("--data", prices.toString(), "--null", "\\N")).doesNotContain("note:");

    Suite suite = Suite.read(directory.resolve("mine").toString());
    assertThat(suite.collections().get(0).columns()).containsEntry("price", Kind.DOUBLE);
    assertThat(SuiteFiles.unsupportedReason(suite, "postgres-jsonb")).isEmpty();
    assertThat(SuiteFiles.contentName(suite))
        .isNotEqualTo(SuiteFiles.contentName(Suite.read(directory.resolve("first").toString())));
  }

  @Test
  void findsDocumentsInListOfSingleDocument() throws IOException {
    Files.writeString(
        file,
        """
        {"type": "FeatureCollection", "bbox": [1, 2],
         "features": [{"type": "Feature"}, {"type": "Feature"}]}
        """);

    assertThat(init("--data", file.toString()))
        .contains("note: the whole file is one document;", ": jq -c '.[\"features\"][]'");
  }

  @Test
  void omitsFieldNameWithNul() throws IOException {
    Files.writeString(file, "{\"x\\u0000y\": 1}\n{\"x\\u0000y\": 2}\n{}\n");

    String printed = init("--data", file.toString());

    assertThat(queries("postgres-jsonb")).containsOnlyKeys("How many documents?");
    assertThat(printed)
        .containsPattern("(?m)^note: postgres-typed is left out: the field 'x\\?y' has a NUL");
    assertThat(directory.resolve("mine/postgres-typed.sql")).doesNotExist();
    assertThat(Files.readString(directory.resolve("mine/suite.yaml"))).doesNotContain("typed");
  }

  @Test
  void omitsFieldNameUnsupportedByMongodb() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      lines
          .append("{\"a.b\": \"")
          .append(i % 3)
          .append("x\", \"$c\": {\"d\": ")
          .append(i)
          .append("}}\n");
    }
    Files.writeString(file, lines);

    String printed = init("--data", file.toString());

    assertThat(queries()).containsOnlyKeys("How many documents?");
    assertThat(printed)
        .contains(
            "note: no query uses 2 fields, such as 'a.b': a path of MongoDB cannot hold a name"
                + " that is empty, has a dot or begins with a dollar");
  }

  @Test
  void unusualNamesRoundTrip() throws IOException {
    Path dataFile = directory.resolve("Größe 도시.ndjson");
    String longest = "n".repeat(3_000);
    List<String> names =
        List.of("Straße", "도시", "a\u00a0b", "x\u202ey", "\uFEFFz", "q\"u", "😀", longest);
    List<String> fields =
        names.stream().map(name -> JsonBytes.text(new StringValue(name))).toList();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      String value = ": " + i % 7;
      lines
          .append("{\"in\": {")
          .append(String.join(value + ", ", fields))
          .append(value)
          .append("}}\n");
    }
    Files.writeString(dataFile, lines);

    init("--data", dataFile.toString());

    String all = "";
    for (String file : List.of("suite.yaml", "gr_e_.columns.yaml")) {
      Path written = directory.resolve("mine").resolve(file);
      all += Files.exists(written) ? Files.readString(written) : "";
    }
    assertThat(all)
        .contains(
            "Größe 도시.ndjson", "in.Straße", "in.도시", "in.😀", "a\\U000000a0b", "x\\U0000202ey");
    assertThat(Suite.read(directory.resolve("mine").toString()).collections().get(0).columns())
        .containsOnlyKeys(names.stream().map(name -> "in." + name).toList());
  }
}
