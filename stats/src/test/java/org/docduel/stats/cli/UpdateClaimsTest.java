package org.docduel.stats.cli;

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
  private static final String RESULT =
      """
      [{"benchmark":"org.x.U.update","mode":"thrpt","threads":8,"forks":2,
        "params":{"store":"mongodb"},
        "primaryMetric":{"score":1,"scoreUnit":"ops/s","rawData":%s},
        "secondaryMetrics":{
          "tail":{"score":1,"scoreUnit":"ms","rawData":[[10,20,30],[40,50,60]]},
          "share":{"score":1,"scoreUnit":"hot/updates","rawData":[[0.25,0.75]]}}}]
      """;

  @TempDir Path directory;

  @Test
  void aDriftIsTheLastQuarterOverTheFirst() throws IOException {
    assertThat(row("drift", "", "1", RATES)).contains(",0.375,").endsWith("does not repeat");
    assertThat(row("drift", "", "1", "[[1,2,3]]"))
        .contains("a run has 3 iterations; a drift needs at least 8")
        .endsWith("not measured");
  }

  @Test
  void aTailInMillisecondsIsATime() throws IOException {
    assertThat(row("time", "tail", "0.035", RATES)).contains(",0.035,").endsWith(",repeats");
    assertThat(row("time", "share", "1", RATES))
        .contains("its metric is in hot/updates, which is no time");
  }

  @Test
  void aShareIsComparedInPoints() throws IOException {
    assertThat(row("share", "share", "0.45", RATES)).contains(",0.5,").endsWith(",repeats");
    assertThat(row("share", "share", "0.3", RATES)).endsWith("does not repeat");
    assertThat(row("share", "nosuch", "0.3", RATES)).contains("has no metric 'nosuch'");
  }

  @Test
  void theServerThatWasReallyThereIsNamed() throws IOException {
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        "{\"stores\":[{\"store\":\"mongodb\",\"product\":\"FerretDB 2.7.0 over DocumentDB 1.0\"}]}");
    assertThat(claims("text", "share", "share", "0.3", RATES))
        .contains("Measured as mongodb: FerretDB 2.7.0 over DocumentDB 1.0");
  }

  @Test
  void groupsThatAreNoNumberAreRefused() throws IOException {
    Path rows = directory.resolve("rows.json");
    Files.writeString(
        rows,
        "[{\"id\":\"A\",\"source\":\"x\",\"claim\":\"c\",\"published\":\"p\",\"measure\":\"none\",\"groups\":\"ten\"}]");
    Path file = Files.writeString(directory.resolve("out.json"), RESULT.formatted(RATES));
    CommandRun run = CommandRun.of("claims", file.toString(), "--rows", rows.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("claim A has 'groups' ten; a whole number is accepted");
  }

  private String row(String measure, String metric, String value, String rates) throws IOException {
    return Arrays.stream(claims("csv", measure, metric, value, rates).split("\n"))
        .filter(line -> line.startsWith("A,"))
        .findFirst()
        .orElseThrow();
  }

  private String claims(String format, String measure, String metric, String value, String rates)
      throws IOException {
    Path file = Files.writeString(directory.resolve("out.json"), RESULT.formatted(rates));
    Path rows =
        Files.writeString(
            directory.resolve("rows.json"),
            """
            [{"id":"A","source":"x","claim":"c","published":"p","measure":"%s","metric":"%s",
              "value":"%s","statistic":"median","candidate":"store=mongodb",
              "published_where":"store=mongodb|other","fair_reason":"nobody has one"}]
            """
                .formatted(measure, metric, value));
    CommandRun run =
        CommandRun.of("claims", file.toString(), "--rows", rows.toString(), "--format", format);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }
}
