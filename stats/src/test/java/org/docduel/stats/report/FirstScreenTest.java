package org.docduel.stats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader finds first: the workload in words, shown differences, and percentiles. */
class FirstScreenTest {
  private static final String SIDECAR =
      """
      {"descriptions": [{"benchmark": "org.x.Insert.insert",
         "text": "Time to insert {documents|document|documents} of {payload} in {attributes|field|fields}, {durability}",
         "labels": {"durability=default": "durable commits"}, "example": "{\\"a\\":\\"<b>\\"}"},
        {"benchmark": "org.y.Other.run", "text": "Another run"}]
      """;

  @TempDir private Path directory;
  private final List<String> results = new ArrayList<>();

  private void add(String parameters, int threads, String mode, String unit, double level) {
    add(parameters, threads, mode, unit, level, "");
  }

  private void add(
      String parameters, int threads, String mode, String unit, double level, String secondary) {
    String forks =
        String.format(Locale.ROOT, "[%1$s,%2$s],[%2$s,%1$s],[%1$s,%1$s]", level, 1.001 * level);
    results.add(
        """
        {"jmhVersion":"1.37","benchmark":"org.x.Insert.insert","mode":"%s","threads":%d,"forks":1,
         "params":{%s},"primaryMetric":{"score":1,"scoreUnit":"%s","rawData":[%s]},
         "secondaryMetrics":{%s}}\
        """
            .formatted(mode, threads, parameters, unit, forks, secondary));
  }

  private String page(String more) throws IOException {
    Path json = directory.resolve("out.json");
    Files.writeString(json, results.toString());
    Files.writeString(directory.resolve("out.sidecar.json"), SIDECAR + more + "}");
    TestReport.of(List.of(json)).write(directory.resolve("report"));
    return Files.readString(directory.resolve("report/report.html"));
  }

  private static String parameters(String store, String payload, String attributes) {
    return """
    "store":"%s","payload":"%s","attributes":"%s","documents":"1000","durability":"default"\
    """
        .formatted(store, payload, attributes);
  }

  /** Configurations that one parameter sets apart from the others are called by its value alone. */
  @Test
  void namesWinnersByParameterThatDecides() throws IOException {
    for (String payload : List.of("10B", "4KB")) {
      add(parameters("a", payload, "1"), 1, "ss", "ms/op", 9);
      add(parameters("b", payload, "1"), 1, "ss", "ms/op", 5);
      add(parameters("a", payload, "200"), 1, "ss", "ms/op", 50);
      add(parameters("b", payload, "200"), 1, "ss", "ms/op", 90);
    }

    assertThat(page(""))
        .contains("b is shown to be the fastest with attributes 1; a with attributes 200.");
  }

  /** A list of ratios of many stores, none of which is the fastest anywhere, answers nothing. */
  @Test
  void namesTheBestOfEachConfigurationWhereManyStoresTurn() throws IOException {
    for (String store : List.of("a", "b", "c", "d", "e")) {
      boolean early = "ab".contains(store);
      double slow = store.equals("e") ? 50 : 9;
      add(parameters(store, "10B", "1"), 1, "ss", "ms/op", early ? 5 : slow);
      add(parameters(store, "10B", "200"), 1, "ss", "ms/op", early || store.equals("e") ? slow : 5);
    }

    assertThat(page(""))
        .contains(
            "Best in these runs: a with attributes 1; c with attributes 200. None is shown to be the"
                + " fastest.");
  }

  @Test
  void beginsWithWorkloadInWordsAndDocument() throws IOException {
    for (String store : List.of("a", "b")) {
      add(parameters(store, "4KB", "1"), 1, "ss", "ms/op", store.equals("a") ? 5 : 9);
      add(parameters(store, "10B", "1"), 1, "ss", "ms/op", store.equals("a") ? 3 : 4);
    }

    String page = page("");

    assertThat(page)
        .contains(
            "<p class=\"measured\">Time to insert 1,000 documents of 10 B and 4 KB in 1 field, durable commits, one client.</p>",
            "<code>{&quot;a&quot;:&quot;&lt;b&gt;&quot;}</code>")
        .doesNotContain("Another run");
    assertThat(page.indexOf("class=\"measured\"")).isLessThan(page.indexOf("class=\"sentence\""));
  }

  @Test
  void listsFewValuesAndTheEndsOfMany() throws IOException {
    for (int threads : new int[] {1, 2, 4}) {
      for (String payload : List.of("10B", "200B", "1KB", "2KB", "4KB")) {
        add(parameters("a", payload, "2"), threads, "ss", "ms/op", 5);
      }
    }

    assertThat(page(""))
        .contains("of 10 B to 4 KB in 2 fields, durable commits, 1, 2 and 4 clients.");
  }

  @Test
  void hasNoWordsWithoutDescription() throws IOException {
    Path json = directory.resolve("plain.json");
    add(parameters("a", "4KB", "1"), 1, "ss", "ms/op", 5);
    Files.writeString(json, results.toString());
    TestReport.of(List.of(json)).write(directory.resolve("plain"));

    assertThat(directory.resolve("plain/report.html"))
        .content()
        .doesNotContain("class=\"measured\"", "class=\"example\"");
  }

  /** Of 25 configurations the last is six times as slow, which is shown, and most are equal. */
  @Test
  void coloursShownDifferencesAloneAndPutsThemFirst() throws IOException {
    for (int i = 1; i <= 25; i++) {
      add(parameters("a", i + "B", "1"), 1, "ss", "ms/op", 5);
      add(parameters("b", i + "B", "1"), 1, "ss", "ms/op", i == 25 ? 30 : 5);
    }

    String page = page("");

    List<String> rows = rows(page, "table-configurations");
    assertThat(rows.get(0)).contains("25B", "n superior\">5", "n inferior h4\">30", "x6");
    assertThat(rows.subList(1, rows.size())).noneMatch(row -> row.contains(" h"));
    assertThat(rows.subList(1, rows.size())).noneMatch(row -> row.contains("superior"));
  }

  private static List<String> rows(String page, String anchor) {
    String table = page.substring(page.indexOf("id=\"" + anchor));
    table = table.substring(table.indexOf("<tbody>"), table.indexOf("</tbody>"));
    return Pattern.compile("<tr>.*</tr>").matcher(table).results().map(row -> row.group()).toList();
  }

  @Test
  void showsPercentilesBesideThroughput() throws IOException {
    String responses =
        """
        "response.p50":{"score":1,"scoreUnit":"ms","rawData":[[2,2],[2,2],[2,2]]},
        "response.p99":{"score":1,"scoreUnit":"ms","rawData":[[7,8],[7,8],[7,8]]}\
        """;
    add(parameters("a", "4KB", "1"), 1, "thrpt", "ops/s", 900, responses);
    add(parameters("b", "4KB", "1"), 1, "thrpt", "ops/s", 300, responses);

    String page = page("");

    assertThat(page).contains("ops/s · p99 7.50 ms</text>");
    assertThat(rows(page, "table-times-unnamed").get(0)).contains(">2.000 ms<", ">7.500 ms<");
  }

  @Test
  void marksHighestRateOnTheCurveOfItsStore() throws IOException {
    for (int threads : new int[] {1, 2, 4}) {
      add(parameters("a", "4KB", "1"), threads, "thrpt", "ops/s", 1000 * Math.min(threads, 2));
      add(parameters("b", "4KB", "1"), threads, "thrpt", "ops/s", 500);
    }

    String page =
        page(
            """
            , "highestRate": {"parameters": {"benchmark": "org.x.Insert.insert", "store": "a",
              "payload": "4KB"}, "threads": 8, "boundMillis": 50, "rate": 1700}\
            """);

    assertThat(page)
        .contains(
            "a sustains 1,700 offered operations a second with 8 clients and 99 % of responses within 50.00 ms (findmax).",
            "A hollow square is the highest rate");
    // a hollow square in the colour of a, at the right end of the axis
    assertThat(Files.readString(directory.resolve("report/figures/clients.svg")))
        .containsOnlyOnce("d=\"M-.9-.9H.9V.9H-.9Z\" fill=\"#ffffff\" stroke=\"#c4500c\"");
  }
}
