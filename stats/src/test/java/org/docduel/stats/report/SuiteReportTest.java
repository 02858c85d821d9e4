package org.docduel.stats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of a query suite, with sums that were added up by hand. */
class SuiteReportTest {
  private static final String SIDECAR =
      """
      {"stores": [{"store": "a", "parameters": {"store": "a"}, "settings": {},
          "sizes": {"documents": 10, "heapBytes": 3000000, "totalBytes": 5000000}}],
       "plans": [{"store": "a", "parameters": {"query": "2.1", "store": "a"},
          "plan": ["Scan of everything"], "indexes": [], "verdict": ""}],
       "questions": [{"query": "1.1", "title": "How many?", "category": "Basic", "answers": [
           {"store": "a", "outcome": "answered", "rows": 1, "digest": "f7", "first": ["{n=10}"]},
           {"store": "b", "outcome": "failed", "rows": 0, "digest": "", "first": []}]},
         {"query": "1.2", "title": "Who?", "category": "Basic"},
         {"query": "2.1", "title": "Which <pairs>?", "category": "Joins"},
         {"query": "2.2", "title": "In one only", "category": "Joins"}]}
      """;

  @TempDir private Path directory;
  private final List<String> results = new ArrayList<>();

  /** Times in milliseconds: the limit is two seconds. */
  @BeforeEach
  void everyQuery() throws IOException {
    oneCategory();
    add("a", "2.1", 300, "cold", 500);
    add("b", "2.1", 2_000, "first", 2_000);
    add("a", "2.2", 77, "cold", 77);
    report();
  }

  private void oneCategory() {
    add("a", "1.1", 5, "cold", 9);
    add("b", "1.1", 10, "first", 11);
    add("a", "1.2", 40, "cold", 41);
    add("b", "1.2", 20, "first", 20);
  }

  private void report() throws IOException {
    Path json = directory.resolve("out.json");
    Files.writeString(json, results.toString());
    Files.writeString(directory.resolve("out.sidecar.json"), SIDECAR);
    TestReport.of(List.of(json)).write(directory.resolve("report"));
  }

  private void add(String store, String query, double warm, String metric, double first) {
    results.add(
        String.format(
            Locale.ROOT,
            "{\"jmhVersion\":\"1.37\",\"benchmark\":\"org.x.Suite.ask\",\"mode\":\"ss\","
                + "\"threads\":1,\"forks\":1,\"params\":{\"store\":\"%s\",\"query\":\"%s\","
                + "\"timeLimit\":\"2\"},\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\","
                + "\"rawData\":[[%6$s],[%6$s],[%6$s]]},\"secondaryMetrics\":{\"%4$s\":{\"score\":1,"
                + "\"scoreUnit\":\"ms/op\",\"rawData\":[[%5$s],[%5$s],[%5$s]]}}}",
            store,
            query,
            0,
            metric,
            first,
            warm));
  }

  @Test
  void timesSuiteByComparedStatistic() throws IOException {
    Path median = directory.resolve("median");
    TestReport.of(List.of(directory.resolve("out.json")))
        .withTest(SuperiorityTest.withDefaults().withStatistic(Statistic.MEDIAN))
        .write(median);
    assertThat(Files.readString(median.resolve("report.html")))
        .contains("Every query: median time of an execution");
  }

  @Test
  void showsAnswersOfEveryStore() throws IOException {
    assertThat(file("tables/answers.csv").lines())
        .containsExactly(
            "query,store,outcome,rows,digest,first",
            "1.1,a,answered,1,f7,{n=10}",
            "1.1,b,failed,0,,");
    assertThat(file("report.html")).contains("<summary>Answers</summary>", "{n=10}");
  }

  private String file(String name) throws IOException {
    return Files.readString(directory.resolve("report").resolve(name));
  }

  /** Numbers with a point, to three decimals. */
  private static String rounded(String line) {
    return Pattern.compile("[0-9]+\\.[0-9]+")
        .matcher(line)
        .replaceAll(found -> String.format(Locale.ROOT, "%.3f", Double.parseDouble(found.group())));
  }

  @Test
  void startsWithTableOfAllQueries() throws IOException {
    assertThat(file("tables/questions.csv"))
        .startsWith("query,a,b,ratio,fastest,plan,question\n")
        .contains("1.1,0.005,0.01,2.0,a,,How many?")
        .contains("1.2,0.04,0.02,2.0,b,,Who?")
        .containsPattern("2.1,0.3,2.0,6.66\\d*,a,plan,Which <pairs>\\?")
        .contains("2.2,0.077,,,,,In one only");
    String page = file("report.html");
    assertThat(page)
        .contains("&gt; 2.000 s &gt; x6.667")
        .containsPattern("<a href=\"#(plan-[^\"]+)\">plan</a>(?s:.*)<a id=\"\\1\"></a>");
    assertThat(page.indexOf("Each store over 3 configurations:"))
        .as("after the marks of trust")
        .isGreaterThan(page.indexOf("Read with care"));
    assertThat(page.indexOf("Which one for which query?"))
        .isPositive()
        .isLessThan(page.indexOf("Is the difference real?"));
  }

  @Test
  void sumsCoverCommonQueriesAndShowBounds() throws IOException {
    assertThat(file("tables/categories.csv").lines().map(SuiteReportTest::rounded))
        .containsExactly(
            "category,questions,a_warm,a_cold,b_warm,b_first,ratio",
            "Basic,2,0.045,0.050,0.030,0.031,1.500",
            "Joins,1,0.300,0.500,2.000,2.000,6.667",
            "all,3,0.345,0.550,2.030,2.031,5.884",
            "geometric mean,3,0.039,0.057,0.074,0.076,1.882",
            "p50,3,0.040,0.041,0.020,0.020,2.000",
            "max,3,0.300,0.500,2.000,2.000,6.667");
    assertThat(file("report.html"))
        .contains("≥ 2.030 s", "&gt; x5.884", ">20.00 ms<", ">x2.000<")
        .contains("Fastest when warm: a in 2, b in 1.")
        .contains("1 query that not every one answered");
  }

  @Test
  void queryOverLimitIsNeverBestAndHasNoRatio() throws IOException {
    add("b", "2.2", 2_000, "first", 2_000);
    add("a", "2.3", 2_000, "cold", 2_000);
    add("b", "2.3", 2_000, "first", 2_000);
    report();
    assertThat(file("tables/questions.csv")).contains("2.3,2.0,2.0,,,,");
    assertThat(file("report.html")).contains("Fastest when warm: a in 3, b in 1.");
  }

  @Test
  void sumsSingleCategoryOnce() throws IOException {
    results.clear();
    oneCategory();
    report();
    assertThat(file("tables/categories.csv").lines().map(line -> line.replaceAll(",.*", "")))
        .containsExactly("category", "all", "geometric mean", "p50", "max");
  }

  /**
   * Of 30 queries on two versions one has another plan, one takes twice as long, the others tie.
   */
  @Test
  void ofManyQueriesChangedPlansAndShownDifferencesStandOpen() throws IOException {
    results.clear();
    StringBuilder plans = new StringBuilder();
    for (int i = 1; i <= 30; i++) {
      add("a@1", "4." + i, 10 + i, "first", 10);
      add("a@2", "4." + i, i == 7 ? 3 * (10 + i) : 10 + i, "first", 10);
      for (String store : List.of("a@1", "a@2")) {
        String plan = i == 9 && store.equals("a@2") ? "Index Scan" : "Scan";
        plans.append(
            """
            {"store":"%1$s","parameters":{"query":"4.%2$d","store":"%1$s"},"plan":["%3$s"]},\
            """
                .formatted(store, i, plan));
      }
    }
    Path json = directory.resolve("out.json");
    Files.writeString(json, results.toString());
    plans.setLength(plans.length() - 1);
    Files.writeString(directory.resolve("out.sidecar.json"), "{\"plans\": [%s]}".formatted(plans));
    TestReport.of(List.of(json)).write(directory.resolve("report"));

    assertThat(file("tables/questions-shown.csv").lines().map(line -> line.replaceAll(",.*", "")))
        .containsExactly("query", "4.9", "4.7");
    String page = file("report.html");
    assertThat(page)
        .containsPattern(">17.00 ms</td><td class=\"n inferior h3\">51.00 ms x3.000</td>")
        .contains(">changed</a>", "<details><summary>Every query</summary>");
    assertThat(page.indexOf("id=\"table-questions-shown\""))
        .isLessThan(page.indexOf("<summary>Every query</summary>"));
  }

  @Test
  void doesNotTruncateTableOfSuite() throws IOException {
    for (int i = 1; i <= 200; i++) {
      add("a", "3." + i, i, "cold", i);
      add("b", "3." + i, i, "first", i);
    }
    report();
    assertThat(file("report.html")).contains(">3.100</th>");
  }
}
