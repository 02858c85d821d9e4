package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.ResultJson;
import org.docduel.stats.verdict.Switch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beta takes 0.9 times as long as alpha, and with encoding=y twice as long as that. */
class FlipCommandTest {
  private static final String SWITCHES =
      """
      {"switches":[{"parameter":"batch","off":"500","on":"1"},
        {"parameter":"encoding","off":"x","on":"y"},{"parameter":"path","off":"a","on":"b"}]}
      """;

  @TempDir private Path directory;

  @Test
  void namesSwitchesThatFlipVerdict() throws IOException {
    CommandRun run = CommandRun.of("flip", measured().toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "beta takes x0.9000 the time of alpha in your set-up, and is faster in 4 of 8 set-ups"
                + " (x0.9000 to x1.800).",
            "What changes the ratio: encoding x2.000 [",
            "the dummy x1.000 [",
            "The nearest set-up that turns it (x1.800 [",
            "-p encoding=y");
    assertThat(CommandRun.of("flip", measured().toString(), "--format", "csv").out())
        .contains("\neffects,alpha,beta,encoding,x,y,2.0")
        .contains("\nset_ups,alpha,beta,,,,,0.79");
  }

  /** What keeps nothing shows the client's overhead, and is the baseline of nobody unless named. */
  @Test
  void excludesNonPersistentStore() throws IOException {
    Path file = measured();
    Files.writeString(file, Files.readString(file).replaceFirst("\\[", "[" + noop(file) + ","));
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        SWITCHES.replaceFirst(
            "\\{", "{\"stores\":[{\"store\":\"noop\",\"product\":\"no server\"}],"));

    assertThat(CommandRun.of("flip", file.toString()).out())
        .contains("beta takes x0.9000 the time of")
        .doesNotContain("noop");
    assertThat(CommandRun.of("flip", file.toString(), "--compare", "store=noop,beta").out())
        .contains("beta takes x0.9000 the time of noop");
    Path report = directory.resolve("report");
    CommandRun.of("report", file.toString(), "-o", report.toString(), "--resamples", "1000");
    assertThat(report.resolve("figures/switches-beta-against-alpha.svg")).exists();
    assertThat(report.resolve("figures/switches-beta-against-noop.svg")).doesNotExist();
  }

  /** It shows what the machine does to equals; its verdict is the ranking's. */
  @Test
  void excludesTwin() throws IOException {
    Path file = measured();
    String twin = noop(file).replace("noop", "alpha~twin");
    Files.writeString(file, Files.readString(file).replaceFirst("\\[", "[" + twin + ","));

    assertThat(CommandRun.of("flip", file.toString()).out())
        .contains("beta takes x0.9000 the time of alpha in your set-up")
        .doesNotContain("~twin");
  }

  /** As fast as alpha, before all others in the file. */
  private static String noop(Path file) throws IOException {
    return Files.readString(file)
        .lines()
        .filter(result -> result.contains("alpha"))
        .map(result -> result.replace("alpha", "noop").replaceAll("^\\[|,?$|]$", ""))
        .collect(Collectors.joining(",\n"));
  }

  @Test
  void reportDrawsEffectsAndMarksDummy() throws IOException {
    Path report = directory.resolve("report");
    CommandRun run =
        CommandRun.of(
            "report", measured().toString(), "-o", report.toString(), "--resamples", "1000");
    assertThat(run.status()).as(run.err()).isZero();

    String page = Files.readString(report.resolve("report.html"));
    assertThat(page)
        .contains(
            "beta takes x0.9000 the time of alpha in your set-up",
            "id=\"switches\"",
            "What would turn it?")
        .doesNotContain("How does it grow?");
    String figure = Files.readString(report.resolve("figures/switches-beta-against-alpha.svg"));
    assertThat(figure).contains("encoding x → y", "x2.000 [", "(dummy, switches nothing)");
    assertThat(figure.indexOf("encoding x")).isLessThan(figure.indexOf("batch 500"));
    assertThat(report.resolve("tables/switches-beta-against-alpha.csv"))
        .content()
        .contains("switch,off,on,factor,lower,upper", "encoding,x,y,2.0");
  }

  @Test
  void reportsMissingSwitchesOrSetUpsInOneLine() throws IOException {
    Path file = measured();
    Files.writeString(directory.resolve("out.sidecar.json"), "{}");
    assertThat(CommandRun.of("flip", file.toString()).err())
        .contains("stats: no sidecar has switches; measure with --flip")
        .hasLineCount(1);

    Files.writeString(directory.resolve("out.sidecar.json"), SWITCHES);
    CommandRun run = CommandRun.of("flip", file.toString(), "--where", "batch=500");
    assertThat(run.status()).isEqualTo(Main.BAD_INPUT);
    assertThat(run.err()).contains("0 results of store=alpha, batch=1, encoding=").hasLineCount(1);
  }

  private Path measured() throws IOException {
    ResultJson json = new ResultJson();
    Switch batch = new Switch("batch", "500", "1");
    Switch encoding = new Switch("encoding", "x", "y");
    Switch path = new Switch("path", "a", "b");
    for (Set<Switch> on : Switch.design(List.of(batch, encoding, path))) {
      String setUp =
          "batch=%s,encoding=%s,path=%s".formatted(batch.in(on), encoding.in(on), path.in(on));
      double beta = on.contains(encoding) ? 1.8 : 0.9;
      json.add("store=alpha," + setUp, "s/op", new double[] {0.98}, new double[] {1.02});
      json.add(
          "store=beta," + setUp, "s/op", new double[] {0.98 * beta}, new double[] {1.02 * beta});
    }
    Files.writeString(directory.resolve("out.sidecar.json"), SWITCHES);
    return json.writeTo(directory, "out.json");
  }
}
