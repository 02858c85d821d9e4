package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCsvCommandTest {
  @TempDir private Path directory;

  private CommandRun run(String options, String... lines) throws IOException {
    Path file = Files.writeString(directory.resolve("runs.csv"), String.join("\n", lines));
    List<String> args = new ArrayList<>(List.of("convert-csv", file.toString()));
    args.addAll(List.of(options.split(" ")));
    return CommandRun.of(args.toArray(String[]::new));
  }

  private List<JmhResult> converted(String options, String... lines) throws IOException {
    String json = run(options, lines).out();
    return JmhFile.read(
        "runs.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static double[][] values(JmhResult.JmhMetric metric) {
    return metric.forks().stream().map(ForkSeries::values).toArray(double[][]::new);
  }

  @Test
  void groupsRowsOfSameParametersIntoOneResult() throws IOException {
    List<JmhResult> results =
        converted(
            "--benchmark a.B.c --params store,n --value ms=ms/op --secondary hits=blocks/op",
            "store,n,ms,hits",
            "x,1,2.5,10",
            "y,1,3,20",
            "",
            "x,1,3.5,30");

    assertThat(results).hasSize(2);
    JmhResult first = results.get(0);
    assertThat(first.benchmark()).isEqualTo("a.B.c");
    assertThat(first.mode()).isEqualTo(Mode.SINGLE_SHOT);
    assertThat(first.params().toString()).isEqualTo("{store=x, n=1}");
    assertThat(values(first.primary())).isDeepEqualTo(new double[][] {{0.0025, 0.0035}});
    assertThat(first.primary().score()).isEqualTo(3);
    assertThat(first.primary().unit().name()).isEqualTo("ms/op");
    assertThat(values(first.metric("hits").orElseThrow())).isDeepEqualTo(new double[][] {{10, 30}});
    assertThat(first.stated())
        .containsEntry("threads", "1")
        .containsEntry("forks", "1")
        .containsEntry("measurementIterations", "2");
  }

  @Test
  void quotedCellsMayHoldCommas() throws IOException {
    assertThat(
            converted("--benchmark b --params k --value ms=ms/op", "k,ms", "\"a, b\",1")
                .get(0)
                .params())
        .isEqualTo(Map.of("k", "a, b"));
    assertThat(run("--benchmark b --params k --value ms=ms/op", "k,ms", "\"a,1").err())
        .contains("runs.csv: is not a CSV table");
  }

  @Test
  void acceptsCommaInColumnName() throws IOException {
    List<JmhResult> results = converted("--benchmark b --value a,b=ms/op", "\"a,b\"", "7");

    assertThat(values(results.get(0).primary())).isDeepEqualTo(new double[][] {{0.007}});
    assertThat(results.get(0).secondary()).isEmpty();
  }

  @Test
  void keepsBlanksInColumnNames() throws IOException {
    Path file =
        Files.writeString(directory.resolve("runs.csv"), "\uFEFFk, ms, hits \nx,1, 2\ny,3,4\n");
    CommandRun run =
        CommandRun.of(
            "convert-csv",
            file.toString(),
            "--benchmark=b",
            "--params=k",
            "--value= ms=ms/op",
            "--secondary= hits =blocks/op");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\"k\" : \"y\"", "\" hits \" : {");
  }

  @Test
  void forkColumnSeparatesForks() throws IOException {
    List<JmhResult> results =
        converted("--benchmark b --fork fork --value ms=ms/op", "fork,ms", "1,1", "2,5", "1,2");

    assertThat(results).hasSize(1);
    assertThat(values(results.get(0).primary()))
        .isDeepEqualTo(new double[][] {{0.001, 0.002}, {0.005}});
    assertThat(results.get(0).stated()).containsEntry("forks", "2");
  }

  @Test
  void reportsLocationOfTableErrors() throws IOException {
    String options = "--benchmark b --params k --value ms=ms/op --secondary hits=blocks/op";

    assertThat(run(options, "k,ms,hits").err()).contains("runs.csv: holds no rows");
    assertThat(run(options, "k,ms,hits", "a,1").err())
        .contains("runs.csv, line 2: has 2 cells, but the header has 3");
    assertThat(run(options, "k,ms,hits", "a,1,1", "a,fast,1").err())
        .contains("runs.csv, line 3: 'ms' is 'fast', no number");
    assertThat(run(options, "k,ms", "a,1").err())
        .contains("there is no column 'hits'; there are k, ms");
    assertThat(run(options, "k,ms,hits,ms", "a,1,1,2").err())
        .contains("duplicate name: \"ms\"")
        .doesNotContain("Builder");
  }
}
