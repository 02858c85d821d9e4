package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report and the console decide the same family. */
class ReportFamilyTest {
  private static final double[][] FORKS = {{1, 1.02}, {1.05, 1.03}, {0.96, 0.97}, {1.01, 1.02}};

  @TempDir private Path directory;

  private static String raw(double level, boolean rate) {
    StringBuilder raw = new StringBuilder();
    for (double[] fork : FORKS) {
      for (double value : fork) {
        raw.append(raw.isEmpty() ? "" : value == fork[0] ? "],[" : ",");
        raw.append(rate ? 1 / (value * level) : value * level);
      }
    }
    return "{\"score\":1,\"scoreUnit\":\""
        + (rate ? "ops/ms" : "ms/op")
        + "\",\"rawData\":[["
        + raw
        + "]]}";
  }

  /** The adjusted p of every pair, whichever side is the candidate, by its lower subject. */
  private static Map<String, String> adjusted(List<String> csv) {
    List<String> header = List.of(csv.get(0).split(",", -1));
    Map<String, String> byPair = new HashMap<>();
    for (String line : csv.subList(1, csv.size())) {
      String[] cells = line.split(",", -1);
      String candidate = cells[header.indexOf("candidate")];
      String baseline = cells[header.indexOf("baseline")];
      if (candidate.compareTo(baseline) > 0) { // the console's direction
        byPair.putIfAbsent(
            baseline + " " + candidate,
            cells[header.indexOf("p_adjusted")] + " " + cells[header.indexOf("lower")]);
      }
    }
    return byPair;
  }

  @Test
  void reportAndConsoleFormSameFamilyOfTimesAndRates() throws IOException {
    ResultJson json = new ResultJson();
    for (int i = 0; i < 14; i++) {
      // the later, the faster: both name the faster one as the candidate
      double level = Math.pow(0.9, i);
      String store = "store=s" + (char) ('a' + i);
      json.addResult("\"avgt\"", store + ",case=one", raw(level, false));
      json.addResult("\"thrpt\"", store + ",case=two", raw(level, true));
    }
    json.addRaw("case=bytes", "B/op", "\"rawData\":[[1,2],[3,4],[5,6]]");
    Path file = json.writeTo(directory, "runs.json");

    CommandRun console =
        CommandRun.of(
            "superiority",
            file.toString(),
            "--by",
            "case,mode",
            "--format=csv",
            "--resamples=2000");
    CommandRun report =
        CommandRun.of(
            "report", file.toString(), "-o", directory.resolve("r").toString(), "--resamples=2000");

    assertThat(console.status()).as(console.err()).isZero();
    assertThat(report.status()).as(report.err()).isZero();
    Map<String, String> pairs =
        adjusted(console.out().lines().takeWhile(line -> !line.isEmpty()).toList());
    assertThat(pairs).hasSize(14 * 13 / 2);
    assertThat(adjusted(Files.readAllLines(directory.resolve("r/tables/pairs.csv"))))
        .isEqualTo(pairs);
  }

  /** The baseline is the better one, so the p of the candidate's claim would be near 1. */
  @Test
  void reportAndConsolePrintSameAdjustedP() throws IOException {
    ResultJson json = new ResultJson();
    json.addResult("\"avgt\"", "store=fast", raw(1, false));
    json.addResult("\"avgt\"", "store=slow", raw(1.32, false));
    Path file = json.writeTo(directory, "runs.json");

    CommandRun console = CommandRun.of("superiority", file.toString(), "--format=markdown");
    CommandRun report =
        CommandRun.of("report", file.toString(), "-o", directory.resolve("r").toString());

    assertThat(report.status()).as(report.err()).isZero();
    List<String> table = console.out().lines().filter(line -> line.startsWith("|")).toList();
    List<String> header = List.of(table.get(0).split(" *\\| *", -1));
    String p = table.get(2).split(" *\\| *", -1)[header.indexOf("p")];
    assertThat(p).isLessThan("0.5");
    assertThat(Files.readString(directory.resolve("r/report.html")))
        .contains(", p " + p + ". By method t");
  }

  /** A store and the client's overhead, with two codecs and two sizes of payload. */
  @Test
  void reportAndConsoleCompareSameParameterByDefault() throws IOException {
    ResultJson json = new ResultJson();
    for (String payload : List.of("1KB", "4KB")) {
      for (String codec : List.of("text", "binary")) {
        for (String store : List.of("noop", "real")) {
          double level = (codec.equals("text") ? 1 : 0.5) * (store.equals("noop") ? 0.01 : 1);
          json.addResult(
              "\"avgt\"",
              "store=%s,payload=%s,codec=%s".formatted(store, payload, codec),
              raw(level, false));
        }
      }
    }
    Path file = json.writeTo(directory, "runs.json");
    Files.writeString(
        directory.resolve("runs.sidecar.json"),
        "{\"version\": 1, \"stores\": [{\"store\": \"noop\", \"parameters\": {}, \"product\": \"no server\"}]}");

    CommandRun console = CommandRun.of("superiority", file.toString(), "--format=json");
    CommandRun report =
        CommandRun.of("report", file.toString(), "-o", directory.resolve("r").toString());

    assertThat(console.out()).contains("\"compare\" : \"codec\"").doesNotContain("noop");
    assertThat(report.status()).as(report.err()).isZero();
    assertThat(Files.readAllLines(directory.resolve("r/tables/pairs.csv")))
        .hasSize(2)
        .element(1)
        .asString()
        .startsWith("text,binary,");
  }

  /** Of forks that measure several queries or kinds, what is known of their stores stands once. */
  @ParameterizedTest
  @CsvSource({"'',''", "',kind=read','\"kind\": \"all\"'", "',query=1.1','\"query\": \"all\"'"})
  void givesNoVerdictBetweenAPublishedPortAndAServerOfTheHost(String part, String all)
      throws IOException {
    ResultJson json = new ResultJson();
    List<String> stores = List.of("postgres", "mongo", "mysql");
    List<Double> levels = List.of(1.0, 3.0, 9.0);
    for (int i = 0; i < stores.size(); i++) {
      json.addResult("\"avgt\"", "store=" + stores.get(i) + part, raw(levels.get(i), false));
    }
    Path file = json.writeTo(directory, "runs.json");
    String store = "{\"store\": \"%1$s\", \"server\": \"%1$s\", \"parameters\": {%2$s}}";
    String server = "{\"name\": \"%s\", \"way\": \"%s\", \"network\": \"%s\"}";
    Files.writeString(
        directory.resolve("runs.sidecar.json"),
        "{\"version\": 1, \"stores\": [%s, %s, %s], \"servers\": [%s, %s, %s]}"
            .formatted(
                store.formatted("postgres", all),
                store.formatted("mongo", all),
                store.formatted("mysql", all),
                server.formatted("postgres", "embedded", "loopback"),
                server.formatted("mongo", "container", "published"),
                server.formatted("mysql", "container", "host")));

    CommandRun console = CommandRun.of("superiority", file.toString());
    CommandRun report =
        CommandRun.of("report", file.toString(), "-o", directory.resolve("r").toString());

    assertThat(console.out().replaceAll("\\s+", " "))
        .contains("no verdict on mongo against postgres: one server is behind a published port")
        .contains("postgres is faster than mysql by 20 % or more");
    assertThat(report.status()).as(report.err()).isZero();
    assertThat(Files.readString(directory.resolve("r/report.html")))
        .contains("withheld: one server is behind a published port and the other is not");
  }

  @Test
  void givesNoVerdictBetweenALimitedServerAndOneWhoseMemoryIsStated() throws IOException {
    ResultJson json = new ResultJson();
    List<String> stores = List.of("postgres", "mongo", "mysql");
    List<Double> levels = List.of(1.0, 3.0, 9.0);
    for (int i = 0; i < stores.size(); i++) {
      json.addResult("\"avgt\"", "store=" + stores.get(i), raw(levels.get(i), false));
    }
    Path file = json.writeTo(directory, "runs.json");
    String store = "{\"store\": \"%1$s\", \"server\": \"%1$s\", \"parameters\": {}}";
    String server = "{\"name\": \"%s\", \"memory\": {\"bytes\": 1073741824, \"source\": \"%s\"}}";
    Files.writeString(
        directory.resolve("runs.sidecar.json"),
        "{\"version\": 1, \"stores\": [%s, %s, %s], \"servers\": [%s, %s, %s]}"
            .formatted(
                store.formatted("postgres"),
                store.formatted("mongo"),
                store.formatted("mysql"),
                server.formatted("postgres", "cgroup v2"),
                server.formatted("mongo", "stated, not verified"),
                server.formatted("mysql", "container")));

    CommandRun console = CommandRun.of("superiority", file.toString());
    CommandRun report =
        CommandRun.of("report", file.toString(), "-o", directory.resolve("r").toString());

    assertThat(console.out().replaceAll("\\s+", " "))
        .contains("no verdict on mongo against postgres: the memory of one server is limited")
        .contains("postgres is faster than mysql by 20 % or more");
    assertThat(report.status()).as(report.err()).isZero();
    assertThat(Files.readString(directory.resolve("r/report.html")))
        .contains("postgres (1 GB of memory (cgroup v2))")
        .contains("withheld: the memory of one server is limited");
  }

  @Test
  void relaxedWritesOfDifferentDurabilityGetNoVerdict() throws IOException {
    ResultJson json = new ResultJson();
    List<String> stores = List.of("json", "jsonb", "mongo");
    List<Double> levels = List.of(1.0, 0.5, 3.0);
    for (int i = 0; i < stores.size(); i++) {
      json.addResult(
          "\"avgt\"",
          "store=%s,durability=relaxed".formatted(stores.get(i)),
          raw(levels.get(i), false));
    }
    Path file = json.writeTo(directory, "runs.json");
    String fact =
        "{\"store\": \"%s\", \"server\": \"s\", \"durability\": \"%s\", \"parameters\": {}}";
    Files.writeString(
        directory.resolve("runs.sidecar.json"),
        "{\"version\": 1, \"stores\": [%s, %s, %s]}"
            .formatted(
                fact.formatted("json", "synchronous_commit=off"),
                fact.formatted("jsonb", "synchronous_commit=off"),
                fact.formatted("mongo", "w: 1, j: false")));

    CommandRun console = CommandRun.of("superiority", file.toString());
    CommandRun report =
        CommandRun.of("report", file.toString(), "-o", directory.resolve("r").toString());

    assertThat(report.status()).as(report.err()).isZero();
    String page = Files.readString(directory.resolve("r/report.html"));
    for (String text : List.of(console.out().replaceAll("\\s+", " "), page)) {
      assertThat(text)
          .contains("withheld")
          .contains("relaxed writes promise")
          .contains("faster by 20 % or more");
    }
    assertThat(page)
        .contains(
            "The verdict on jsonb against mongo is withheld: their relaxed writes promise different things.")
        .containsPattern("jsonb is [0-9.]+ times as fast as json \\(")
        .containsPattern("x6\\.\\d+ \\(withheld\\)")
        .doesNotContain("against mongo is undecided");
    assertThat(console.out().replaceAll("\\s+", " "))
        .contains("no verdict on mongo against json: their relaxed writes promise different");
  }

  /** As the console asks for each benchmark alone. */
  @Test
  void everyBenchmarkFormsSeparateFamily() throws IOException {
    ResultJson json = new ResultJson();
    for (String store : List.of("a", "b", "c")) {
      for (String payload : List.of("1KB", "4KB")) {
        double level = store.equals("a") ? 1 : store.equals("b") ? 0.83 : 0.7;
        json.addResult(
            "\"avgt\"", "store=%s,payload=%s".formatted(store, payload), raw(level, false));
      }
    }
    String first = json.toString().strip();
    String second = first.replace("org.x.B.run", "org.x.C.go").replace("payload", "index");
    String both = first.substring(0, first.length() - 1) + "," + second.substring(1);
    Path file = Files.writeString(directory.resolve("both.json"), both);
    Path report = directory.resolve("r");

    CommandRun combined = CommandRun.of("superiority", file.toString());
    CommandRun page = CommandRun.of("report", file.toString(), "-o", report.toString());
    assertThat(combined.status()).as(combined.err()).isZero();
    assertThat(page.status()).as(page.err()).isZero();
    assertThat(combined.out())
        .contains("B.run: all 6 intervals hold together with 95 % among the groups");
    for (String benchmark : List.of("B.run", "C.go")) {
      CommandRun single =
          CommandRun.of(
              "superiority", file.toString(), "--where", "benchmark=" + benchmark, "--format=csv");
      List<String> lines =
          single
              .out()
              .lines()
              .filter(line -> line.matches("(table|pairs),.*"))
              .map(line -> line.substring(line.indexOf(',') + 1).replaceFirst(",(group)?$", ""))
              .toList();
      String name = benchmark.toLowerCase(Locale.ROOT).replace('.', '-');
      assertThat(Files.readAllLines(report.resolve("tables/" + name + "-pairs.csv")))
          .isEqualTo(lines);
      assertThat(CommandRun.of("superiority", file.toString(), "--format=csv").out())
          .contains(
              lines.subList(1, 4).stream().map(line -> "pairs," + benchmark + "," + line).toList());
      assertThat(combined.out()).contains(benchmark + ": c is faster than a");
    }
    assertThat(Files.readString(report.resolve("figures/b-run-forest.svg"))).doesNotContain(", ,");
    assertThat(Files.readString(report.resolve("report.html")).replaceAll("\\s+", " "))
        .containsPattern(
            "<p class=\"about\">C.go</p> <figure.*<p class=\"caption\"[^>]*>Each store over 2 configurations");
  }

  /** What a run names for its report are the subjects of all its benchmarks. */
  @Test
  void benchmarkWithoutASubjectJudgesTheOthers() throws IOException {
    String first = results("org.x.B.run", List.of("a", "c"));
    String second = results("org.x.C.go", List.of("a", "b", "c"));
    String both = first.substring(0, first.length() - 1) + "," + second.substring(1);
    Path file = Files.writeString(directory.resolve("both.json"), both);
    Map<String, String> selections = Map.of("B.run", "store=a,c", "C.go", "store=a,b,c");

    for (String comparison : List.of("store", "store=a,b,c")) {
      Path report = directory.resolve(comparison.replaceAll("\\W", "-"));
      CommandRun page =
          CommandRun.of(
              "report", file.toString(), "-o", report.toString(), "--compare", comparison);
      assertThat(page.status()).as(page.err()).isZero();
      for (Map.Entry<String, String> each : selections.entrySet()) {
        CommandRun single =
            CommandRun.of(
                "superiority",
                file.toString(),
                "--where",
                "benchmark=" + each.getKey(),
                "--compare",
                each.getValue(),
                "--format=csv");
        String name = each.getKey().toLowerCase(Locale.ROOT).replace('.', '-');
        assertThat(Files.readAllLines(report.resolve("tables/" + name + "-pairs.csv")))
            .isEqualTo(single.out().lines().toList());
      }
    }
  }

  private static String results(String benchmark, List<String> stores) {
    ResultJson json = new ResultJson();
    stores.forEach(store ->
        json.addResult("\"avgt\"", "store=" + store, raw(store.equals("c") ? 0.7 : 1, false)));
    return json.toString().strip().replace("org.x.B.run", benchmark);
  }
}
