package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCommandTest {

  private static final String EXAMPLE = "examples/turutin-n100k-runs.json";

  @TempDir Path directory;

  @Test
  void writesReportAndNamesItsPage() throws IOException {
    Path target = directory.resolve("r");
    CommandRun run =
        CommandRun.of(
            "report",
            EXAMPLE,
            "-o",
            target.toString(),
            "--compare",
            "variant=jsonb_ind,rel_ind",
            "--resamples",
            "1000",
            "--delta",
            "0.1");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out().strip()).isEqualTo(target.resolve("report.html").toString());
    assertThat(Files.readString(target.resolve("report.html")))
        .contains(
            "<title>IndexedReads.execute by variant</title>", "Too few independent runs to rank");
  }

  @Test
  void showsOnlyRequestedMethodsAndRows() throws IOException {
    Path target = directory.resolve("r");
    CommandRun run =
        CommandRun.of(
            "report",
            "src/test/resources/cases/stores.json",
            "-o",
            target.toString(),
            "--where",
            "payload=10B",
            "--method",
            "percentile",
            "--resamples",
            "1000");

    assertThat(run.status()).isZero();
    assertThat(Files.readString(target.resolve("report.html")))
        .contains("By method percentile")
        .doesNotContain("hierarchical", "Overall (");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report nosuch.json -o OUT",
        "report EXAMPLE",
        "report EXAMPLE -o OUT --compare colour",
        "report EXAMPLE -o OUT --compare variant=jsonb_ind",
        "report EXAMPLE -o OUT --compare variant=jsonb_ind,nosuch",
        "report EXAMPLE -o OUT --where scenario=nosuch",
        "report EXAMPLE -o OUT --delta 1.5",
        "report EXAMPLE -o EXAMPLE",
        "report EXAMPLE -o examples"
      })
  void badInputGivesOneLineAndNoReport(String line) throws IOException {
    Path target = directory.resolve("r");
    String[] args = line.split(" ", -1);
    for (int i = 0; i < args.length; i++) {
      args[i] = args[i].replace("OUT", target.toString()).replace("EXAMPLE", EXAMPLE);
    }

    CommandRun run = CommandRun.of(args);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("stats: ").hasLineCount(1);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void brokenSidecarGivesOneLineAndNoReport() throws IOException {
    Path file = directory.resolve("out.json");
    Files.copy(Path.of(EXAMPLE), file);
    Files.writeString(directory.resolve("out.sidecar.json"), "{");

    CommandRun run =
        CommandRun.of("report", file.toString(), "-o", directory.resolve("r").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("out.sidecar.json").hasLineCount(1);
    assertThat(directory.resolve("r")).doesNotExist();
  }

  @Test
  void reportAndSuperiorityCompareSameByDefault() throws IOException {
    ResultJson results = new ResultJson();
    for (String codec : new String[] {"json", "bson"}) {
      for (int size : new int[] {10, 1000}) {
        double level = size * (codec.equals("json") ? 1 : 0.5);
        results.add(
            "size=" + size + ",codec=" + codec,
            "us/op",
            new double[] {level},
            new double[] {1.1 * level},
            new double[] {0.9 * level});
      }
    }
    String file = results.writeTo(directory, "codecs.json").toString();
    Path target = directory.resolve("r");

    String sides = CommandRun.of("superiority", file, "--format", "csv").out();
    CommandRun report = CommandRun.of("report", file, "-o", target.toString());

    assertThat(report.err()).isEmpty();
    String row = sides.lines().skip(1).findFirst().orElseThrow();
    assertThat(row).startsWith("pairs,");
    String pair = row.substring(row.indexOf(',') + 1);
    assertThat(Files.readAllLines(target.resolve("tables/pairs.csv")).get(1))
        .startsWith(pair.substring(0, pair.indexOf(',', pair.indexOf(',') + 1)));
  }

  @Test
  void showsSecondaryRateAsRate() throws IOException {
    String rate = "{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":[[1870,1870.4],[1870,1870.4]]}";
    String json =
        new ResultJson()
            .add("", "ms/op", new double[] {1, 2}, new double[] {1, 2})
            .toString()
            .replace("\"secondaryMetrics\":{", "\"secondaryMetrics\":{\"throughput\":" + rate);
    Path file = Files.writeString(directory.resolve("t.json"), json);

    String out = CommandRun.of("summary", file.toString(), "--metric", "throughput").out();

    assertThat(out).contains("1,870 ops/s").doesNotContain(" µs", " ms");
  }
}
