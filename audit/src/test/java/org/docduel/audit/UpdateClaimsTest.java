package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims about levels and courses of metrics, and what the sidecar adds. */
class UpdateClaimsTest {

  private static final String RATES = "[[8,8,4,4,4,4,2,2],[8,8,4,4,4,4,4,4]]";
  @TempDir Path directory;

  @Test
  void driftIsLastQuarterOverFirst() throws IOException {
    assertThat(row("drift", "", "1", RATES)).contains(",0.375,").endsWith("does not repeat");
    assertThat(row("drift", "", "1", "[[1,2,3]]"))
        .contains("a run has 3 iterations; a drift needs at least 8")
        .endsWith("not measured");
  }

  @Test
  void levelsHaveDrift() throws IOException {
    assertThat(row("drift", "size", "4", RATES)).contains(",4.0,").endsWith(",repeats");
  }

  @Test
  void tailInMillisecondsIsATime() throws IOException {
    assertThat(row("time", "tail", "0.035", RATES)).contains(",0.035,").endsWith(",repeats");
    assertThat(row("time", "share", "1", RATES))
        .contains("its metric is in hot/updates, which is not a time");
  }

  @Test
  void comparesSharesInPoints() throws IOException {
    assertThat(row("share", "share", "0.45", RATES)).contains(",0.5,").endsWith(",repeats");
    assertThat(row("share", "share", "0.3", RATES)).endsWith("does not repeat");
    assertThat(row("share", "nosuch", "0.3", RATES))
        .contains("has no metric 'nosuch'; another run");
  }

  @Test
  void namesActualServerProduct() throws IOException {
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        "{\"stores\":[{\"store\":\"mongodb\",\"product\":\"FerretDB 2.7.0 over DocumentDB 1.0\"}]}");
    assertThat(claims("text", "share", "share", "0.3", RATES))
        .contains("Measured as mongodb: FerretDB 2.7.0 over DocumentDB 1.0");
  }

  private String row(String measure, String metric, String value, String rates) throws IOException {
    return Arrays.stream(claims("csv", measure, metric, value, rates).split("\n"))
        .filter(line -> line.startsWith("A,"))
        .findFirst()
        .orElseThrow();
  }

  private String claims(String format, String measure, String metric, String value, String rates)
      throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("out.json"),
            """
            [{"benchmark":"org.x.U.update","mode":"thrpt","threads":8,"forks":2,
              "params":{"store":"mongodb"},
              "primaryMetric":{"score":1,"scoreUnit":"ops/s","rawData":%s},
              "secondaryMetrics":{
                "tail":{"score":1,"scoreUnit":"ms","rawData":[[10,20,30],[40,50,60]]},
                "size":{"score":1,"scoreUnit":"bytes","rawData":[[1,1,2,2,2,2,4,4]]},
                "share":{"score":1,"scoreUnit":"hot/updates","rawData":[[0.25,0.75]]}}}]
            """
                .formatted(rates));
    Path rows =
        Files.writeString(
            directory.resolve("rows.json"),
            """
            {"publication": {"authors": "A. B.", "title": "T", "year": "2026"},
             "claims": [{"id":"A","claim":"c","published":"p","measure":"%s","metric":"%s",
              "expect":{"about":%s,"within":0.1},"statistic":"%s","candidate":"store=mongodb",
              "needs":"another run",
              "asPublished":{"where":"store=mongodb|other"},"likeForLike":{"reason":"nobody has one"}}]}
            """
                .formatted(measure, metric, value, measure.equals("share") ? "mean" : "median"));
    CommandRun run =
        CommandRun.of("claims", file.toString(), "--claims", rows.toString(), "--format", format);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }
}
