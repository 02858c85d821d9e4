package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final int RUNS = 16;

  @TempDir private Path directory;

  /** One store is 30 % slower from the ninth run on. */
  @BeforeEach
  void writeRuns() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < RUNS; run++) {
      Path folder = Files.createDirectories(directory.resolve("runs/r%02d".formatted(run)));
      ResultJson json = new ResultJson();
      for (String store : new String[] {"json", "jsonb"}) {
        double level = store.equals("jsonb") && run >= 8 ? 0.013 : 0.01;
        double[][] forks = new double[3][2];
        for (double[] fork : forks) {
          for (int i = 0; i < fork.length; i++) {
            fork[i] = level * (1 + 0.02 * random.nextGaussian());
          }
        }
        json.add("store=" + store, "ms/op", forks);
      }
      json.writeTo(folder, "jmh.json");
      Files.writeString(
          folder.resolve("jmh.sidecar.json"),
          "{\"version\":1,\"started\":\"2026-01-%02dT10:00:00Z\"}".formatted(run + 1));
    }
  }

  private CommandRun history(String... more) {
    String[] arguments = {"compare", "--history", directory.resolve("runs").toString()};
    return CommandRun.of(
        Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void findsChangeOfOneSeries() {
    CommandRun run = history("--format", "csv");

    assertThat(run.status()).isZero();
    assertThat(run.out().lines().skip(1))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("B.run store=json,16,s/op,").contains(",,,,"),
            line ->
                assertThat(line)
                    .startsWith("B.run store=jsonb,16,s/op,")
                    .matches(".*,0\\.(28|29|30|31)[0-9]*,r08,2026-01-09 10:00,.*"));
  }

  @Test
  void namesMethodWithItsLevel() {
    boolean installed =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "otava")));

    assertThat(history().out())
        .contains("16 runs from 2026-01-01 10:00 to 2026-01-16 10:00; changes of level by")
        .contains(installed ? "Apache Otava, p at most 0.001" : "5 % over all (Holm)");
  }

  @Test
  void drawsChangeAsDiamond() throws IOException {
    Path picture = directory.resolve("history.svg");

    assertThat(history("-o", picture.toString()).status()).isZero();

    String svg = Files.readString(picture);
    assertThat(svg).contains("B.run store=json", "B.run store=jsonb", "01-01", "runs by date");
    assertThat(svg.split("scale\\(6\\)", -1)).hasSize(2);
  }

  @Test
  void otherFilesAreNamedAndLeftOut() throws IOException {
    Files.writeString(directory.resolve("runs/notes.json"), "{}");

    assertThat(history().out()).contains("Left out:", "notes.json: not a JMH result file");
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path empty = Files.createDirectories(directory.resolve("empty"));

    assertThat(CommandRun.of("compare", "--history", empty.toString()).err())
        .isEqualTo("stats: " + empty + ": holds 0 result files; a history needs two or more\n");
    assertThat(history("x.json").err()).contains("--history DIR takes no other files and no gate");
    assertThat(CommandRun.of("compare", "x.json").err())
        .isEqualTo("stats: BEFORE... AFTER: at least 2 are needed, and 1 given\n");
    assertThat(CommandRun.of("compare", "--history", directory.resolve("none").toString()).err())
        .contains("cannot be read", "name a directory of results")
        .hasLineCount(1);
  }

  @Test
  void equalRunsHaveNoChange() throws IOException {
    Path same = Files.createDirectories(directory.resolve("same"));
    for (int run = 0; run < 12; run++) {
      new ResultJson()
          .add("store=a", "ms/op", new double[] {1, 1})
          .writeTo(same, "r%02d.json".formatted(run));
    }

    CommandRun run = CommandRun.of("compare", "--history", same.toString(), "--format", "csv");

    assertThat(run.out().lines().skip(1)).hasSize(1).allMatch(line -> line.endsWith(",,,,"));
  }
}
