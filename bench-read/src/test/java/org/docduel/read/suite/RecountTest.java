package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.read.suite.init.SuiteInit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How many documents each starter question says that it matches, counted again by DuckDB, which
 * reads the file itself: of generated orders, and of all NDJSON and CSV files of the directory that
 * {@code -Dorg.docduel.files=DIR} names, where real ones are at hand.
 */
class RecountTest {
  private static final int ORDERS = 500;
  private static final Pattern MATCHES =
      Pattern.compile("-- matches (\\d+) of (\\d+)(?:, in (\\d+) groups)?");
  private static final Pattern CONDITION =
      Pattern.compile(
          "(?:The documents|How many) (?:with|whose) (.+?) (=|>=|begins with) (.+)"
              + "|How many with (?<element>'.*') in (?<list>.+)"
              + "|How many (?<is>have|lack) (?<field>.+)"
              + "|Documents (?:and mean .+ )?by (?<by>.+)|The 10 greatest by (?<top>.+)"
              + "|(?<all>How many documents\\?)");

  @TempDir private Path directory;

  /** One question as it stands in a dialect's file. */
  private record GeneratedQuery(String title, String matches) {}

  static Stream<Arguments> files() throws IOException {
    List<Arguments> files = new ArrayList<>(List.of(Arguments.of("orders.ndjson", Path.of(""))));
    String filesDirectory = System.getProperty("org.docduel.files", "");
    if (!filesDirectory.isEmpty()) {
      try (Stream<Path> all = Files.list(Path.of(filesDirectory))) {
        all.sorted().forEach(file -> files.add(Arguments.of(file.getFileName() + "", file)));
      }
    }
    return files.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void everyQueryMatchesItsStatedCount(String name, Path source) throws IOException, SQLException {
    Path file =
        source.toString().isEmpty() ? Orders.write(directory.resolve(name), ORDERS) : source;
    Path folder = directory.resolve("mine");
    new SuiteInit()
        .run(List.of(folder + "", "--data", file + ""), new PrintWriter(new StringWriter()));
    try (TypedTables duck = new TypedTables()) {
      boolean json = name.contains("json");
      duck.run(
          "CREATE TABLE it AS SELECT * FROM "
              + (json ? "read_json('" : "read_csv('")
              + file
              + (json
                  ? "', format = 'newline_delimited', map_inference_threshold = -1,"
                      + " maximum_object_size = 99999999, "
                  : "', quote = '\"', auto_type_candidates = ['BIGINT', 'DOUBLE', 'VARCHAR'],"
                      + " ")
              + "sample_size = -1)");
      long all = duck.keys("SELECT count(*) FROM it").get(0);
      List<GeneratedQuery> queries = queries(folder);
      assertThat(queries).isNotEmpty();
      for (GeneratedQuery query : queries) {
        Matcher counts = MATCHES.matcher(query.matches());
        assertThat(counts.matches()).as(query.toString()).isTrue();
        assertThat(counts.group(2)).as(query.title()).isEqualTo("" + all);
        Matcher title = CONDITION.matcher(query.title());
        assertThat(title.matches()).as(query.title()).isTrue();
        assertThat(duck.keys("SELECT " + counted(title) + " FROM it").get(0))
            .as(query.title())
            .isEqualTo(Long.parseLong(counts.group(1)));
        if (title.group("by") != null) {
          String field = path(title.group("by"));
          assertThat(duck.keys("SELECT count(*) FROM (SELECT DISTINCT " + field + " FROM it)"))
              .as(query.title())
              .containsExactly(Long.parseLong(counts.group(3)));
        }
      }
    }
  }

  private static List<GeneratedQuery> queries(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("postgres-typed.sql"));
    List<GeneratedQuery> queries = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("-- name: ")) {
        String title = lines.get(i).replaceFirst("-- name: \\S+\\s+", "");
        queries.add(new GeneratedQuery(title, lines.get(i + 1)));
      }
    }
    return queries;
  }

  /** The documents of a question, as an aggregate in DuckDB's words. */
  private static String counted(Matcher title) {
    String condition;
    if (title.group("all") != null || title.group("by") != null) {
      return "count(*)";
    } else if (title.group("top") != null) {
      return "least(10, count(" + path(title.group("top")) + "))";
    } else if (title.group("element") != null) {
      condition =
          "list_contains(" + path(title.group("list")) + ", " + title.group("element") + ")";
    } else if (title.group("is") != null) {
      String not = title.group("is").equals("have") ? " IS NOT NULL" : " IS NULL";
      condition = path(title.group("field")) + not;
    } else {
      String field = path(title.group(1));
      condition =
          title.group(2).equals("begins with")
              ? "starts_with(" + field + ", " + title.group(3) + ")"
              : field + title.group(2) + title.group(3);
    }
    return "count(*) FILTER (WHERE " + condition + ")";
  }

  private static String path(String field) {
    return '"' + field.replace(".", "\".\"") + '"';
  }
}
