package org.docduel.stats.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Streams;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How often a trend is found where there is none and where there is one, and how often a warm-up
 * ends too early or not at all. {@code mvn -pl stats test -Dtest=SteadyCalibrationTest
 * -Dcalibration.runs=2000} writes docs/statistics/steady.md anew to {@code stats/target/steady.md}.
 */
@Tag("simulation")
class SteadyCalibrationTest {
  private static final Path FORKS =
      ModuleFiles.resolve(SteadyCalibrationTest.class, "src/test/resources/warmup/forks.csv");
  private static final double[] NOISES = {0.02, 0.05, 0.10, 0.20, 0.30};
  private static final double WINDOW_SECONDS = 0.5;
  private static final int LIMIT_WINDOWS = 60;
  private static final int MAX_EXECUTIONS = 20;

  /** Of a ramp: that of the run in which one was first seen, 54 % of the time. */
  private static final double RAMP = 0.78;

  /** A course of the logarithm of time, over time in iterations of a second. */
  private enum Shape {
    FLAT("flat", 0),
    RAMP_2("ramp, ends at 2", 2),
    RAMP_5("ramp, ends at 5", 5),
    NEVER("ramp, never ends", Double.POSITIVE_INFINITY),
    TWO_LEVELS("two levels, 20 % apart", 0),
    PERIODIC("every 10 a checkpoint", 0);

    private final String title;
    private final double end;

    Shape(String title, double end) {
      this.title = title;
      this.end = end;
    }

    /** What is left of the ramp. */
    double remainingRamp(double time) {
      double length = Math.min(end, 30);
      return length > 0 ? RAMP * Math.max(0, 1 - time / length) : 0;
    }
  }

  /** A fork's noise about a shape. */
  private static final class Fork {
    private final Shape shape;
    private final double noise;
    private final UniformRandomProvider random;
    private final ContinuousDistribution.Sampler normal;
    private final double phase;
    private boolean high;

    Fork(Shape shape, double noise, UniformRandomProvider random) {
      this.shape = shape;
      this.noise = noise;
      this.random = random;
      normal = NormalDistribution.of(0, 1).createSampler(random);
      phase = 10 * random.nextDouble();
      high = random.nextBoolean();
    }

    double value(double time) {
      high ^= shape == Shape.TWO_LEVELS && random.nextDouble() < 0.1;
      double checkpoint = shape == Shape.PERIODIC && (time + phase) % 10 < 1 ? 0.5 : 0;
      double level = shape == Shape.TWO_LEVELS && high ? 0.2 : 0;
      return Math.exp(shape.remainingRamp(time) + level + checkpoint + noise * normal.sample());
    }
  }

  private static CommonTrend trend(Shape shape, double noise, int forks, int iterations, int seed) {
    UniformRandomProvider random = new Streams(seed, 31).block(0);
    double[][] values = new double[forks][iterations];
    for (double[] fork : values) {
      Fork simulated = new Fork(shape, noise, random);
      Arrays.setAll(fork, i -> simulated.value(i + 0.5));
    }
    return CommonTrend.of(Observations.ofSeconds(values));
  }

  private static double foundPercent(Shape shape, double noise, int forks, int count, int runs) {
    return 100.0
        * IntStream.range(0, runs)
            .parallel()
            .filter(seed -> trend(shape, noise, forks, count, seed).found())
            .count()
        / runs;
  }

  /** How a warm-up ended: after how many windows, and whether it was called steady. */
  private record Ended(int windows, boolean steady) {
    static Ended loop(double[] series) {
      for (int n = 1; n <= series.length; n++) {
        if (SteadyRule.isSteady(Arrays.copyOf(series, n))) {
          return new Ended(n, true);
        }
      }
      return new Ended(series.length, SteadyRule.isSteadyAtLimit(series));
    }

    static Ended single(double[] series) {
      for (int n = 1; n <= series.length; n++) {
        if (SteadyRule.lastTwoAgree(Arrays.copyOf(series, n))) {
          return new Ended(n, true);
        }
      }
      return new Ended(series.length, false);
    }
  }

  /** Shares in percent, and the mean of windows. */
  private record Errors(double wrongSteady, double wrongNotSteady, double windows) {
    static Errors of(Shape shape, double noise, boolean single, int runs) {
      int max = single ? MAX_EXECUTIONS : LIMIT_WINDOWS;
      double each = single ? 1 : WINDOW_SECONDS;
      double[] sums = new double[3];
      for (int seed = 0; seed < runs; seed++) {
        Fork fork = new Fork(shape, noise, new Streams(seed, 37).block(0));
        double[] series = new double[max];
        Arrays.setAll(series, i -> fork.value((i + 0.5) * each));
        Ended ended = single ? Ended.single(series) : Ended.loop(series);
        boolean truly = shape.remainingRamp(ended.windows() * each) < 0.05 && shape != Shape.NEVER;
        sums[0] += ended.steady() && !truly ? 100 : 0;
        sums[1] += !ended.steady() && truly ? 100 : 0;
        sums[2] += ended.windows();
      }
      return new Errors(sums[0] / runs, sums[1] / runs, sums[2] / runs);
    }
  }

  @Test
  void detectsTrendsButNotInFlatRuns() {
    assertThat(foundPercent(Shape.RAMP_5, 0.10, 5, 5, 100)).isGreaterThan(95);
    assertThat(foundPercent(Shape.PERIODIC, 0.05, 5, 5, 1000)).isLessThan(2.5);
    assertThat(foundPercent(Shape.TWO_LEVELS, 0.05, 5, 20, 1000)).isLessThan(2.5);
  }

  @Test
  void warmUpsOutlastTheirRamps() {
    for (double noise : NOISES) {
      for (Shape ramp : List.of(Shape.RAMP_2, Shape.RAMP_5)) {
        assertThat(Errors.of(ramp, noise, false, 200).wrongSteady()).isLessThan(5);
      }
    }
    assertThat(Errors.of(Shape.FLAT, 0.05, false, 200).wrongNotSteady()).isZero();
    assertThat(Errors.of(Shape.FLAT, 0.05, false, 200).windows()).isLessThan(20);
  }

  @Test
  void realForksBecomeSteady() throws IOException {
    assertThat(real()).hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  @EnabledIfSystemProperty(named = "calibration.runs", matches = "[0-9]+")
  void pageIsWritten() throws IOException {
    int runs = Integer.getInteger("calibration.runs");
    List<String> page = new ArrayList<>();
    page.add(
        """
        # Steady states: how often the rules err

        Generated by `mvn -pl stats test -Dtest=SteadyCalibrationTest -Dcalibration.runs=%d`, which writes `stats/target/steady.md`.
        [Statistics](../statistics.md#steady-state) says what the rules are. Shares in percent of %d simulated runs.

        A ramp takes 54 %% of the first time away, evenly until it ends, in seconds or single executions; one that never ends does so
        over 30. Two levels: a fork changes in each window with a chance of 0.1. A checkpoint slows one second in ten by 65 %%, at a
        phase of its own in each fork.

        ## The trend is found in finished runs (level 1 %%)\
        """
            .formatted(runs, runs));
    for (int[] size : new int[][] {{3, 3}, {5, 5}, {3, 10}, {5, 20}}) {
      page.add("\n### %d forks of %d iterations\n".formatted(size[0], size[1]));
      page.add(head("noise", Arrays.stream(Shape.values()).map(shape -> shape.title).toList()));
      for (double noise : NOISES) {
        page.add(
            row(
                noise,
                shape -> "%.1f".formatted(foundPercent(shape, noise, size[0], size[1], runs))));
      }
    }
    for (boolean single : new boolean[] {false, true}) {
      page.add(
          single
              ? "\n## Warm-up of single executions, at most 20 (`--warmup steady`)\n\nWrongly steady / wrongly not steady, and executions.\n"
              : "\n## Warm-up of loops, at most 30 s (`--warmup steady`)\n\nWrongly steady / wrongly not steady, and seconds. Beside it, the"
                  + " fixed warm-up of mixes and updates took 10 s, that of `mixed-short` 1 s.\n");
      page.add(head("noise", Arrays.stream(Shape.values()).map(shape -> shape.title).toList()));
      double each = single ? 1 : WINDOW_SECONDS;
      for (double noise : NOISES) {
        page.add(
            row(
                noise,
                shape -> {
                  Errors errors = Errors.of(shape, noise, single, runs);
                  return "%.0f / %.0f, %.1f"
                      .formatted(errors.wrongSteady, errors.wrongNotSteady, errors.windows * each);
                }));
      }
    }
    page.add(
        """

        ## Real forks

        `stats/src/test/resources/warmup/forks.csv`: PostgreSQL 17.11 and SQLite 3.53.4 on 2 cores that others used at the same time,
        2026-11-28; windows of 0.5 s, or single executions. The rest is the change from the first 3 s (three executions) after the
        warm-up to the last quarter of the fork, as a median over forks of its size.

        | workload | forks | steady | warm-up, median and longest | rest after it | rest after one window |
        |---|---|---|---|---|---|\
        """);
    page.addAll(real());
    Files.writeString(Path.of("target/steady.md"), String.join("\n", page) + "\n");
  }

  private interface Cell {
    String of(Shape shape);
  }

  private static String head(String first, List<String> titles) {
    return "| "
        + first
        + " | "
        + String.join(" | ", titles)
        + " |\n|"
        + "---|".repeat(1 + titles.size());
  }

  private static String row(double noise, Cell cell) {
    StringBuilder row = new StringBuilder("| %.0f %% |".formatted(100 * noise));
    for (Shape shape : Shape.values()) {
      row.append(' ').append(cell.of(shape)).append(" |");
    }
    return row.toString();
  }

  /** A row for each workload of the forks that are kept. */
  private static List<String> real() throws IOException {
    Map<String, List<double[]>> workloads = new LinkedHashMap<>();
    for (String line : Files.readAllLines(FORKS).stream().skip(1).toList()) {
      String[] cells = line.split(",", -1);
      double[] series =
          Arrays.stream(cells, 4, cells.length).mapToDouble(Double::parseDouble).toArray();
      workloads.computeIfAbsent(cells[0], name -> new ArrayList<>()).add(series);
    }
    List<String> rows = new ArrayList<>();
    workloads.forEach((name, forks) -> {
      boolean single = forks.get(0).length < LIMIT_WINDOWS;
      List<Ended> ended =
          forks.stream().map(series -> single ? Ended.single(series) : Ended.loop(series)).toList();
      int next = single ? 3 : 6;
      double[] windows = ended.stream().mapToDouble(Ended::windows).sorted().toArray();
      double each = single ? 1 : WINDOW_SECONDS;
      String unit = single ? "executions" : "s";
      double[] after =
          IntStream.range(0, forks.size())
              .mapToDouble(i -> remainingDrift(forks.get(i), ended.get(i).windows(), next))
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      double[] before =
          forks.stream().mapToDouble(series -> remainingDrift(series, 1, next)).sorted().toArray();
      rows.add(
          String.format(
              Locale.ROOT,
              "| %s | %d | %d | %.1f, %.1f %s | %s | %s |",
              name,
              forks.size(),
              ended.stream().filter(Ended::steady).count(),
              each * windows[windows.length / 2],
              each * windows[windows.length - 1],
              unit,
              median(after),
              median(before)));
    });
    return rows;
  }

  private static String median(double[] ascending) {
    return ascending.length == 0
        ? "none went on"
        : String.format(Locale.ROOT, "%.0f %%", 100 * ascending[ascending.length / 2]);
  }

  /** NaN where the fork has no more windows. */
  private static double remainingDrift(double[] series, int from, int next) {
    int quarter = series.length / 4;
    if (from + next > series.length) {
      return Double.NaN;
    }
    double first = Means.mean(Arrays.copyOfRange(series, from, from + next));
    double last = Means.mean(Arrays.copyOfRange(series, series.length - quarter, series.length));
    return Math.abs(Math.expm1(Math.log(last / first)));
  }
}
