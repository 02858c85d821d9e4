package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people read of verdicts. */
class VerdictTextTest {
  private static final double[] JITTER = {1, 1.02, 0.97, 1.01};

  @TempDir Path directory;

  private static ResultJson three(double[][] a, double[][] b, double[][] c) {
    return new ResultJson()
        .add("store=a", "ms/op", a)
        .add("store=b", "ms/op", b)
        .add("store=c", "ms/op", c);
  }

  private static double[][] forks(double level, int count) {
    double[][] forks = new double[count][3];
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) {
        forks[i][k] = level * JITTER[i % 4] * (1 + 0.003 * k);
      }
    }
    return forks;
  }

  private String run(ResultJson json, String command, String... more) {
    String[] line = new String[more.length + 2];
    line[0] = command;
    line[1] = json.writeTo(directory, "run.json").toString();
    System.arraycopy(more, 0, line, 2, more.length);
    CommandRun run = CommandRun.of(line);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out().replaceAll("\\s+", " ");
  }

  private String page(ResultJson json, String... more) throws Exception {
    String[] target = {"-o", directory.resolve("r").toString()};
    run(json, "report", Stream.of(target, more).flatMap(Stream::of).toArray(String[]::new));
    return Files.readString(directory.resolve("r/report.html"));
  }

  @Test
  void intervalsOfNonNegativeMetricsStayAboveZero() throws Exception {
    double[][] wide = {{1}, {2}, {30}};
    ResultJson json = new ResultJson().add("store=a", "ms", wide).add("store=b", "ms", wide);
    assertThat(page(json, "--lower-is-better"))
        .contains(">0 ms .. ")
        .doesNotContainPattern(">-[0-9]");
  }

  @Test
  void pageExplainsWhyNothingIsCompared() throws Exception {
    double[][] none = {{0}, {0}, {0}};
    ResultJson json = new ResultJson().add("store=a", "B", none).add("store=b", "B", none);
    assertThat(page(json, "--lower-is-better"))
        .contains("Left out: from the verdicts: ", "needs values above zero");
  }

  @Test
  void doesNotMentionIntervalsWithTooFewForks() throws Exception {
    ResultJson json = new ResultJson();
    json.add("store=a", "ms/op", forks(10, 1)).add("store=b", "ms/op", forks(20, 1));
    assertThat(page(json))
        .contains("b against a. The dashed line is", "aria-label=\"Time reductions\"")
        .contains("The diamond is the mean.")
        .doesNotContain("decides");
  }

  @Test
  void countsOnlyConfigurationsOfBothSides() throws Exception {
    ResultJson json = new ResultJson();
    for (String k : new String[] {"x", "y"}) {
      json.add("store=a,k=" + k, "ops/s", forks(10, 3));
      json.add("store=b,k=" + k, "ops/s", forks(k.equals("x") ? 20 : 0, 3));
    }
    assertThat(page(json))
        .contains("Over the configurations that can be compared. ")
        .doesNotContain("Over both configurations");
  }

  @Test
  void reportsThatMixIsComparedByAllOperations() throws Exception {
    ResultJson json = new ResultJson();
    for (String kind : new String[] {"all", "read"}) {
      json.add("store=a,kind=" + kind, "ops/s", forks(10, 3));
      json.add("store=b,kind=" + kind, "ops/s", forks(kind.equals("all") ? 20 : 90, 3));
    }
    assertThat(run(json, "superiority"))
        .contains("geometric mean over groups, of a mix all operations; method t", " a b 1 50.0 %");
    assertThat(page(json))
        .contains("Each store over 1 configuration:")
        .contains("all is the result; the rate of a kind is that of its own time.")
        .contains("Of a mix all operations count, not each kind.")
        .containsOnlyOnce(">all</text>")
        .doesNotContain("Over both configurations");
  }

  @ParameterizedTest
  @CsvSource({"summary", "check", "plan"})
  void labelsAreNotBlankWhenParametersDiffer(String command) {
    String first =
        new ResultJson().add("store=a,index=x", "ms/op", forks(10, 3)).toString().strip();
    String second =
        three(forks(1, 3), forks(2, 3), forks(3, 3))
            .toString()
            .replace("org.x.B.run", "org.x.C.go");
    Path file = directory.resolve("both.json");
    CommandRun run =
        CommandRun.of(
            command,
            write(file, first.substring(0, first.length() - 1) + "," + second.substring(1))
                .toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("\nB.run", "\nC.go, a", "\nC.go, c").doesNotContain(", ,");
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void reportsTooFewForksOnce(int count) throws Exception {
    ResultJson json = new ResultJson();
    for (String payload : new String[] {"10B", "4KB"}) {
      json.add("store=a,payload=" + payload, "ms/op", forks(10, count));
      json.add("store=b,payload=" + payload, "ms/op", forks(5, count));
      json.add("store=c,payload=" + payload, "ms/op", forks(7, count));
    }
    String message = "Observations, no verdicts: 3 forks or more make them verdicts (-f 3).";

    assertThat(run(json, "superiority"))
        .containsOnlyOnce(message)
        .contains("50.0 %")
        .doesNotContain("too few", "verdict ", "no verdict on");
    assertThat(run(json, "superiority", "--baseline", "store=a", "--candidate", "store=b"))
        .containsOnlyOnce(message)
        .doesNotContain("too few");
    assertThat(run(json, "superiority", "--format", "json"))
        .contains(message, "\"decision\" : \"too few\"");
    assertThat(page(json)).contains(message).doesNotContain("Method t", "a rank is", ">rank<");
  }

  @Test
  void reportsSinglePairWithTooFewForks() throws Exception {
    ResultJson json = three(forks(5, 4), forks(10, 4), forks(20, 1));

    assertThat(run(json, "superiority"))
        .contains("no verdict on c against a: 3 forks or more a side make one.")
        .contains("a is faster than b");
    assertThat(page(json))
        .contains("The verdict on a against c is withheld: there are too few forks.")
        .doesNotContain("is undecided");
  }

  /** What is first has an observation alone: the method is said of what was tested. */
  @Test
  void showsMethodThatWasUsed() throws Exception {
    ResultJson json = three(forks(20, 1), forks(10, 4), forks(5, 4));

    assertThat(run(json, "superiority")).contains("method t over 4 and 4 forks;");
    assertThat(page(json)).contains("By method t over 4 and 4 forks;");
  }

  @Test
  void methodShowsRangeOfForkCounts() throws Exception {
    ResultJson json = three(forks(20, 8), forks(10, 4), forks(5, 6));

    assertThat(run(json, "superiority")).contains("method t over 4 to 8 forks a side;");
    assertThat(page(json)).contains("By method t over 4 to 8 forks a side;");
    assertThat(run(json, "superiority", "--baseline", "store=a", "--candidate", "store=b"))
        .contains("method t over 8 and 4 forks;");
  }

  @Test
  void evidenceDistinguishesSlowdownFromReduction() throws Exception {
    ResultJson json = new ResultJson().add("store=a", "ms/op", forks(5, 4));

    assertThat(page(json.add("store=b", "ms/op", forks(20, 4))))
        .contains("b against a: 4.00x slower, interval 4.");
    ResultJson other = new ResultJson().add("store=a", "ms/op", forks(20, 4));
    assertThat(page(other.add("store=b", "ms/op", forks(5, 4))))
        .contains("b against a: time ratio 0.250, reduction 75.0 %, interval 7");
  }

  @Test
  void timesAndRatesKeepTheirUnits() {
    ResultJson json = new ResultJson();
    for (String store : new String[] {"a", "b"}) {
      double level = store.equals("a") ? 10 : 5;
      json.add("store=" + store + ",query=1", "ms/op", forks(level, 4));
      json.addResult(
          "\"thrpt\"",
          "store=" + store + ",query=2",
          "{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":[[%1$s],[%2$s],[%1$s]]}"
              .formatted(4000 / level, 4040 / level));
    }

    assertThat(run(json, "superiority")).contains("401.3 ops/s", "802.7 ops/s", "5.015 ms");
  }

  @Test
  void reportsSimultaneousLevelOfIntervals() {
    ResultJson json = new ResultJson();
    for (int i = 0; i < 5; i++) {
      json.add("store=a,query=" + i, "ms/op", forks(10 + i, 4));
      json.add("store=b,query=" + i, "ms/op", forks(5 + i, 4));
    }

    assertThat(run(json, "superiority", "--baseline", "store=a", "--candidate", "store=b"))
        .contains(
            "all 5 intervals hold together with 95 % among the groups; the interval holds with 95 % overall")
        .containsPattern(
            "Overall \\(stratified\\) [0-9.]+ % [0-9.]+ % .. [0-9.]+ % faster by 20 % or more")
        .doesNotContain("% interval");
  }

  @Test
  void callsOtherMetricsWorseInsteadOfSlower() throws Exception {
    ResultJson json =
        new ResultJson()
            .add("store=a", "blocks/op", forks(5, 4))
            .add("store=b", "blocks/op", forks(50, 4));

    assertThat(run(json, "superiority", "--lower-is-better"))
        .contains("10.0x worse")
        .doesNotContain("slower", "1/level");
    assertThat(run(json, "superiority", "--higher-is-better")).contains("1/level");
    assertThat(page(json, "--higher-is-better"))
        .contains("b is better than a by 20 % or more.", "better →")
        .doesNotContain("less time", "takes less");
  }

  @Test
  void showsRateAsMultipleOfBestRate() throws Exception {
    ResultJson json = new ResultJson();
    for (int i = 0; i < 8; i++) {
      for (String store : new String[] {"a", "b"}) {
        String raw = store.equals("a") ? "[[100],[101],[99]]" : "[[50],[50.5],[49.5]]";
        json.addResult(
            "\"thrpt\"",
            "store=" + store + ",size=" + (i + 1),
            "{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":" + raw + "}");
      }
    }

    assertThat(page(json)).contains("50.00 ops/s x0.5").doesNotContain("50.00 ops/s x2");
  }

  @Test
  void reportsStallsOfEachStore() throws Exception {
    ResultJson json = new ResultJson();
    for (String raw : new String[] {"[[9,0],[9,9],[9,9]]", "[[9,0],[0,9],[9,0]]"}) {
      json.addResult(
          "\"thrpt\"",
          "store=s" + raw.indexOf("],[0"),
          "{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":" + raw + "}");
    }

    assertThat(page(json)).contains("1 of 6 iterations ended", "3 of 6 iterations ended");
  }

  /** One fork asks all queries one after the other. */
  @Test
  void countsForksOfSeveralQueriesOnce() throws Exception {
    ResultJson json = new ResultJson();
    for (int i = 0; i < 5; i++) {
      json.add("store=a,query=" + i, "ms/op", forks(10 + i, 4));
      json.add("store=b,query=" + i, "ms/op", forks(5 + i, 4));
    }

    assertThat(page(json)).contains("By method t over 4 and 4 forks;");
  }

  /** Among many groups one always has forks that vary more on one side. */
  @Test
  void singleUnevenGroupDoesNotCastDoubtOnOverall() {
    ResultJson json = new ResultJson();
    for (int i = 0; i < 20; i++) {
      json.add("store=a,size=" + (i + 1), "ms/op", forks(10, 4));
      double[][] uneven = {{5, 5, 5}, {6, 6, 6}, {4, 4, 4}, {5, 5, 5}};
      json.add("store=b,size=" + (i + 1), "ms/op", i == 0 ? uneven : forks(5, 4));
    }

    assertThat(run(json, "superiority"))
        .contains("unequal spread")
        .doesNotContain("Overall (stratified)");
    assertThat(run(json, "superiority", "--baseline", "store=a", "--candidate", "store=b"))
        .contains("unequal spread")
        .doesNotContain("[Overall (stratified)", "; Overall (stratified)");
  }

  /** The forks of b vary by sqrt(2/3)/5, those of a by sqrt(0.0014/3), in each group. */
  @Test
  void overallRowHasVariationOfItsGroups() {
    ResultJson json = new ResultJson();
    for (int i = 1; i <= 4; i++) {
      json.add("store=a,size=" + i, "ms/op", forks(10, 4));
      json.add("store=b,size=" + i, "ms/op", new double[][] {{5}, {6}, {4}, {5}});
    }

    assertThat(run(json, "superiority"))
        .containsPattern("vary by 16 %, of the other by 2 %: [^\\]]*\\[Overall \\(stratified\\);");
  }

  /** JMH writes an empty list for a fork without the metric. */
  @Test
  void roundsCoverForksWithTheMetric() throws Exception {
    String primary = "{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":[[1],[1],[1],[1],[1],[1]]}";
    ResultJson json =
        new ResultJson()
            .addResult("\"ss\"", "store=a", primary, Map.of("m", "1],[],[1.1],[2.0],[1.3],[1.8"))
            .addResult(
                "\"ss\"", "store=b", primary, Map.of("m", "2],[3.2],[2.2],[4.0],[2.6],[3.6"));
    Files.writeString(
        directory.resolve("run.sidecar.json"),
        "{\"version\":1,\"rounds\":[[1,2,3,4,5,6],[1,2,3,4,5,6]],\"environment\":{\"host\":\"h\"}}");

    assertThat(run(json, "check", "--metric", "m")).contains("Rounds share 1.00 of the variance");
  }

  @Test
  void showsRateOnceWhenOperationIsOneItem() {
    ResultJson rates = new ResultJson().add("store=a", "ops/s", forks(5, 3));

    assertThat(run(rates, "summary", "--items", "1")).doesNotContain("items/s");
    assertThat(run(rates, "summary", "--items", "2")).contains("items/s");
    assertThat(run(rates, "summary", "--items", "1", "--format", "csv"))
        .contains("items_per_second");
    assertThat(
            run(new ResultJson().add("store=a", "ms/op", forks(5, 3)), "summary", "--items", "1"))
        .contains("items/s");
  }
}
