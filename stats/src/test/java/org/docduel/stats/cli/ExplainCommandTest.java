package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.docduel.stats.ResultJson;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alpha sends 60 bytes a row and takes 220 µs, beta 3,500 and 424 µs; the second fork of each takes
 * 20 µs more, all of it executing.
 */
class ExplainCommandTest {
  @TempDir private Path directory;

  /** What is printed, on one line. */
  private static String explained(Path file) {
    CommandRun run = CommandRun.of("explain", file.toString());
    assertThat(run.status()).as(run.err()).isZero();
    return run.out().replaceAll("\\s+", " ");
  }

  @Test
  void breaksDownDifferenceIncludingRemainder() throws IOException {
    assertThat(explained(measured(", \"serialise\":0.17")))
        .contains(
            "alpha is 1.9x faster than beta: of 204 µs, 160 µs detoasting and serialising (3.500 kB"
                + " a row against 60 B), 30.0 µs planning, 10.0 µs the wire and decoding, 0"
                + " executing, and 4.00 µs are not explained. No intervals set the two apart: this"
                + " may be chance.",
            "50.0 µs 0 beta 2 434 µs ± 127 µs 40.0 µs 160 µs ± 127 µs",
            "alpha 10 600 B 7 3");
  }

  /** One fork has no interval, so that nothing sets it apart. */
  @Test
  void singleForkDifferenceMayBeChance() throws IOException {
    Path file = measured(", \"serialise\":0.17");
    Path sidecar = directory.resolve("out.sidecar.json");
    Files.writeString(
        sidecar,
        "{\"explained\":[%s,%s]}"
            .formatted(
                fact("alpha", 0.22, 0.01, 0.15, 0.05, "", 60),
                fact("beta", 0.424, 0.04, 0.15, 0.06, "", 3_500)));
    assertThat(explained(file))
        .contains("are not explained. No intervals set the two apart: this may be chance.");
  }

  @Test
  void leavesUnreportedSerialisationInRemainder() throws IOException {
    assertThat(explained(measured("")))
        .contains(
            "alpha is 1.9x faster than beta: of 204 µs, 30.0 µs planning, 10.0 µs the wire and"
                + " decoding, 0 executing, and 164 µs are not explained.",
            "What a server does not tell is not explained.")
        .doesNotContain("detoasting"); // nor is it a column of zeros
  }

  /** FerretDB, say: results name it where the store was mongodb, and it counts no buffers. */
  @Test
  void explainsProductNamedUnlikeItsStore() throws IOException {
    Path file = measured("");
    Path sidecar = directory.resolve("out.sidecar.json");
    Files.writeString(
        sidecar,
        Files.readString(sidecar)
            .replace("35000,\"hits\":7,\"reads\":3", "35000")
            .replaceFirst(
                "^\\{", "{\"stores\":[{\"store\":\"beta\",\"label\":\"gamma (beta wire)\"}],"));
    assertThat(explained(file))
        .contains("alpha is 1.9x faster than gamma (beta wire): of 204 µs")
        .containsPattern("gamma \\(beta wire\\) +10 +[0-9.]+ kB( +-){2}");
  }

  /** Both may run with the same parameters; what older files say names none of them. */
  @Test
  void excludesTimeBreakdownOfOtherBenchmarks() throws IOException {
    Path file = measured(", \"serialise\":0.17");
    Files.writeString(
        file,
        Files.readString(file).replaceAll("\\s*]\\s*$", "")
            + ","
            + Files.readString(file).replace("B.run", "B.other").strip().substring(1));
    Path sidecar = directory.resolve("out.sidecar.json");
    String facts = Files.readString(sidecar);
    String withBenchmark = "\"parameters\":{\"benchmark\":\"org.x.B.run\",";
    Files.writeString(sidecar, facts.replace("\"parameters\":{", withBenchmark));
    String output = explained(file);
    assertThat(output).contains("B.run: alpha is 1.9x faster than beta: of 204 µs");
    assertThat(output).doesNotContain("B.other");
    Files.writeString(sidecar, facts);
    assertThat(explained(file)).contains("B.other: alpha is 1.9x faster than beta");
  }

  /** Neither a twin nor what keeps nothing competes; who is named does. */
  @Test
  void doesNotExplainTwinOrNonPersistentStore() throws IOException {
    Path file = measured(", \"serialise\":0.17");
    Path sidecar = directory.resolve("out.sidecar.json");
    String facts = Files.readString(sidecar);
    String noop = fact("noop", 0.1, 0, 0.05, 0.05, "", 60);
    String twin = fact("alpha~twin", 0.22, 0.01, 0.15, 0.05, "", 60);
    Files.writeString(
        sidecar,
        facts
            .replaceFirst("\\[", "[" + noop + "," + twin + ",")
            .replaceFirst("^\\{", "{\"stores\":[{\"store\":\"noop\",\"product\":\"no server\"}],"));
    ResultJson json = new ResultJson();
    for (String store : List.of("noop", "alpha", "alpha~twin", "beta")) {
      json.add("store=" + store, "s/op", new double[] {2.2e-4}, new double[] {2.4e-4});
    }
    json.writeTo(directory, "out.json");

    assertThat(explained(file))
        .contains("alpha is 1.9x faster than beta")
        .doesNotContain("noop")
        .doesNotContain("~twin");
    CommandRun explicit = CommandRun.of("explain", file.toString(), "--compare", "store=noop,beta");
    assertThat(explicit.out()).contains("noop is").contains("faster than beta");
  }

  @Test
  void csvHasEveryBound() throws IOException {
    CommandRun run =
        CommandRun.of("explain", measured(", \"serialise\":0.17").toString(), "--format", "csv");
    assertThat(run.out())
        .contains(
            "subject,forks,client,client_lower,client_upper,plan,plan_lower,plan_upper,execute")
        .contains("remainder,remainder_lower,remainder_upper")
        .contains("remainder_upper,rows,bytes,buffer_hits,buffer_reads,plan_bytes");
  }

  @Test
  void reportDrawsBarForEachSide() throws IOException {
    Path report = directory.resolve("report");
    CommandRun run =
        CommandRun.of(
            "report",
            measured(", \"serialise\":0.17").toString(),
            "-o",
            report.toString(),
            "--resamples",
            "1000");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Where does the time go?", "alpha is 1.9x faster than beta: of 204 µs");
    // four parts and what is left of beta; of alpha nothing is left
    assertThat(Files.readString(report.resolve("figures/parts.svg")).split("width=\"12\"", -1))
        .hasSize(1 + 5 + 4);
    assertThat(report.resolve("tables/parts.csv")).exists();
    assertThat(report.resolve("tables/per-operation.csv"))
        .hasContent(
            """
            subject,rows,bytes,buffer_hits,buffer_reads
            alpha,10.0,600.0,7.0,3.0
            beta,10.0,35000.0,7.0,3.0
            """);
  }

  /**
   * 2 ms an insert with a processor half busy; 1,000 operations a second by 80 % of one, of which
   * the server has counted some as updates.
   */
  @Test
  void showsWriteCostPerOperation() throws IOException {
    Path inserts =
        new ResultJson()
            .addResult(
                "\"ss\"",
                "store=alpha",
                primary("ms/op", 2, 2),
                Map.of(
                    "client.cpu", "25,75", "servercpu.busy", "100,100", "pgstat.wal", "900,1100"))
            .writeTo(directory, "inserts.json");
    Path updates =
        new ResultJson()
            .addResult(
                "\"thrpt\",\"measurementTime\":\"250 ms\"",
                "store=alpha",
                primary("ops/s", 1000, 1000),
                Map.of(
                    "throughput", "1000,1000",
                    "client.process", "80,80",
                    "servercpu.busy", "40,40",
                    "pgstat.wal", "50000,75000",
                    "pgstat.updates", "40,60",
                    "pgstat.wal_per_update", "5000,5000",
                    "pgstat.hot_ratio", "0.5,1.0"))
            .writeTo(directory, "updates.json");

    assertThat(explained(inserts)).contains("alpha 1.00 ms 2.00 ms 1.000 kB");
    assertThat(explained(updates)).contains("alpha 800 µs 400 µs 250 B 75.0 %");
    Path report = directory.resolve("report");
    CommandRun run = CommandRun.of("report", updates.toString(), "-o", report.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(report.resolve("report.html")).replaceAll("<[^>]*>\\s*", " "))
        .containsPattern("What an operation costs[^!]* 800 µs +400 µs +250 B +75.0 %");
    assertThat(report.resolve("tables/per-operation.csv"))
        .hasContent("client_cpu,server_cpu,wal_bytes,hot_share\n8.0E-4,4.0E-4,250.0,0.75\n");
  }

  /** A bulk load is judged by its total; a call of it costs what it costs. */
  @Test
  void comparedMetricDoesNotHideCosts() throws IOException {
    Path loads =
        new ResultJson()
            .addResult(
                "\"ss\"",
                "store=alpha",
                primary("ms/op", 400, 400),
                Map.of("total", "300,300", "client.process", "50,50", "servercpu.busy", "25,25"))
            .writeTo(directory, "loads.json");
    Files.writeString(
        directory.resolve("loads.sidecar.json"), "{\"metrics\":{\"org.x.B.run\":\"total\"}}");

    assertThat(explained(loads)).contains("alpha 200 ms 100 ms");
  }

  /** A profiler of the server may be all that watched. */
  @Test
  void showsServerMetricsWithoutClientMetrics() {
    Path file =
        new ResultJson()
            .addResult(
                "\"ss\"",
                "store=alpha",
                primary("ms/op", 2, 2),
                Map.of("servercpu.busy", "100,100", "pgstat.wal", "900,1100"))
            .writeTo(directory, "server.json");

    assertThat(explained(file)).contains("alpha 2.00 ms 1.000 kB");
  }

  /** A metric that is compared tells what is there, though the primary one has no usable value. */
  @Test
  void missingPrimaryMetricDoesNotHideOtherMetrics() {
    Path file =
        new ResultJson()
            .addResult(
                "\"thrpt\"",
                "store=alpha",
                "{\"score\":\"NaN\",\"scoreUnit\":\"ops/s\",\"rawData\":[[\"NaN\"]]}",
                Map.of("throughput", "1000,1000", "client.process", "80,80"))
            .writeTo(directory, "other.json");

    CommandRun run = CommandRun.of("explain", file.toString(), "--metric", "throughput");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().replaceAll(" +", " ")).contains("alpha 800 µs");
  }

  private static String primary(String unit, double... values) {
    return "{\"score\":%s,\"scoreUnit\":\"%s\",\"rawData\":[%s]}"
        .formatted(Arrays.stream(values).average().orElseThrow(), unit, Arrays.toString(values));
  }

  @Test
  void reportsMissingFactsInOneLine() throws IOException {
    Path file = measured("");
    Files.writeString(directory.resolve("out.sidecar.json"), "{}");
    assertThat(CommandRun.of("explain", file.toString()).err())
        .contains("none of the results is explained; measure with --explain, on a store that tells")
        .hasLineCount(1);
  }

  /** A real run, of variants: each side's parts and its remainder are the whole. */
  @Test
  void partsOfPublishedRunAddUp() {
    CommandRun run =
        CommandRun.of(
            "explain",
            ModuleFiles.resolve(ExplainCommandTest.class, "../docs/results/explain.json")
                .toString(),
            "--format",
            "csv");
    assertThat(run.status()).as(run.err()).isZero();
    String[] lines = run.out().split("\n", -1);
    assertThat(lines[1]).startsWith("parts,,rel_ind,8,");
    for (int line = 1; line <= 2; line++) {
      String[] cells = lines[line].split(",", -1);
      double parts = 0;
      for (int cell = 7; cell < cells.length && !cells[cell].isEmpty(); cell += 3) {
        parts += Double.parseDouble(cells[cell]);
      }
      assertThat(parts).isCloseTo(Double.parseDouble(cells[4]), within(1e-9));
    }
  }

  /** Rows of one size are named no sizes. */
  @Test
  void documentationShowsPublishedRun() throws IOException {
    CommandRun run =
        CommandRun.of(
            "explain",
            ModuleFiles.resolve(ExplainCommandTest.class, "../docs/results/explain.json")
                .toString());
    assertThat(run.status()).as(run.err()).isZero();
    String sentence = run.out().substring(0, run.out().indexOf("not explained.")).strip();
    assertThat(sentence).contains("30.2 µs detoasting and serialising, 1.56 µs planning");
    assertThat(ModuleFiles.resolve(ExplainCommandTest.class, "../docs/report.md"))
        .content()
        .contains(sentence);
  }

  private Path measured(String betas) throws IOException {
    ResultJson json = new ResultJson();
    json.add("store=alpha", "s/op", new double[] {2.2e-4}, new double[] {2.4e-4});
    json.add("store=beta", "s/op", new double[] {4.24e-4}, new double[] {4.44e-4});
    String alphas = betas.isEmpty() ? "" : ", \"serialise\":0.01";
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        "{\"explained\":["
            + String.join(
                ",",
                fact("alpha", 0.22, 0.01, 0.15, 0.05, alphas, 60),
                fact("alpha", 0.24, 0.01, 0.17, 0.05, alphas, 60),
                fact("beta", 0.424, 0.04, 0.15, 0.06, betas, 3_500),
                fact("beta", 0.444, 0.04, 0.17, 0.06, betas, 3_500))
            + "]}");
    return json.writeTo(directory, "out.json");
  }

  private static String fact(
      String store,
      double client,
      double plan,
      double execute,
      double wire,
      String serialise,
      int rowBytes) {
    return """
    {"store":"%s","parameters":{"store":"%s"},"executions":5,
     "millis":{"client":%s,"plan":%s,"execute":%s,"wire":%s%s},
     "counts":{"rows":10,"bytes":%d,"hits":7,"reads":3}}
    """
        .formatted(store, store, client, plan, execute, wire, serialise, 10 * rowBytes);
  }
}
