package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers and names that a reader could take for something else. */
class PlainNumbersTest {
  private static final Path FAULTS = Path.of("src/test/resources/faults");

  @TempDir private Path directory;

  private static String file(String name) {
    return FAULTS.resolve(name + ".json").toString();
  }

  private static CommandRun run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--resamples=2000");
    return CommandRun.of(all.toArray(String[]::new));
  }

  private static String oneLine(CommandRun run) {
    return run.out().replaceAll("\\s+", " ");
  }

  private static List<CSVRecord> csv(CommandRun run) throws IOException {
    try (CSVParser parser =
        CSVFormat.DEFAULT.builder().setHeader().build().parse(new StringReader(run.out()))) {
      return parser.getRecords();
    }
  }

  @Test
  void namesTheDefaultMethodWithoutChangingAVerdict() {
    CommandRun unnamed = run("superiority", file("seq"), "--format=csv");
    CommandRun explicit = run("superiority", file("seq"), "--method=t", "--format=csv");

    assertThat(unnamed.out()).contains("inconclusive");
    assertThat(explicit.out()).isEqualTo(unnamed.out());
  }

  @Test
  void withholdsClaimsOfMethodsThatIgnoreInterimAnalyses() {
    CommandRun run = run("superiority", file("seq"), "--method=welch");

    assertThat(oneLine(run)).contains("withheld", "so its claims are withheld; use --method t");
  }

  /** Of two runs that ended by their verdicts, a fixed number of forks would claim too much. */
  @Test
  void comparesEarlyStoppedRunOverItsInterimAnalyses() throws IOException {
    double[][] before = {{10}, {10.4}, {9.7}, {10.2}, {9.9}, {10.1}};
    double[][] after = {{10.6}, {10.9}, {10.3}, {10.8}, {10.4}, {10.5}};
    Path beforeFile =
        new ResultJson().add("k=a", "ms/op", before).writeTo(directory, "before.json");
    Path afterFile = new ResultJson().add("k=a", "ms/op", after).writeTo(directory, "after.json");
    CommandRun fixed = run("compare", beforeFile.toString(), afterFile.toString());
    Files.writeString(
        directory.resolve("after.sidecar.json"),
        """
        {"untilDecided": {"maxForks": 20, "spending": "obrien-fleming", "looks": []}}
        """);

    CommandRun stopped = run("compare", beforeFile.toString(), afterFile.toString());

    assertThat(oneLine(fixed)).contains("Of 1 compared: slower 1.");
    assertThat(oneLine(stopped))
        .contains("looked at after each round from 3 to at most 20 forks", "undecided 1");
  }

  /** Nobody's boundaries hold for both, whichever comes first. */
  @Test
  void rejectsRunsThatSpentAlphaDifferently() throws IOException {
    List<String> files = new ArrayList<>();
    for (String spending : List.of("obrien-fleming", "pocock")) {
      files.add(
          Files.copy(FAULTS.resolve("seq.json"), directory.resolve(spending + ".json")).toString());
      Files.writeString(
          directory.resolve(spending + ".sidecar.json"),
          "{\"untilDecided\": {\"maxForks\": 20, \"spending\": \"%s\", \"looks\": []}}"
              .formatted(spending));
    }
    for (List<String> order : List.of(files, List.of(files.get(1), files.get(0)))) {
      CommandRun run = run("compare", order.get(0), order.get(1));
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err())
          .contains("the runs spent alpha differently", "obrien-fleming", "pocock", "--spending");
    }
  }

  @Test
  void alphaHelpNamesPlaceOfLevel() {
    assertThat(oneLine(CommandRun.of("superiority", "--help")))
        .contains("the level at which claims are made, which a line above the table says");
  }

  @Test
  void countsTheGroupsThatAnOverallRowAverages() throws IOException {
    ResultJson json = new ResultJson();
    for (String store : List.of("a", "b")) {
      for (String mix : List.of("m1", "m2")) {
        for (String kind : List.of("all", "read", "write")) {
          double level = store.equals("a") ? 10 : 5;
          json.add(
              "store=" + store + ",mix=" + mix + ",kind=" + kind,
              "ms/op",
              new double[] {level},
              new double[] {1.02 * level},
              new double[] {0.99 * level});
        }
      }
    }
    Path file = json.writeTo(directory, "mixes.json");

    List<CSVRecord> rows = csv(run("superiority", file.toString(), "--format=csv"));

    assertThat(rows.get(0).get("groups")).isEqualTo("2");
  }

  @Test
  void printsOneTableAsCsv() throws IOException {
    List<CSVRecord> rows =
        csv(run("compare", file("ha"), file("hb"), "--fail-on-regression=5%", "--format=csv"));

    assertThat(rows).allMatch(CSVRecord::isConsistent);
    assertThat(rows).extracting(row -> row.get("table")).contains("changes", "gate");
    assertThat(rows.get(rows.size() - 1).get("outcome")).isNotEmpty();
  }

  @Test
  void headsIntervalsWithSameLevelForAnyRowOrder() throws IOException {
    List<CSVRecord> rows = csv(run("compare", file("ha"), file("hb"), "--format=csv"));

    double level = Double.parseDouble(rows.get(1).get("confidence"));
    assertThat(rows)
        .allSatisfy(row ->
            assertThat(Double.parseDouble(row.get("confidence"))).isCloseTo(level, within(1e-9)));
  }

  @Test
  void constantDataHaveSamePForAnyResamples() throws IOException {
    String[] args = {"superiority", file("quant"), "--format=csv"};
    List<String> p = new ArrayList<>();
    for (String resamples : List.of("100", "100000")) {
      List<String> all = new ArrayList<>(List.of(args));
      all.add("--resamples=" + resamples);
      p.add(csv(CommandRun.of(all.toArray(String[]::new))).get(0).get("p"));
    }

    assertThat(p.get(0)).isEqualTo(p.get(1));
  }

  @Test
  void distinguishesSameNamesByPackage() {
    CommandRun run = run("compare", file("pk-b"), file("pk-a"), "--fail-on-regression=5%");

    assertThat(oneLine(run)).contains("(org.b.Map.get)", "org.a.Map.get", "org.b.other.Map.get");
    assertThat(run("compare", file("ha"), file("hb")).out()).doesNotContain("a.C.m");
  }

  private static final double[][] FORKS = {{10}, {10.4}, {9.7}, {10.2}, {9.9}};

  @Test
  void namesPackagesOfAllBenchmarksOfOneName() throws IOException {
    ResultJson json = new ResultJson();
    List<String> names =
        List.of("org.a.Map.get", "org.a.Map.put", "org.b.Map.get", "org.b.Map.put");
    names.forEach(name -> json.addBenchmark(name, "ms/op", FORKS));
    String file = json.writeTo(directory, "maps.json").toString();
    Path report = directory.resolve("report");

    assertThat(run("superiority", file).out()).contains(names);
    assertThat(run("report", file, "-o", report.toString()).status()).isZero();
    assertThat(report.resolve("report.html")).content().contains(names);
  }

  @Test
  void namesPackageWhereOtherFileHasSameName() throws IOException {
    List<String> files = new ArrayList<>();
    for (String name : List.of("org.a.Map.get", "org.b.Map.get")) {
      files.add(
          new ResultJson()
              .addBenchmark(name, "ms/op", FORKS)
              .addBenchmark("org.a.Map.put", "ms/op", FORKS)
              .writeTo(directory, name + ".json")
              .toString());
    }

    assertThat(run("compare", files.get(0), files.get(1)).out())
        .contains("Only in " + files.get(0) + ": org.a.Map.get.")
        .contains("Only in " + files.get(1) + ": org.b.Map.get.");
  }

  @Test
  void namesDifferentModesOfUncomparableFiles() throws IOException {
    String raw = "{\"score\":1,\"scoreUnit\":\"%s\",\"rawData\":[[1],[2],[3]]}";
    Path before =
        new ResultJson()
            .addResult("\"avgt\"", "k=a", raw.formatted("ms/op"))
            .writeTo(directory, "b.json");
    Path after =
        new ResultJson()
            .addResult("\"thrpt\"", "k=a", raw.formatted("ops/ms"))
            .writeTo(directory, "a.json");

    CommandRun run = run("compare", before.toString(), after.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("mode (avgt before, thrpt after)");
  }

  @Test
  void warnsOfFilesOfSeveralJdks() {
    assertThat(oneLine(run("superiority", file("m17"), file("m21"))))
        .contains("JDK is 17.0.9 and 21.0.1");
    assertThat(run("summary", file("m17")).out()).doesNotContain("JDK is");
  }

  @Test
  void comparesMethodsAndNoSizes() {
    CommandRun run = run("superiority", file("meth"));

    assertThat(run.out()).startsWith("Every benchmark against every earlier one");
    assertThat(run("superiority", file("meth"), "--compare=size").out())
        .startsWith("Every size against every earlier one");
  }

  @Test
  void callsNothingWorseWithoutDirection() {
    assertThat(oneLine(run("superiority", file("mb"))))
        .doesNotContain("worse")
        .contains("x as much", "no verdict");
    assertThat(oneLine(run("compare", file("mb"), file("mb"))))
        .doesNotContain("worse", "by at most")
        .contains("Of the changes");
    assertThat(oneLine(run("compare", file("mb"), file("mb"), "--lower-is-better")))
        .contains("worse by at most");
  }

  @Test
  void readsEverySpellingOfOperationsPerSecond() {
    CommandRun run = run("superiority", file("kx"), "--compare=size");

    assertThat(oneLine(run)).doesNotContain("which way").contains("Observations, no verdicts");
  }

  @Test
  void ignoresAllocationsBelowOneByteButSeesNewOnes() {
    String[] metric = {"--metric=gc.alloc.rate.norm", "--lower-is-better"};

    CommandRun none =
        run("compare", file("z1"), file("z2"), metric[0], metric[1], "--fail-on-regression=5%");
    CommandRun begins =
        run(
            "compare",
            file("alloc-before"),
            file("alloc-after"),
            metric[0],
            metric[1],
            "--fail-on-regression=5%");

    assertThat(none.status()).as(none.out()).isZero();
    assertThat(begins.status()).as(begins.out()).isEqualTo(1);
    assertThat(run("compare", file("z1"), file("z2"), "--ignore-below=1").err())
        .contains("--ignore-below is for metrics that are neither times nor rates");
  }

  @Test
  void reportsForksWithoutObservationsAndEmptyHistograms() throws IOException {
    Path file = directory.resolve("empty.json");
    Files.writeString(
        file,
        """
        [{"benchmark": "a.B.c", "mode": "sample", "primaryMetric": {"score": 1, "scoreUnit": "ms/op",
          "rawDataHistogram": [[[[1, 5]], [[1, 4]]], [[[1, 5]], []]]}, "secondaryMetrics": {}}]
        """);

    assertThat(oneLine(run("superiority", file("emptyfork"))))
        .contains("1 of 5 forks have no observations and do not count");
    assertThat(CommandRun.of("summary", file.toString()).err())
        .contains("fork 2, iteration 2", "empty histogram");
  }
}
