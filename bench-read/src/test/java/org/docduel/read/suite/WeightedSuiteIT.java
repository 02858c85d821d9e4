package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A suite with parameters and weights, whose index sets lack an index on purpose. */
class WeightedSuiteIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(WeightedSuiteIT.class);

  /** Calls a minute: the rare query has one of a thousand. */
  private static final Map<String, Double> WEIGHTS = Map.of("hot", 6000.0, "rare", 6.0);

  @TempDir private Path directory;
  private Path suite;

  @BeforeEach
  void write() throws IOException {
    suite = Files.createDirectory(directory.resolve("shop"));
    Files.writeString(
        suite.resolve("suite.yaml"),
        """
        name: shop
        collections: {customer: {generator: customer}}
        dialects: [postgres-typed]
        indexes: [all, nohot, norare]
        weights: {hot: 6000, rare: 6}
        """);
    Files.writeString(
        suite.resolve("postgres-typed.sql"),
        """
        -- index: all
        CREATE INDEX ON customer (email);
        CREATE INDEX ON customer (full_name);
        -- index: nohot
        CREATE INDEX ON customer (full_name);
        -- index: norare
        CREATE INDEX ON customer (email);
        -- name: hot  Who has the address?
        -- parameters: emails.csv
        SELECT id, full_name FROM customer WHERE id = $1 OR email = $2
        -- name: rare  Who has the name?
        SELECT count(*) AS n FROM customer WHERE full_name = 'Nobody'
        """);
    Files.writeString(
        suite.resolve("emails.csv"),
        "calls,id integer,email text\n60,7,a@example.org\n20,8,b@example.org\n3,9,\n");
  }

  private Ended run(String more) throws Exception {
    return JAR.run(
        directory,
        "QuerySuite -p suite=./shop -p rows=20000 -p store=postgres-typed -rf json -rff out.json "
            + more);
  }

  @Test
  void plantedSlowdownOfHotQueryComesFirst() throws Exception {
    Ended ended = run("-p index=all,nohot,norare -f 3 -wi 1 -i 3").succeeded();
    assertThat(ended.out())
        .contains("hot: 3 tuples of emails.csv@")
        .containsPattern("weighted total: nohot takes \\S+ m?s a minute where all takes")
        .contains("covers 100.0 % of calls and 100.0 % of time, in 2 queries");
    List<String> sentences = ended.lines("  by weight x difference: ");
    assertThat(sentences.get(0)).startsWith("  by weight x difference: hot +");
    assertThat(ended.out()).contains("  slower: hot", "plan changed: hot");

    // nohot against all, then norare against all
    Map<String, Double> nohot = totals("nohot");
    Map<String, Double> all = totals("all");
    Map<String, Double> norare = totals("norare");
    List<List<String>> rows = csv("out-report/tables/weighted-totals.csv");
    assertThat(Double.parseDouble(cell(rows, 1, "baseline_level")))
        .isCloseTo(mean(all), within(1e-9));
    assertThat(Double.parseDouble(cell(rows, 1, "candidate_level")))
        .isCloseTo(mean(nohot), within(1e-9));
    assertThat(Double.parseDouble(cell(rows, 2, "candidate_level")))
        .isCloseTo(mean(norare), within(1e-9));
    assertThat(mean(nohot)).isGreaterThan(2 * mean(all));

    // A rare query that takes many times as long is named, and is not the headline.
    List<List<String>> queries = csv("out-report/tables/weighted-queries.csv");
    assertThat(queries.stream().filter(row -> row.contains("norare")).toList())
        .anySatisfy(row -> assertThat(row).contains("rare", "changed"));
    assertThat(cell(rows, 2, "decision")).isNotIn("inferior", "slower by 20 % or more");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"callsPerMinute\"");
    assertThat(Files.readString(directory.resolve("out-report/report.html")))
        .contains("What do the calls of a minute take?");
  }

  /** The mean of a side's totals by round, from JMH's file alone. */
  private Map<String, Double> totals(String index) throws IOException {
    Map<String, Double> totals = new TreeMap<>();
    String json = Files.readString(directory.resolve("out.json"));
    for (JsonTree result : JsonTree.parse("out.json", json).elements()) {
      if (!result.get("params").get("index").text().equals(index)) {
        continue;
      }
      double calls = WEIGHTS.getOrDefault(result.get("params").get("query").text(), Double.NaN);
      List<JsonTree> forks = result.get("primaryMetric").get("rawData").elements();
      for (int fork = 0; fork < forks.size(); fork++) {
        double millis =
            forks.get(fork).elements().stream()
                .mapToDouble(each -> each.number().orElseThrow())
                .average()
                .orElseThrow();
        totals.merge("fork " + fork, calls * millis / 1000, Double::sum);
      }
    }
    assertThat(totals).hasSize(3);
    return totals;
  }

  private static double mean(Map<String, Double> totals) {
    return totals.values().stream().mapToDouble(total -> total).average().orElseThrow();
  }

  private List<List<String>> csv(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file)).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }

  private static String cell(List<List<String>> rows, int row, String column) {
    return rows.get(row).get(rows.get(0).indexOf(column));
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      value = {
        "suite.yaml | rare: 6 | rare: 0 | suite.yaml:5: '0' is not a weight of rare",
        "suite.yaml | rare: 6 | rara: 6 | suite.yaml:5: no dialect has a query rara",
        "emails.csv | 8,b@ | 8 b@ | emails.csv:3: the row has 2 fields, and the header 3",
        "emails.csv | 8,b@ | eight,b@ | emails.csv:3: id: 'eight' is not a valid integer",
        "postgres-typed.sql | emails.csv | nobody.csv | postgres-typed.sql:8: hot: its parameters",
      })
  void rejectsMistakeBeforeAnythingRuns(String name, String valid, String bad, String message)
      throws Exception {
    Path file = suite.resolve(name);
    Files.writeString(file, Files.readString(file).replace(valid, bad));
    assertThat(run("-f 1").rejection()).contains(message);
    assertThat(directory.resolve("out.json")).doesNotExist();
  }
}
