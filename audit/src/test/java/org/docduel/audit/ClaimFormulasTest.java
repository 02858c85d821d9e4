package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each formula on numbers that a reader can check by hand: times in milliseconds of the stores a
 * and b, with 10, 100, 1000 and 10000 rows.
 */
class ClaimFormulasTest {
  private static final String TIMES =
      """
      S1 a 10 21 40 90
      S1 b 5 10 20 30
      S2 a 8 16 12 40
      S2 b 4 20 11 10
      """;

  @TempDir private Path directory;
  private Path results = Path.of("unset");

  @BeforeEach
  void writeResults() throws IOException {
    List<String> json = new ArrayList<>();
    for (String line : TIMES.lines().toList()) {
      List<String> columns = List.of(line.split(" ", -1));
      String rows = "10";
      for (String time : columns.subList(2, columns.size())) {
        json.add(
            """
            {"benchmark":"org.x.B.run","mode":"ss","threads":1,"forks":1,
             "params":{"scenario":"%s","store":"%s","rows":"%s"},
             "primaryMetric":{"score":1,"scoreUnit":"ms/op","rawData":[[%s]]}}
            """
                .formatted(columns.get(0), columns.get(1), rows, time));
        rows += "0";
      }
    }
    results = Files.writeString(directory.resolve("out.json"), json.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "reduction,'','rows=10,scenario=S1',0.5",
    "ratio,'','rows=100,scenario=S1',2.1",
    "growth,'','rows=100,scenario=S2',1.25",
    "gap,'','rows=100,scenario=S2',0.004",
    "time,'','rows=10,scenario=S1,store=a',0.010",
    "rate,'','rows=10,scenario=S1,store=a',100",
    "time,sum,store=a,0.237",
    "time,mean,store=a,0.029625",
    "time,quantile 0.5,store=a,0.0185",
    "time,share above 0.02,store=a,0.5",
    "time,count above 0.02,store=b,1",
    "ratio,count above 1,rows=10|100|1000|10000,7",
    // exp(mean(log([2, 2.1, 2, 3, 2, 0.8, 12/11, 4]))) of numpy
    "ratio,geometric mean,rows=10|100|1000|10000,1.9084075870010073",
    // 237 ms over 110 ms, not the mean of the ratios
    "ratio,sum,rows=10|100|1000|10000,2.1545454545454545",
    "gap,rises along rows,scenario=S1|S2,0.5",
    // Kendall's S is 6 and 4 of 6 pairs each
    "time,trend along rows,store=a,0.8333333333333334",
  })
  void formulaGivesExpectedNumber(String measure, String over, String where, double expected)
      throws IOException {
    CSVRecord row = row(measure, over, where, "\"about\": 1, \"within\": 0.1");
    assertThat(Double.parseDouble(row.get("as_published_value"))).isCloseTo(expected, within(1e-9));
  }

  @Test
  void trendMatchesSeasonalKendallTest() throws IOException {
    // S = 10, variance 2 * 26/3: z = 9 / sqrt(52/3), p = erfc(z / sqrt(2)) = 0.0306
    CSVRecord rises = row("time", "trend along rows", "store=a", "\"is\": \"rises\"");
    assertThat(rises.get("as_published_detail")).isEqualTo("tau 0.83, p 0.0306");
    assertThat(rises.get("verdict")).isEqualTo("repeats");

    // S = 3 + 2, two values tie: z = 4 / sqrt(52/3 - 1), p = 0.3223
    CSVRecord none = row("reduction", "trend along rows", "scenario=S1|S2", "\"is\": \"no trend\"");
    assertThat(none.get("as_published_detail")).isEqualTo("tau 0.42, p 0.3223");
    assertThat(none.get("verdict")).isEqualTo("repeats");
  }

  @Test
  void countListsMatchingGroups() throws IOException {
    String where = "rows=100|1000";
    assertThat(row("ratio", "count above 1.5", where, "\"atLeast\": 2").get("as_published_detail"))
        .isEqualTo("2 of 4: S1, 100; S1, 1000");
    assertThat(
            row("gap", "rises along rows", "scenario=S1|S2", "\"atLeast\": 1")
                .get("as_published_detail"))
        .isEqualTo("1 of 2: S1");
  }

  @Test
  void namesBestAndDoesNotJudgeUnmeasuredWinner() throws IOException {
    String where = "rows=10000,scenario=S1";
    CSVRecord best = row("time", "best of store", where, "\"is\": \"b\"");
    assertThat(best.get("as_published")).isEqualTo("b");
    assertThat(best.get("verdict")).isEqualTo("repeats");
    assertThat(row("time", "best of store", where, "\"is\": \"a\"").get("verdict"))
        .isEqualTo("does not repeat");
    CSVRecord absent = row("time", "best of store", where, "\"is\": \"c\"");
    assertThat(absent.get("as_published_reason"))
        .isEqualTo("c was not measured; best is b of a, b");
    assertThat(absent.get("verdict")).isEqualTo("not measured");
  }

  @Test
  void clientOverheadIsNotBestStore() throws IOException {
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        "{\"stores\": [{\"store\": \"b\", \"product\": \"no server (thrown away)\"}]}");
    assertThat(
            row("time", "best of store", "rows=10000,scenario=S1", "\"is\": \"a\"")
                .get("as_published"))
        .isEqualTo("a");
  }

  @Test
  void missingSizeFallsBackToLargest() throws IOException {
    CSVRecord row =
        row(
            "ratio",
            "",
            "scenario=S1",
            "\"about\": 3, \"within\": 0.1",
            "\"size\": \"rows=1000000\",");
    assertThat(row.get("as_published")).isEqualTo("x3.000 at 10,000 rows");
    assertThat(row.get("verdict")).isEqualTo("repeats");
  }

  @Test
  void acceptsOnlyStatedTolerance() throws IOException {
    String where = "rows=10,scenario=S1"; // twice as fast
    assertThat(row("ratio", "", where, "\"about\": 2.1, \"within\": 0.05").get("verdict"))
        .isEqualTo("repeats");
    assertThat(row("ratio", "", where, "\"about\": 2.2, \"within\": 0.05").get("verdict"))
        .isEqualTo("same direction, other magnitude");
    assertThat(row("ratio", "", where, "\"about\": 0.9, \"within\": 0.05").get("verdict"))
        .isEqualTo("does not repeat");
  }

  @Test
  void explicitSubjectsMayDifferInEverything() throws IOException {
    String sides =
        "\"baseline\": \"store=a,rows=10000,scenario=S1\", \"candidate\":"
            + " \"store=b,rows=10,scenario=S2\",";
    CSVRecord row = row("ratio", "", "benchmark=B.run", "\"atLeast\": 22.5", sides);
    assertThat(row.get("as_published")).isEqualTo("x22.50");
  }

  @Test
  void timeAtAnotherSizeGetsNoVerdict() throws IOException {
    String size = "\"size\": \"rows=1000000\",";
    CSVRecord time = row("time", "sum", "store=a", "\"about\": 0.13, \"within\": 0.1", size);
    assertThat(time.get("as_published_size")).isEqualTo("10,000 rows");
    assertThat(time.get("verdict")).isEqualTo("no verdict here");
    assertThat(
            row("ratio", "sum", "scenario=S1", "\"about\": 3, \"within\": 0.1", size)
                .get("verdict"))
        .isEqualTo("repeats");
  }

  @Test
  void resultMatchesAnyOfSeveralSelectors() throws IOException {
    String either = "\"either\": [\"store=a,rows=10\", \"store=b,rows=100\"],";
    CSVRecord row = row("time", "sum", "scenario=S1|S2", "\"atLeast\": 0", either);
    assertThat(row.get("as_published_value")).isEqualTo("0.048");
  }

  /** Of 1, 2, 3, 4 and 90 ms the trimmed mean is 3, of 2, 4, 6, 8 and 10 it is 6. */
  @ParameterizedTest
  @CsvSource({"time,store=a,0.003", "gap,'',0.003", "ratio,'',0.5", "growth,'',2"})
  void appliesTrimmedMeanToAllMeasures(String measure, String where, double expected)
      throws IOException {
    String result =
        """
        {"benchmark":"org.x.B.run","mode":"ss","threads":1,"forks":2,"params":{"store":"%s"},
         "primaryMetric":{"score":1,"scoreUnit":"ms/op","rawData":[[%s],[%s]]}}
        """;
    String a = "1,2,3,4,90";
    String b = "2,4,6,8,10";
    Files.writeString(
        results, List.of(result.formatted("a", a, a), result.formatted("b", b, b)).toString());

    CSVRecord row =
        row(measure, "", where, "\"about\": 1, \"within\": 9", "\"statistic\": \"trimmed\",");

    assertThat(Double.parseDouble(row.get("as_published_value"))).isCloseTo(expected, within(1e-9));
  }

  private CSVRecord row(String measure, String over, String where, String expect)
      throws IOException {
    return row(measure, over, where, expect, "");
  }

  private CSVRecord row(String measure, String over, String where, String expect, String more)
      throws IOException {
    Path claims =
        Files.writeString(
            directory.resolve("claims.json"),
            """
            {"publication": {"authors": "A. B.", "title": "T", "year": "2026"},
             "settings": {"s": {%s %s}},
             "claims": [{"id": "X", "claim": "c", "published": "p", "measure": "%s", "over": "%s",
               "setting": "s", "where": "%s", "expect": {%s}, "asPublished": {}}]}
            """
                .formatted(
                    more,
                    more.contains("baseline")
                        ? "\"needs\": \"\""
                        : "\"baseline\": \"store=a\", \"candidate\": \""
                            + (measure.equals("time") || measure.equals("rate")
                                ? "benchmark=B.run"
                                : "store=b")
                            + "\"",
                    measure,
                    over,
                    where,
                    expect));
    CommandRun run =
        CommandRun.of(
            "claims",
            results.toString(),
            "--claims",
            claims.toString(),
            "--format",
            "csv",
            "--resamples",
            "1000");
    assertThat(run.status()).as(run.err()).isZero();
    try (var records =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .build()
            .parse(new StringReader(run.out()))) {
      return records.getRecords().get(0);
    }
  }
}
