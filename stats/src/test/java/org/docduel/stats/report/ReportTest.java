package org.docduel.stats.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.report.Html.Page;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.table.Table;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final Path EXAMPLE =
      ModuleFiles.resolve(ReportTest.class, "examples/turutin-n100k-runs.json");
  private static final SuperiorityTest QUICK =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 2));

  @TempDir Path directory;

  @Test
  void publishedExampleShowsVerdictAndItsExceptions() {
    Page page =
        TestReport.of(List.of(EXAMPLE))
            .withTest(QUICK)
            .withSubjects(among("variant=jsonb_ind,rel_ind"))
            .page();

    assertThat(page.lead().get(0).sentence())
        .isEqualTo("Too few independent runs to rank. rel_ind was best in these runs.");
    assertThat(ids(page)).containsExactly("times", "verdict", "details");
  }

  @Test
  void showsServersSideBySideWithDifferencesFirst() throws IOException {
    Path file = SampleResults.inserts().writeTo(directory);
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        """
        {"servers":[
          {"name":"x","way":"embedded","product":"X 17","settings":{"block_size":"8192","shared_buffers":"4GB"}},
          {"name":"y","way":"given","product":"Y 1","settings":{"block_size":"8192","shared_buffers":"1GB"}}]}
        """);
    Path report = directory.resolve("servers");
    TestReport.of(List.of(file)).withTest(QUICK).write(report);

    assertThat(Files.readAllLines(report.resolve("tables/servers.csv")))
        .containsExactly(
            "setting,differs,x,y", "shared_buffers,true,4GB,1GB", "block_size,false,8192,8192");
    assertThat(Files.readString(report.resolve("report.html")))
        .contains(
            "The stores ran on different servers (X 17; Y 1), which may be what differs; settings that differ: shared_buffers.",
            "≠");
  }

  @Test
  void clientOverheadCompetesOnlyWhenSelected() throws IOException {
    Path file = SampleResults.inserts().writeTo(directory);
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        """
        {"stores":[{"store":"b","product":"no server (thrown away)"},{"store":"a","product":"A 1"}]}
        """);
    assertThat(TestReport.of(List.of(file)).withTest(QUICK).page().lead().get(0).sentence())
        .matches("[ac] (is the same as [ac] within 20 %|against [ac] is undecided: .*)\\.");
    assertThat(
            TestReport.of(List.of(file))
                .withTest(QUICK)
                .withSubjects(among("store=a,b"))
                .page()
                .lead()
                .get(0)
                .sentence())
        .matches("b is 1\\.\\d\\d times as fast as a \\(1\\.\\d\\d to 2\\.\\d\\d\\)\\.");
  }

  @Test
  void findingsOfOnlyConfigurationNameOnlyStores() throws IOException {
    String found = "verdicts err somewhat more often";
    ResultJson json = new ResultJson();
    json.add("store=a", "ms/op", new double[][] {{2, 2.01}, {3, 3.01}, {2.5, 2.5}});
    json.add("store=b", "ms/op", new double[][] {{1, 1.01}, {1, 1.01}, {1, 1}});
    Path two = directory.resolve("two");
    TestReport.of(List.of(json.writeTo(directory, "two.json"))).withTest(QUICK).write(two);
    json.add("store=c", "ms/op", new double[][] {{5, 5.01}, {5, 5.01}, {5, 5}});
    Path three = directory.resolve("three");
    TestReport.of(List.of(json.writeTo(directory, "three.json"))).withTest(QUICK).write(three);

    assertThat(Files.readString(two.resolve("report.html"))).contains(found + ".</li>");
    assertThat(Files.readString(three.resolve("report.html")))
        .contains(found + " (b against a; c against a).</li>");
  }

  @Test
  void doesNotCompareQueriesOfOneStore() throws IOException {
    SampleResults sample = SampleResults.single("a");
    Path file = sample.writeTo(directory);
    String other = Files.readString(file).replace("\"payload\":\"10B\"", "\"query\":\"1.1\"");
    String both =
        other.substring(0, other.lastIndexOf(']')) + "," + other.replace("1.1", "1.2").substring(1);
    Files.writeString(file, both);
    Page page = TestReport.of(List.of(file)).withTest(QUICK).page();

    assertThat(ids(page)).containsExactly("details");
    assertThat(page.lead().get(0).evidence())
        .isEqualTo("One candidate alone: there is nothing to compare.");
  }

  @Test
  void comparesSecondFileOfSameResultsWithFirst() throws IOException {
    Path before = run("before", 10);
    Path after = run("after", 20);
    Page page = TestReport.of(List.of(before, after)).withTest(QUICK).page();

    assertThat(page.lead().get(0).sentence())
        .isEqualTo("before is 1.00 to 2.0 times as fast as after, by configuration.");
    assertThatThrownBy(() -> TestReport.of(List.of(before, after, run("later", 20))).page())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("give two, before and after, or --merge");
  }

  private Path run(String name, double seconds) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    Path file = SampleResults.single("a").insert("b", "10B", seconds).writeTo(folder);
    return Files.move(file, folder.resolve(name + ".json"));
  }

  @Test
  void namesFilesPooledIntoOneSample() throws IOException {
    Path first = SampleResults.inserts().writeTo(Files.createDirectory(directory.resolve("one")));
    Path second = SampleResults.inserts().writeTo(Files.createDirectory(directory.resolve("two")));
    Path report = directory.resolve("pooled");
    TestReport.of(List.of(first, second)).merged().withTest(QUICK).write(report);

    assertThat(Files.readString(report.resolve("report.html")))
        .contains("forks of several files are one sample (" + first + "; " + second + ")");
  }

  @Test
  void warnsOfMergedFilesOfSeveralJdks() {
    List<Path> files =
        Stream.of("m17", "m21")
            .map(name ->
                ModuleFiles.resolve(
                    ReportTest.class, "src/test/resources/faults/" + name + ".json"))
            .toList();
    Path report = directory.resolve("jdks");

    TestReport.of(files).merged().withTest(QUICK).write(report);

    assertThat(report.resolve("report.html")).content().contains("JDK is 17.0.9 and 21.0.1");
  }

  @Test
  void tooFewForksAreNotATie() throws IOException {
    Path report = directory.resolve("few");
    TestReport.of(List.of(EXAMPLE)).withTest(QUICK).write(report);

    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Observations, no verdicts", "4.829 ms x1.023")
        .doesNotContain("ms ≈");
  }

  @Test
  void absentDataHaveNoSection() {
    Page page = page(SampleResults.single("a"), ComparedSubjects.UNSAID);

    assertThat(ids(page)).containsExactly("details");
    assertThat(page.title()).isEqualTo("Inserts.insert on a");
    assertThat(page.lead().get(0).sentence()).startsWith("Inserts.insert takes ");
    assertThat(page.lead().get(0).evidence()).contains("nothing to compare");
  }

  @Test
  void sizeParameterGivesCurves() throws IOException {
    Path report = written(SampleResults.inserts(), "r");

    assertThat(report.resolve("figures/scaling-payload.svg")).isNotEmptyFile();
  }

  @Test
  void startsWithOneRankingAndItsTies() throws IOException {
    Page page = page(SampleResults.inserts(), ComparedSubjects.UNSAID);

    assertThat(page.lead())
        .singleElement()
        .satisfies(lead ->
            assertThat(lead.sentence())
                .matches(
                    "b is 1\\.\\d\\d times as fast as [ac] \\(.*\\) and 1\\.\\d\\d times as fast as [ac] \\(.*\\)\\."));
    assertThat(page.lead().get(0).evidence())
        .containsPattern("By method t over \\d+ and \\d+ forks;");
    Path report = written(SampleResults.inserts(), "r");
    List<String> ranking = Files.readAllLines(report.resolve("tables/ranking.csv"));
    assertThat(ranking.get(0)).isEqualTo("subject,place,relative,best_in,configurations,ties");
    assertThat(ranking.get(1)).matches("b,1,1\\.0,3,3,");
    assertThat(ranking.subList(2, 4))
        .allSatisfy(line -> assertThat(line).matches("[ac],2,[12]\\.\\d+,0,3,[ac]"));
    String html = Files.readString(report.resolve("report.html"));
    assertThat(html.indexOf("Each store over 3 configurations:"))
        .as("after the marks of trust")
        .isGreaterThan(html.indexOf("<section"));
  }

  @Test
  void excludedSubjectIsNeverBest() throws IOException {
    Path report = directory.resolve("among");
    TestReport.of(List.of(SampleResults.inserts().writeTo(directory)))
        .withTest(QUICK)
        .withSubjects(among("store=a,c")) // b is faster than both
        .write(report);

    List<String> ranking = Files.readAllLines(report.resolve("tables/ranking.csv"));
    assertThat(ranking).hasSize(3);
    int wins = 0;
    for (String line : ranking.subList(1, 3)) {
      wins += Integer.parseInt(line.split(",", -1)[3]);
    }
    assertThat(wins).isEqualTo(3);
    assertThat(Files.readString(report.resolve("tables/times-payload-4-kb.csv")))
        .contains("best")
        .doesNotContain("b,");
  }

  /** It was the first, of no pair, and said to have too few forks. */
  @Test
  void fastestWithoutOpponentDoesNotLead() {
    SampleResults sample = new SampleResults().benchmark("Alone.run", "payload", "4KB", 1);
    sample.benchmark("Many.one", "payload", "4KB", 10).benchmark("Many.two", "payload", "4KB", 20);

    assertThat(page(sample, ComparedSubjects.UNSAID).lead())
        .extracting(Html.Statement::sentence)
        .singleElement()
        .asString()
        .startsWith("Many.one is 2.0 times as fast as Many.two");
  }

  @Test
  void showsEveryOpponent() throws IOException {
    SampleResults sample = SampleResults.single("s0");
    for (int i = 1; i < 9; i++) {
      sample.insert("s" + i, "10B", 10 + 5 * i);
    }
    Path report = written(sample, "r");

    assertThat(Files.readString(report.resolve("figures/forest.svg"))).contains("s8 against s0");
    assertThat(Files.readAllLines(report.resolve("tables/pairs.csv"))).hasSize(1 + 36);
    assertThat(Files.readAllLines(report.resolve("tables/times-unnamed.csv"))).hasSize(1 + 9);
  }

  @Test
  void everyConfigurationHasItsTimesRatesIntervalsAndRanks() throws IOException {
    Path report = written(SampleResults.inserts(), "r");

    List<String> times = Files.readAllLines(report.resolve("tables/times-payload-10-b.csv"));
    assertThat(times.get(0))
        .isEqualTo(
            "subject,rank,level,lower,upper,operations_per_second,things_per_second,against_best");
    assertThat(times.get(1))
        .matches("b,1,0\\.00[45]\\d+,0\\.00\\d+,0\\.00\\d+,2?1?\\d\\d\\.\\d+,.*,best");
    assertThat(times.subList(2, 4)).allSatisfy(line -> assertThat(line).matches("[ac],2,0\\.01.*"));
  }

  @Test
  void doesNotTruncateLabelsOfPairs() throws IOException {
    SampleResults sample = SampleResults.single("postgres-bytea-bson");
    sample.insert("postgres-jsonb", "10B", 11).insert("postgres-typed", "10B", 12);
    Path report = written(sample, "r");

    assertThat(Files.readString(report.resolve("figures/forest.svg")))
        .contains(">postgres-typed against postgres-bytea-bson</text>")
        .doesNotContain("…");
    String name = "postgres-jsonb@18:work_mem=64kB_ind";
    Path longer = written(SampleResults.single(name).insert(name + "_too", "10B", 20), "longer");
    assertThat(Files.readString(longer.resolve("figures/forest.svg")))
        .contains(">" + name + "_too against</text>", ">" + name + "</text>");
  }

  @Test
  void everyObservationIsADot() throws IOException {
    Path report = written(SampleResults.inserts(), "r");
    String drawing = Files.readString(report.resolve("figures/observations.svg"));

    assertThat(drawing.split("h\\.01", -1)).hasSize(1 + 9 * 25);
    assertThat(drawing).contains("payload 4KB");
  }

  @Test
  void tableAndFigureShowSelectedMedian() throws IOException {
    SampleResults sample = new SampleResults();
    sample.forks("a", "[1,1,1,1,100]").forks("b", "[2,2,2,2,2]");
    Path report = directory.resolve("r");
    TestReport.of(List.of(sample.writeTo(directory)))
        .withTest(QUICK.withStatistic(Statistic.MEDIAN))
        .write(report);

    String page = Files.readString(report.resolve("report.html"));
    assertThat(page)
        .contains("<p class=\"sentence\">a is 2.0 times as fast as b", "median time", "the median");
    assertThat(Files.readAllLines(report.resolve("tables/times-unnamed.csv")).get(1))
        .startsWith("a,1,0.001,");
    assertThat(Files.readString(report.resolve("figures/observations.svg"))).contains("1 ms");
  }

  @Test
  void percentileFitsFigureAndHasNoThroughput() throws IOException {
    Path report = directory.resolve("r");
    TestReport.of(
            List.of(
                ModuleFiles.resolve(ReportTest.class, "src/test/resources/cases/latencies.json")))
        .withTest(QUICK.withStatistic(Statistic.P99))
        .write(report);

    assertThat(Files.readAllLines(report.resolve("tables/times-unnamed.csv")).get(0))
        .isEqualTo("subject,rank,level,against_best");
    // The levels are 731 and 539 µs, the means of iterations below 100 µs.
    assertThat(Files.readString(report.resolve("figures/observations.svg")))
        .contains(">731.0 µs<", ">500 µs<");
  }

  @Test
  void distinguishesQueryNumbersFromSizes() throws IOException {
    assertThat(ids(page(sized("query", "1", "2"), ComparedSubjects.UNSAID)))
        .doesNotContain("scaling");
    assertThat(ids(page(sized("part", "1.2", "1.4"), ComparedSubjects.UNSAID)))
        .doesNotContain("scaling");
    for (String[] sizes :
        List.of(
            new String[] {"1e6", "2e6"},
            new String[] {"1kib", "1GiB"},
            new String[] {"1K", "2G"},
            new String[] {"1TB", "2TB"},
            new String[] {"1\u00d720B", "200\u00d720B"},
            new String[] {"users-10", "users-90"})) {
      assertThat(ids(page(sized("size", sizes), ComparedSubjects.UNSAID))).contains("scaling");
    }
  }

  private static SampleResults sized(String parameter, String... values) {
    SampleResults sample = new SampleResults();
    for (String value : values) {
      for (String store : List.of("a", "b")) {
        sample.parameters("\"store\":\"%s\",\"%s\":\"%s\"".formatted(store, parameter, value));
      }
    }
    return sample;
  }

  @Test
  void rejectsUnreadablyLongInputInOneLine() {
    String long1 = "x".repeat(1_000_000);
    assertThatThrownBy(() -> page(sized("p", long1, "y"), ComparedSubjects.UNSAID))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("1000001 characters; a report takes at most 10000");
    SampleResults many = new SampleResults();
    for (String value : List.of("1", "2")) {
      String parameters =
          IntStream.range(0, 10_000)
              .mapToObj(i -> "\"p%d\":\"%s\"".formatted(i, value))
              .collect(Collectors.joining(","));
      many.parameters(parameters);
    }
    assertThatThrownBy(() -> page(many, ComparedSubjects.UNSAID))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("differ in 10000 parameters; a report takes at most 200");
  }

  @Test
  void longClassNamesHaveDistinctFiles() throws IOException {
    String longName = "AClassNameThatIsSoLongThatEveryFileNameMadeOfItIsCutOffTwice".repeat(3);
    SampleResults sample = new SampleResults();
    for (int i = 0; i < 3; i++) {
      sample.benchmark(longName + ".m" + i, "store", "a", 10);
      sample.benchmark(longName + ".m" + i, "store", "b", 20);
    }
    Path report = written(sample, "r");

    try (Stream<Path> tables = Files.list(report.resolve("tables"))) {
      assertThat(tables.filter(file -> file.toString().contains("-scores"))).hasSize(3);
    }
  }

  @Test
  void manyResultsGiveShortPageAndCompleteTables() throws IOException {
    SampleResults sample = new SampleResults();
    for (int shape = 0; shape < 300; shape++) {
      for (int store = 0; store < 2; store++) {
        sample.insert("s" + store, shape + "KB", 10 + store * 8);
      }
    }
    Path report = written(sample, "r");

    assertThat(Files.size(report.resolve("report.html"))).isLessThan(3_000_000);
    assertThat(Files.readAllLines(report.resolve("tables/scores.csv"))).hasSize(1 + 600);
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("more rows in tables/scores.csv", "20 largest and the 20 smallest reductions");
  }

  @Test
  void manyBenchmarksHaveVerdictsAndFirstHaveSections() throws IOException {
    SampleResults sample = new SampleResults();
    for (int i = 0; i < 12; i++) {
      sample.benchmark("Class" + i + ".run", "store", "a", 10);
      sample.benchmark("Class" + i + ".run", "store", "b", 20);
    }
    Path report = written(sample, "r");

    for (int i = 0; i < 12; i++) {
      assertThat(Files.readAllLines(report.resolve("tables/class" + i + "-run-pairs.csv")))
          .hasSize(2);
    }
    assertThat(Files.readAllLines(report.resolve("tables/scores.csv"))).hasSize(25);
    assertThat(report.resolve("report.html"))
        .content(UTF_8)
        .contains("8 of 12 benchmarks have sections of their own");
  }

  @Test
  void reportsOnBlockCountOfExample() {
    Page page =
        TestReport.of(List.of(EXAMPLE))
            .withTest(QUICK)
            .withSelection(Selection.of("", "shared_hits"))
            .page();

    assertThat(page.title()).isEqualTo("IndexedReads.execute, shared_hits by variant");
    assertThat(page.lead().get(0).sentence()).startsWith("No verdict: nobody said whether");
    assertThat(ids(page)).contains("times", "details");
  }

  @Test
  void ranksHigherIsBetterMetricsFromHighest() throws IOException {
    Path report = directory.resolve("r");
    TestReport.of(List.of(EXAMPLE))
        .withTest(QUICK)
        .withSelection(Selection.of("", "shared_hits").with(Quantity.Better.HIGHER))
        .write(report);

    assertThat(Files.readAllLines(report.resolve("tables/ranking.csv")).get(1))
        .startsWith("jsonb_unind,1,");
  }

  @Test
  void neverShowsRateAsTime() throws IOException {
    Path report = directory.resolve("r");
    Path file = ModuleFiles.resolve(ReportTest.class, "src/test/resources/cases/rates.json");
    TestReport.of(List.of(file)).withTest(QUICK).write(report);

    String page = Files.readString(report.resolve("report.html"));
    assertThat(page).contains("940.9 ops/s", "828.7 ops/s .. 1,053 ops/s");
    assertThat(Files.readString(report.resolve("figures/observations.svg")))
        .contains("940.9 ops/s")
        .doesNotContain(" ms<", " µs<", " s<");
    TestReport.of(List.of(file))
        .withTest(QUICK)
        .withSelection(Selection.of("store=alpha,update=set", ""))
        .write(report);
    assertThat(report.resolve("report.html"))
        .content(UTF_8)
        .contains("<p class=\"sentence\">InsertBenchmark.insert does 940.9 ops/s (mean).");
  }

  /** As JMH has it of the same threads: their number over the rate. */
  @Test
  void showsTimePerThreadExceptAtOfferedRates() throws IOException {
    Path file = ModuleFiles.resolve(ReportTest.class, "src/test/resources/cases/rates.json");
    Path four = directory.resolve("four.json");
    Files.writeString(four, Files.readString(file).replaceAll("(\"threads\" ?: ?)1\\b", "$14"));
    for (Path each : List.of(file, four)) {
      TestReport.of(List.of(each))
          .withTest(QUICK)
          .withSelection(Selection.of("store=alpha,update=set", ""))
          .write(directory.resolve("r"));
      assertThat(Files.readString(directory.resolve("r/report.html")))
          .contains("940.9 ops/s", each.equals(four) ? ">4.251 ms<" : ">1.063 ms<");
    }
    TestReport.of(List.of(SampleResults.rates().writeTo(directory)))
        .withTest(QUICK)
        .withSelection(Selection.of("rate=1000", ""))
        .write(directory.resolve("r"));
    assertThat(Files.readAllLines(directory.resolve("r/tables/scores.csv")).get(0))
        .contains("level")
        .doesNotContain("operations_per_second", "time_per_operation");
  }

  @Test
  void everyTimeAndRateHasUnit() throws IOException {
    SampleResults many = new SampleResults();
    for (int i = 0; i < 12; i++) {
      many.benchmark("Class" + i + ".run", "store", "a", 10)
          .benchmark("Class" + i + ".run", "store", "b", 20);
    }
    List<Page> pages = new ArrayList<>();
    for (SampleResults sample :
        List.of(many, SampleResults.inserts(), SampleResults.updates(), SampleResults.rates())) {
      pages.add(page(sample, ComparedSubjects.UNSAID));
    }
    int levels = 0;
    for (Table table : pages.stream().flatMap(ReportTest::tables).toList()) {
      for (int i = 0; i < table.columns().size(); i++) {
        int column = i;
        if (LEVEL.matcher(table.columns().get(i).heading()).matches()) {
          levels++;
          assertThat(table.rows())
              .extracting(row -> row.get(column).displayText())
              .as("%s of %s", table.columns().get(i).heading(), table.name())
              .allMatch(cell -> WITH_UNIT.matcher(cell).matches());
        }
      }
    }
    assertThat(levels).isGreaterThan(20);
  }

  private static final Pattern LEVEL =
      Pattern.compile(
          "(mean|median|trimmed)( time)?|time|sd|min|max|p[0-9.]+|.* interval|sum|geom. mean");
  private static final Pattern WITH_UNIT =
      Pattern.compile("-|x[0-9.,]+|0|(0 \\.\\. )?.*[0-9] ([mµn]?s|ops/s)");

  /** The tables that a page shows, wherever they stand. */
  private static Stream<Table> tables(Page page) {
    return Stream.concat(page.opening().stream(), page.sections().stream())
        .flatMap(section -> section.blocks().stream())
        .flatMap(
            block -> block instanceof Html.Section fold ? fold.blocks().stream() : Stream.of(block))
        .filter(Html.TableBlock.class::isInstance)
        .map(block -> ((Html.TableBlock) block).table())
        .filter(table -> !table.name().endsWith("pairs") && !table.name().endsWith("groups"));
  }

  @Test
  void mergesIdenticalChecksAndListsFailuresFirst() throws IOException {
    StringBuilder checks = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      checks
          .append(i == 0 ? "" : ",")
          .append(
              "{\"store\":\"%s\",\"check\":\"content\",\"outcome\":\"passed\"}"
                  .formatted(i % 2 == 0 ? "a" : "b"));
    }
    checks.append(",{\"store\":\"c\",\"check\":\"count\",\"outcome\":\"failed\"}");
    Files.writeString(directory.resolve("out.sidecar.json"), "{\"checks\":[" + checks + "]}");
    Path report = written(SampleResults.inserts(), "r");

    assertThat(Files.readAllLines(report.resolve("tables/checks.csv")))
        .containsExactly(
            "check,outcome,times,stores", "count,failed,1,c", "content,passed,40,\"a, b\"");
  }

  @Test
  void mergesPassedChecksThatDifferInNumbers() throws IOException {
    String check =
        "{\"store\":\"a\",\"check\":\"content\",\"outcome\":\"%s\",\"detail\":\"%d documents\"}";
    String checks =
        Stream.of(
                check.formatted("passed", 10),
                check.formatted("passed", 20),
                check.formatted("passed", 30),
                check.formatted("failed", 8),
                check.formatted("failed", 9))
            .collect(Collectors.joining(","));
    Files.writeString(directory.resolve("out.sidecar.json"), "{\"checks\":[" + checks + "]}");
    Path report = written(SampleResults.inserts(), "r");

    assertThat(Files.readAllLines(report.resolve("tables/checks.csv")))
        .containsExactly(
            "check,outcome,times,stores,detail",
            "content,failed,1,a,8 documents",
            "content,failed,1,a,9 documents",
            "content,passed,3,a,10 documents; 2 with other numbers");
  }

  @Test
  void storedSizesShowOnlyDistinguishingParameters() throws IOException {
    String store =
        "{\"store\":\"%1$s\",\"parameters\":{\"store\":\"%1$s\",\"shape\":\"flat\",\"payload\":\"%2$s\","
            + "\"documents\":\"%3$d\"},"
            + "\"durability\":\"on\",\"sizes\":{\"documents\":%3$d,\"heapBytes\":%3$d}}";
    String stores =
        store.formatted("b", "4KB", 40)
            + ","
            + store.formatted("a", "10B", 1)
            + ","
            + store.formatted("a", "4KB", 4);
    Files.writeString(directory.resolve("out.sidecar.json"), "{\"stores\":[" + stores + "]}");
    Path report = written(SampleResults.inserts(), "r");

    assertThat(Files.readAllLines(report.resolve("tables/stored-sizes.csv")))
        .containsExactly(
            "store,payload,durability,documents,heapBytes,totalBytes",
            "a,10B,on,1.0,1.0,1.0",
            "a,4KB,on,4.0,4.0,4.0",
            "b,4KB,on,40.0,40.0,40.0");
  }

  @Test
  void doesNotTruncatePanelHeadings() throws IOException {
    SampleResults sample = SampleResults.single("a");
    for (String store : List.of("a", "b")) {
      for (String value : List.of("first", "second")) {
        sample.parameters(
            "\"store\":\"%1$s\",\"attributes\":\"the %2$s\",\"durability\":\"the %2$s\",\"encoding\":\"the %2$s\",\"path\":\"the %2$s\""
                .formatted(store, value));
      }
    }
    Path report = directory.resolve("r");
    TestReport.of(List.of(sample.writeTo(directory)))
        .withTest(QUICK)
        .withSelection(Selection.of("benchmark=Reads.read", ""))
        .write(report);

    assertThat(Files.readString(report.resolve("figures/observations.svg")))
        .contains(">attributes the first · durability the first", "path the second</text>")
        .doesNotContain("…");
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("b against a, by attributes, durability, encoding, path. The line is");
  }

  @Test
  void findingsAppearAtTop() throws IOException {
    SampleResults.writeSidecar(directory);
    Path report = written(SampleResults.updates(), "r");

    String html = Files.readString(report.resolve("report.html"));
    assertThat(html.substring(0, html.indexOf("<section")))
        .contains("3 forks each: intervals are wide", "warm up longer", "bottleneck for b");
  }

  @Test
  void longRunsShowTheirTimeSeriesAndTheirLatencies() {
    Page page = page(SampleResults.updates(), ComparedSubjects.UNSAID);

    assertThat(ids(page)).contains("updates-update-sampled-times-latency");
  }

  @Test
  void timeSeriesIsOneFigure() throws IOException {
    Path report = written(SampleResults.updates(), "r");

    String drawing =
        Files.readString(report.resolve("figures/updates-update-throughput-timeline.svg"));
    assertThat(drawing).contains("throughput, ops/s", "hotRatio", "seconds of measurement");
    assertThat(report.resolve("figures/updates-update-sampled-times-timeline.svg"))
        .content(UTF_8)
        .contains("99th percentile of operations");
    List<String> numbers =
        Files.readAllLines(report.resolve("tables/updates-update-throughput-timeline.csv"));
    assertThat(numbers.get(0)).isEqualTo("subject,fork,iteration,seconds,score,hotRatio");
    assertThat(numbers).hasSize(1 + 2 * 3 * 25);
    assertThat(numbers.get(1)).as("a profiler saw nothing").startsWith("a,1,1,").endsWith(",");
    assertThat(numbers.get(2)).startsWith("a,1,2,20.0,").endsWith(",0.89");
  }

  @Test
  void offeredRatesAreJudgedBySustainedRate() throws IOException {
    Page page = page(SampleResults.rates(), ComparedSubjects.UNSAID);

    assertThat(page.lead())
        .extracting(Html.Statement::sentence)
        .anySatisfy(text ->
            assertThat(text)
                .isEqualTo(
                    "a sustains 2,000 operations a second; b sustains 8,000 operations a second."))
        .anySatisfy(text -> assertThat(text).startsWith("b is 3.0 times as fast as a"));
    assertThat(ids(page))
        .contains(
            "updates-update-closed-loop-verdict",
            "updates-update-open-loop-verdict",
            "updates-update-open-loop-saturation")
        .doesNotContain("updates-update-open-loop-scaling");

    Path report = written(SampleResults.rates(), "r");
    assertThat(Files.readAllLines(report.resolve("tables/updates-update-open-loop-saturation.csv")))
        .startsWith("subject,asked,achieved,achieved_share,response_p99_seconds")
        .hasSize(11)
        .anySatisfy(line -> assertThat(line).startsWith("a,2000.0,").contains(",0.015"))
        .anySatisfy(line -> assertThat(line).startsWith("a,4000.0,3000.").endsWith(",6.0"));
    assertThat(Files.readAllLines(report.resolve("tables/updates-update-open-loop-responses.csv")))
        .startsWith("rate,store,p50,p99,max")
        .hasSize(11)
        .contains("2000,a,0.015,0.015,0.025", "4000,a,6.0,6.0,10.0");
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Response times, from when an operation fell due", "15.00 ms", "6.000 s")
        .contains("Response times, from when an operation was sent to its end");
    assertThat(report.resolve("figures/updates-update-open-loop-saturation.svg"))
        .content(UTF_8)
        .contains("offered rate, ops/s", "p99 response time", "stroke-dasharray");
  }

  /** Each kind of a mix has the rate of all as its parameter, and does a part of it. */
  @Test
  void kindsOfMixHaveNoSustainedRate() throws IOException {
    Path file = SampleResults.rates().writeTo(Files.createDirectories(directory.resolve("mix")));
    String rate = "\"rate\":{\"score\":1,\"scoreUnit\":\"reads/s\",\"rawData\":[[1],[1],[1]]},";
    String metrics = "\"secondaryMetrics\":{";
    Files.writeString(file, Files.readString(file).replace(metrics, metrics + rate));
    Page page = TestReport.of(List.of(file)).withTest(QUICK).page();

    assertThat(page.lead()).noneMatch(statement -> statement.sentence().contains("sustain"));
    assertThat(ids(page)).doesNotContain("updates-update-open-loop-saturation");
  }

  @Test
  void singleRateComparesOnlyResponseTimes() throws IOException {
    Path file = SampleResults.rates().writeTo(Files.createDirectories(directory.resolve("one")));
    TestReport report =
        TestReport.of(List.of(file)).withTest(QUICK).withSelection(Selection.of("rate=1000", ""));

    assertThat(report.page().lead())
        .isNotEmpty()
        .noneMatch(statement -> statement.sentence().contains("sustain"));
    report.write(directory.resolve("r"));
    assertThat(Files.readString(directory.resolve("r/figures/timeline.svg")))
        .contains("<title>response.p99, ms over seconds of measurement", ">throughput, updates/s<")
        .doesNotContain(">throughput, ms<");
  }

  @Test
  void mergesRatesOfOneStoreFromSeveralFiles() throws IOException {
    Path first = SampleResults.rates().writeTo(Files.createDirectories(directory.resolve("one")));
    String text = Files.readString(first);
    Path second = Files.createDirectories(directory.resolve("two")).resolve("out.json");
    Files.writeString(second, text.replace("\"rate\":\"", "\"rate\":\"3"));
    Page page =
        TestReport.of(List.of(first, second))
            .withTest(QUICK)
            .withSelection(Selection.of("store=a,rate=1000|31000", ""))
            .page();

    assertThat(page.lead().get(0).sentence()).endsWith("sustains 1,000 operations a second.");
    assertThat(ids(page)).contains("saturation").doesNotContain("verdict", "scaling");
  }

  @Test
  void showsPlansSideBySideWithFailuresFirst() throws IOException {
    SampleResults.writePlans(directory);
    Path report = written(SampleResults.reads(), "r");
    String html = Files.readString(report.resolve("report.html"));

    assertThat(html.substring(0, html.indexOf("<section")))
        .contains("1 result should use an index", "rows 2000, b_ind");
    assertThat(html)
        .contains("failed plan: uses no index of its table", "&lt;b&gt;1&lt;/b&gt;")
        .contains("Recheck Cond: ((doc -&gt;&gt; ");
  }

  @Test
  void reportsOnAnotherMetric() {
    Page page =
        TestReport.of(List.of(SampleResults.reads().writeTo(directory)))
            .withTest(QUICK)
            .withSelection(Selection.of("variant=a_ind,rows=1000", "clock"))
            .page();

    assertThat(page.title()).isEqualTo("Reads.read, clock on a_ind");
    assertThat(page.lead().get(0).sentence()).contains("takes 2.000 ms");
  }

  @Test
  void showsLatenciesAsCurveAndTable() throws IOException {
    Path report = written(SampleResults.updates(), "r");

    assertThat(
            Files.readAllLines(report.resolve("tables/updates-update-sampled-times-latency.csv")))
        .startsWith("store,durability,operations,p50,p90,p95,p99,p99_9,max")
        .anySatisfy(line -> assertThat(line).matches("a,relaxed,75000,0\\.001,0\\.001,.*,1\\.5"));
    assertThat(report.resolve("figures/updates-update-sampled-times-latency.svg"))
        .content(UTF_8)
        .contains("share of operations that are faster", "p99.9");
  }

  @Test
  void showsSidecarAndItsProblemsAtTop() throws IOException {
    SampleResults.writeSidecar(directory);
    Path file = SampleResults.inserts().writeTo(directory);
    TestReport.of(List.of(file)).withTest(QUICK).write(directory.resolve("r"));
    String html = Files.readString(directory.resolve("r/report.html"));

    assertThat(html.substring(0, html.indexOf("<section")))
        .contains(
            "is marked interrupted", "see the checks", "durability differs", "durability none");
    assertThat(html)
        .contains("Some CPU", "8.000 GB", "Server 17.11", "shared_buffers", "synchronous_commit")
        .contains(
            "1 document lost",
            "set Z_URL",
            "The client is the bottleneck for b.",
            "<li>a, b: one writer.",
            "<li>b rate=1000: 680 were done.")
        .contains("Stored sizes", "1.500 MB");
    assertThat(Files.readString(directory.resolve("r/tables/scores.csv"))).contains(",none,");
  }

  @Test
  void toleratesProfilerWithoutNumbers() throws IOException {
    Path report = written(SampleResults.inserts(), "r");

    assertThat(Files.readAllLines(report.resolve("tables/scores.csv"))).hasSize(1 + 9);
  }

  @Test
  void isDeterministic() throws IOException {
    Path file = SampleResults.inserts().writeTo(directory);
    TestReport report = TestReport.of(List.of(file));
    report
        .withTest(QUICK.withResampling(new Resampling(2000, 42, 1)))
        .write(directory.resolve("one"));
    report
        .withTest(QUICK.withResampling(new Resampling(2000, 42, 4)))
        .write(directory.resolve("two"));

    assertThat(contents(directory.resolve("one"))).isEqualTo(contents(directory.resolve("two")));
  }

  @Test
  void escapesMarkupInNames() throws IOException {
    String evil = "<img src=x onerror=alert(1)>&amp;";
    Path file = SampleResults.single(evil).insert("b", "10B", 5).writeTo(directory);
    TestReport.of(List.of(file)).withTest(QUICK).write(directory.resolve("r"));

    assertThat(Files.readString(directory.resolve("r/report.html")))
        .doesNotContain("<img")
        .contains("&lt;img src=x onerror=alert(1)&gt;&amp;amp;");
  }

  @Test
  void rejectsUnknownParameterAndListsKnownOnes() {
    assertThatThrownBy(() -> page(SampleResults.inserts(), among("colour")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("'colour'")
        .hasMessageContaining("store, payload");
  }

  @Test
  void intervalsOfTimesStayAboveZeroWithShortTicks() throws IOException {
    Path file = new SampleResults().forks("a", "[1]").forks("b", "[1]").writeTo(directory);
    String wide = "[[1],[2],[30]]";
    Files.writeString(file, Files.readString(file).replace("[[1], [1], [1], [1], [1]]", wide));
    Path report = directory.resolve("r");
    TestReport.of(List.of(file)).withTest(QUICK).write(report);

    assertThat(Files.readString(report.resolve("report.html")))
        .contains(">0 .. ")
        .doesNotContainPattern("-[0-9.]+ m?s \\.\\.");
    assertThat(Files.readString(report.resolve("figures/forest.svg")))
        .doesNotContainPattern("\\.[0-9]{3,} %");
  }

  private static ComparedSubjects among(String compare) {
    return ComparedSubjects.parse(compare);
  }

  private Path written(SampleResults results, String name) {
    Path report = directory.resolve(name);
    TestReport.of(List.of(results.writeTo(directory))).withTest(QUICK).write(report);
    return report;
  }

  private Page page(SampleResults results, ComparedSubjects subjects) {
    TestReport report = TestReport.of(List.of(results.writeTo(directory)));
    return report.withTest(QUICK).withSubjects(subjects).page();
  }

  private static List<String> ids(Page page) {
    return page.sections().stream().map(Html.Section::anchor).toList();
  }

  private static Map<String, String> contents(Path root) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        contents.put(
            root.relativize(file).toString(), new String(bytes, StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(contents).isNotEmpty();
    return contents;
  }

  /** a is twice as fast with one payload, b with the other: over both neither is. */
  @Test
  void headlineNamesConfigurationsThatDisagree() {
    SampleResults sample = new SampleResults();
    sample.insert("a", "10B", 10).insert("b", "10B", 20);
    sample.insert("a", "4KB", 200).insert("b", "4KB", 100);
    Html.Statement lead = page(sample, ComparedSubjects.UNSAID).lead().get(0);

    assertThat(lead.sentence())
        .isEqualTo("a is shown to be the fastest with payload 10B; b with payload 4KB.");
    assertThat(lead.tone()).isEqualTo(Table.Tone.UNDECIDED);
  }

  @Test
  void comparesOnlySelectedValues() {
    Page page = page(SampleResults.inserts(), among("store=a,b"));

    assertThat(page.lead())
        .singleElement()
        .satisfies(
            lead -> assertThat(lead.sentence()).startsWith("b is 1.98 times as fast as a ("));
    assertThat(ids(page)).contains("times");
    assertThatThrownBy(() -> page(SampleResults.inserts(), among("store=a,nosuch")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("nosuch");
  }
}
