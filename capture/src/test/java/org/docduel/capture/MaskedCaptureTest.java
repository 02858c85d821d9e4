package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.stores.jdbc.Sql;
import org.docduel.testkit.LoggedShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/** Words that are planted in data, values and literals, and what a masked folder has of them. */
@DisabledOnOs(OS.WINDOWS)
class MaskedCaptureTest {
  private static final List<String> SECRETS =
      List.of("plantedname", "seedville", "z\u00fcrich", "plantedtag", "plantednote", "planted");

  private static final String SETUP =
      """
      CREATE DOMAIN mail AS text CHECK (VALUE ~ '@planted[.]example$');
      CREATE TABLE patient (id integer PRIMARY KEY, name text NOT NULL UNIQUE, email mail,
        city varchar(30) NOT NULL CHECK (city <> 'Planted nowhere'), tags text[], doc jsonb,
        raw json, code uuid, bytes bytea, ip inet NOT NULL, born date,
        small text GENERATED ALWAYS AS (lower(name) || ' planted') STORED,
        friend text REFERENCES patient (name));
      INSERT INTO patient (id, name, email, city, tags, doc, raw, code, bytes, ip, born, friend)
        SELECT i, 'Plantedname ' || i || E'\\t', 'User' || i || '@planted.example',
          (ARRAY['Seedville', 'Z\u00fcrich', 'Planted by "Sea"'])[i % 3 + 1],
          ARRAY['plantedtag' || i % 5, 'a "planted" \\ one', NULL],
          jsonb_build_object('note', 'plantednote ' || i % 10, 'n', i, 'list', jsonb_build_array('planted')),
          '{"note": "planted"}', md5(i::text)::uuid, convert_to('planted', 'UTF8'), '10.0.0.1',
          date '1980-01-01' + i, 'Plantedname ' || (i - 1) / 2 + 1 || E'\\t'
        FROM generate_series(1, 500) i;
      CREATE INDEX patient_city ON patient (city) WHERE city = 'Seedville';
      CREATE INDEX patient_note ON patient ((doc->>'note'));
      CREATE INDEX patient_prefix ON patient (email text_pattern_ops);
      """;

  /** Each finds rows, but for the name that nobody has; the first two are one, the last writes. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT id FROM patient WHERE name = E'Plantedname 7\\t'",
          "SELECT id FROM patient WHERE name = 'Planted nobody'",
          "SELECT id FROM patient WHERE email LIKE 'User1%'",
          "SELECT p.id FROM patient p JOIN patient f ON p.friend = f.name WHERE f.city = 'Seedville'",
          "SELECT id FROM patient WHERE doc->>'note' = 'plantednote 3' AND city IN ('Z\u00fcrich', 'Seedville')",
          "SELECT id FROM patient WHERE doc @> '{\"note\": \"plantednote 4\"}'",
          "SELECT id FROM patient WHERE 'plantedtag3' = ANY (tags)",
          "SELECT id FROM patient WHERE lower(email) = 'user9@planted.example'",
          "SELECT id FROM patient WHERE code = '8f14e45f-ceea-167a-5a36-dedd4bea2543'::uuid",
          "SELECT date_trunc('month', born), count(*) FROM patient GROUP BY 1",
          "SELECT city, count(*), 'planted label' AS label FROM patient GROUP BY city",
          "SELECT id FROM patient WHERE encode(bytes, 'hex') <> '' AND born >= '1980-06-01' AND id < 400",
          "SELECT DISTINCT doc->'list'->>0, upper(name) FROM patient WHERE id BETWEEN 3 AND 20",
          "SELECT id FROM patient WHERE name LIKE '%name 12%'",
          "UPDATE patient SET city = 'Planted elsewhere' WHERE id = -1");

  private static LoggedShop shop() throws SQLException {
    LoggedShop shop = new LoggedShop();
    shop.execute(SETUP);
    for (String statement : STATEMENTS) {
      shop.execute(statement);
      shop.execute(statement);
    }
    return shop;
  }

  @TempDir private Path directory;

  private String capture(LoggedShop shop, Path folder, String... more) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Path log = Optional.ofNullable(shop.logs().get("json")).orElseThrow();
    List<String> arguments =
        new ArrayList<>(List.of("log", log.toString(), "-o", folder.toString()));
    arguments.addAll(List.of("--minutes", "1", "--url", shop.url()));
    arguments.addAll(List.of(more));
    assertThat(CaptureCommand.run(arguments, print, print)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void hidesPlantedWordsAndKeepsRowCounts() throws Exception {
    Path key = Files.writeString(directory.resolve("key"), "a key of the test, long enough");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path plain = directory.resolve("plain");
    Path hidden = directory.resolve("hidden");
    try (LoggedShop shop = shop()) {
      capture(shop, plain);
      String screen = capture(shop, hidden, "--mask", key.toString());
      assertThat(screen)
          .contains(
              "not hidden: numbers, dates,", "emptied, since they cannot be masked: patient.ip")
          .contains("1 constraints CHECK, which masked values need not fulfil")
          .containsPattern("q[0-9]+: masked, may find other rows: search inside of texts");
      String all = content(hidden);
      assertThat(all).contains("note", "1980-").doesNotContain(SECRETS.toArray(String[]::new));
      assertThat(screen.toLowerCase(Locale.ROOT)).doesNotContain(SECRETS.toArray(String[]::new));
      assertThat(content(plain)).contains(SECRETS.subList(0, 5).toArray(String[]::new));

      Map<String, List<Integer>> expected = rowCounts(shop, plain, "plain");
      Map<String, List<Integer>> found = rowCounts(shop, hidden, "hidden");
      assertThat(expected).hasSize(STATEMENTS.size() - 2);
      String infix = lineOf(hidden, "LIKE", "may find other rows");
      expected.remove(infix);
      found.remove(infix);
      assertThat(found).isEqualTo(expected);
      long empty =
          expected.values().stream()
              .filter(counts -> counts.stream().allMatch(rows -> rows == 0))
              .count();
      assertThat(empty).as("all find rows: %s", expected).isZero();
    }
  }

  /** The name of the query whose head has a text. */
  private static String lineOf(Path folder, String... texts) throws IOException {
    String sql = Files.readString(folder.resolve("postgres.sql"));
    return Stream.of(sql.split("-- name: ", -1))
        .filter(each -> Stream.of(texts).allMatch(each::contains))
        .map(each -> each.split(" ", 2)[0])
        .findFirst()
        .orElseThrow();
  }

  /** All files with their names, unpacked, in small letters. */
  private static String content(Path folder) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (InputStream in = open(file)) {
          all.append(folder.relativize(file)).append('\n');
          all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
  }

  /** The rows that each query finds with each of its tuples, by the server that was captured. */
  private static Map<String, List<Integer>> rowCounts(LoggedShop shop, Path folder, String schema)
      throws Exception {
    Suite suite = Suite.read(folder.toString());
    Dialect dialect = suite.dialect("postgres");
    Map<String, List<Integer>> counts = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection(shop.url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema + "; SET search_path = " + schema);
      statement.execute(Files.readString(folder.resolve(Suite.SCHEMA_FILE)));
      for (Map.Entry<String, String> table : suite.schema().data().entrySet()) {
        try (InputStream rows = open(folder.resolve(table.getValue()))) {
          String copy = "COPY " + Sql.identifier(table.getKey()) + " FROM STDIN";
          connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy, rows);
        }
      }
      for (String each : dialect.indexes().getOrDefault("now", List.of())) {
        statement.execute(each);
      }
      for (List<String> phase : dialect.phases().values()) {
        for (String each : phase) {
          statement.execute(each);
        }
      }
      for (NamedQuery query : dialect.queries().values()) {
        statement.execute("PREPARE %s AS %s".formatted(query.name(), query.text()));
        List<Integer> rows = new ArrayList<>();
        for (String values : tuples(folder.resolve(query.name() + ".csv"))) {
          try (ResultSet row = statement.executeQuery("EXECUTE " + query.name() + values)) {
            int count = 0;
            while (row.next()) {
              count++;
            }
            rows.add(count);
          }
        }
        counts.put(query.name(), rows);
      }
    }
    return counts;
  }

  private static List<String> tuples(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of("");
    }
    List<String> tuples = new ArrayList<>();
    try (Reader in = Files.newBufferedReader(file);
        CSVParser records = CSVFormat.DEFAULT.parse(in)) {
      for (CSVRecord fields : records) {
        if (fields.getRecordNumber() > 1) {
          tuples.add(
              fields.stream()
                  .skip(1)
                  .map(Sql::literal)
                  .collect(Collectors.joining(", ", "(", ")")));
        }
      }
    }
    return tuples;
  }
}
