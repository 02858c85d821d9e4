package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.ResultJson;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate of {@code compare}: what it must fail, and what it must not. */
class GateTest {
  private static final int BENCHMARKS = 20;

  @TempDir private Path directory;

  private Path run(String name, int benchmarks, int forks, double factor, long seed) {
    UniformRandomProvider random = new Streams(seed, 11).block(0);
    ContinuousDistribution.Sampler noise = NormalDistribution.of(0, 1).createSampler(random);
    ResultJson json = new ResultJson();
    for (int i = 0; i < benchmarks; i++) {
      double[][] values = new double[forks][5];
      for (double[] fork : values) {
        double level = factor * (i + 1) * Math.exp(0.02 * noise.sample());
        for (int k = 0; k < fork.length; k++) {
          fork[k] = level * Math.exp(0.02 * noise.sample());
        }
      }
      json.add("case=" + i, "ms/op", values);
    }
    return json.writeTo(directory, name);
  }

  private static CommandRun gate(Path before, Path after, String... more) {
    String[] args = new String[more.length + 6];
    args[0] = "compare";
    args[1] = before.toString();
    args[2] = after.toString();
    args[3] = "--resamples";
    args[4] = "2000";
    args[5] = "--fail-on-regression=10%";
    System.arraycopy(more, 0, args, 6, more.length);
    return CommandRun.of(args);
  }

  @Test
  void failsATenfoldSlowdownOfThreeForks() {
    CommandRun run = gate(run("b.json", BENCHMARKS, 3, 1, 1), run("a.json", BENCHMARKS, 3, 10, 2));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("slower by 10 % or more 20", "Gate failed: 20 slower by 10 % or more");
  }

  @Test
  void failsThreefoldSlowdownOfFourForksWithWarnToo() {
    Path before = Path.of("src/test/resources/faults/b4.json");
    Path after = Path.of("src/test/resources/faults/a4.json");

    assertThat(gate(before, after, "--on-undecided=warn").status()).isEqualTo(1);
    assertThat(gate(before, after).status()).isEqualTo(1);
    assertThat(gate(before, before).status()).isZero();
  }

  /** The bound says 1.6 %, however few the forks. */
  @Test
  void passesFourQuietForksThatExcludeLimit() {
    double[][] quiet = {{10, 10}, {10.1, 10}, {10, 10.1}, {10.1, 10.1}};
    Path run = new ResultJson().add("case=0", "ms/op", quiet).writeTo(directory, "b.json");
    Path other = new ResultJson().add("case=0", "ms/op", quiet).writeTo(directory, "a.json");

    CommandRun gate = gate(run, other);

    assertThat(gate.status()).isZero();
    assertThat(gate.out().replaceAll("\\s+", " "))
        .contains("Gate passed: a slowdown of 10 % is excluded for each benchmark (with 95 %).");
  }

  /** An estimate of +4.0 % with bounds from -0.9 to +9.1 % is no proof against 5 %. */
  @Test
  void doesNotPassWhenLimitIsNotExcluded() {
    CommandRun gate = shifted("1.04", "--fail-on-regression=5%");

    assertThat(gate.status()).isEqualTo(3);
    assertThat(gate.out().replaceAll("\\s+", " "))
        .containsPattern(
            "Gate undecided: 1 of 1 do not exclude a slowdown of 5 % \\(.* forks a side .*\\)");
  }

  /**
   * (t(0.95, 30) + t(0.8, 30)) se (5 / 16)^0.5 is less than log(1.05 / 1.02), with 15 forks more.
   */
  @Test
  void reportsRequiredForks() {
    assertThat(shifted("1.02", "--fail-on-regression=5%").out().replaceAll("\\s+", " "))
        .contains("1 of 1 do not exclude a slowdown of 5 % (about 16 forks a side in a new run");
  }

  @Test
  void reportsSlowdownWithinItsBounds() {
    assertThat(shifted("1.12", "--fail-on-regression=5%").out().replaceAll("\\s+", " "))
        .contains("Gate failed: 1 slower by 5 % or more (all).");
    assertThat(shifted("1.08", "--fail-on-regression=5%").out().replaceAll("\\s+", " "))
        .contains("Gate failed: 1 slower, 5 % not excluded (all).");
    CommandRun wideLimit = shifted("1.08", "--fail-on-regression=15%");
    assertThat(wideLimit.status()).isZero();
    assertThat(wideLimit.out().replaceAll("\\s+", " ")).contains("; 1 slower by less than 15 % (");
  }

  /** One benchmark whose five forks vary by 3 %, and the same slower by a factor. */
  private CommandRun shifted(String factor, String limit) {
    double[] forks = {9.6, 9.8, 10, 10.2, 10.4};
    double[][] before = new double[forks.length][];
    double[][] after = new double[forks.length][];
    for (int i = 0; i < forks.length; i++) {
      before[i] = new double[] {forks[i], forks[i]};
      double later = Double.parseDouble(factor) * forks[i];
      after[i] = new double[] {later, later};
    }
    return CommandRun.of(
        "compare",
        new ResultJson().add("case=0", "ms/op", before).writeTo(directory, "b.json").toString(),
        new ResultJson().add("case=0", "ms/op", after).writeTo(directory, "a.json").toString(),
        limit);
  }

  @Test
  void warnsOfRunsNotMeasuredInTurn() throws IOException {
    Path before = run("b.json", 1, 5, 1, 1);
    Path after = run("a.json", 1, 5, 1, 2);
    for (String name : List.of("b", "a")) {
      Files.writeString(
          directory.resolve(name + ".sidecar.json"), "{\"rounds\": [[1, 2, 3, 4, 5]]}");
    }
    String warning = "differences between runs";

    assertThat(gate(before, after).out().replaceAll("\\s+", " "))
        .contains("not in turn: they were not taken in turn", warning);
    assertThat(gate(before, after, "--pair=rounds").out()).doesNotContain(warning);
  }

  @Test
  void gateIsBlindWithoutSteadyState() {
    double[][] cold = new double[5][];
    for (int fork = 0; fork < 5; fork++) {
      double level = 10 + 0.01 * fork;
      cold[fork] = new double[] {1.5 * level, 1.4 * level, 1.2 * level, 1.1 * level, level};
    }
    Path before = new ResultJson().add("case=0", "ms/op", cold).writeTo(directory, "b.json");
    Path after = new ResultJson().add("case=0", "ms/op", cold).writeTo(directory, "a.json");

    CommandRun gate = gate(before, after);

    assertThat(gate.status()).isEqualTo(3);
    assertThat(gate.out().replaceAll("\\s+", " "))
        .contains("1 of 1 not measured in a steady state")
        .contains("not warm: still getting faster by 33 %");
  }

  @Test
  void singleForkRunsExplainMissingVerdicts() {
    Path before = run("b.json", 2, 1, 1, 1);
    Path after = run("a.json", 2, 1, 1, 2);

    CommandRun run = CommandRun.of("compare", before.toString(), after.toString());

    assertThat(gate(before, after).out().replaceAll("\\s+", " "))
        .contains("Gate undecided: 2 of 2 have too few forks (3 a side are the least");
    assertThat(run.out())
        .contains("Observations, no verdicts: 3 forks or more make them verdicts (-f 3).")
        .doesNotContain("verdict  ", "too few", "NaN", "unbounded");
    assertThat(CommandRun.of("compare", before.toString(), after.toString(), "--format=csv").out())
        .contains(",too few,")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void fiveForksOfTwentyBenchmarksDetectTenfoldSlowdowns() {
    CommandRun run = gate(run("b.json", BENCHMARKS, 5, 1, 1), run("a.json", BENCHMARKS, 5, 10, 2));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("slower by 10 % or more 20", "Gate failed: 20 slower by 10 % or more");
  }

  @Test
  void failsWhenUndecidedUnlessOnlyWarning() {
    Path before = run("b.json", 4, 2, 1, 1);
    Path after = run("a.json", 4, 2, 1, 2);

    assertThat(gate(before, after).status()).isEqualTo(3);
    assertThat(gate(before, after).out())
        .doesNotContain("passed")
        .containsPattern("Gate undecided: 4 of 4 have too few forks .*\\s.*\\n$");
    for (String option : List.of("--on-undecided=warn", "--on-blind=warn")) {
      assertThat(gate(before, after, option).status()).isZero();
      assertThat(gate(before, after, option).out())
          .contains("Warning: gate undecided: 4 of 4 have too few forks")
          .doesNotContain("passed");
    }
  }

  @Test
  void metricWithoutDirectionDoesNotPass() {
    double[][] few = {{10, 11}, {10, 10}, {11, 10}, {10, 11}, {10, 10}};
    double[][] many = {{99, 98}, {99, 99}, {98, 99}, {99, 98}, {99, 99}};
    Path before = new ResultJson().add("case=0", "B/op", few).writeTo(directory, "b.json");
    Path after = new ResultJson().add("case=0", "B/op", many).writeTo(directory, "a.json");

    assertThat(gate(before, after).status()).isEqualTo(3);
    assertThat(gate(before, after).out().replaceAll("\\s+", " "))
        .contains("Gate undecided: 1 of 1 without a direction (give --lower-is-better");
    assertThat(gate(before, after, "--lower-is-better").status()).isEqualTo(1);
  }

  @Test
  void countsEachReasonForUndecided() {
    double[][] wide = {{10, 10}, {15, 15}, {20, 20}, {9, 9}, {30, 30}};
    Path run =
        new ResultJson()
            .add("case=0", "B/op", wide)
            .add("case=1", "ms/op", wide)
            .add("case=2", "ms/op", wide)
            .writeTo(directory, "b.json");

    assertThat(gate(run, run).out().replaceAll("\\s+", " "))
        .contains(
            "Gate undecided: 1 of 3 without a direction",
            "2 of 3 do not exclude a slowdown of 10 % (more than 100 forks a side would tell");
  }

  @Test
  void isUndecidedOnRelaxedWritesWithOtherDurability() throws IOException {
    for (String name : List.of("b", "a")) {
      new ResultJson()
          .add("store=s,durability=relaxed", "ms/op", new double[][] {{1}, {1.1}, {1}, {1.1}, {1}})
          .writeTo(directory, name + ".json");
      Files.writeString(
          directory.resolve(name + ".sidecar.json"),
          """
          {"stores": [{"store": "s", "parameters": {"store": "s", "durability": "relaxed"},
            "durability": "promise %s"}]}
          """
              .formatted(name));
    }

    assertThat(gate(directory.resolve("b.json"), directory.resolve("a.json")).out())
        .contains("Gate undecided: 1 of 1 withheld (a warning says why)");
  }

  /** As everywhere: a rate of 0 is an iteration in which no operation ended. */
  @Test
  void comparesRateDespiteIdleIteration() {
    double[][] rates = {{10, 0}, {10, 9}, {11, 10}, {10, 11}, {10, 10}};
    Path before = new ResultJson().add("case=0", "ops/s", rates).writeTo(directory, "b.json");
    Path after = new ResultJson().add("case=0", "ops/s", rates).writeTo(directory, "a.json");

    assertThat(gate(before, after).out()).contains("Of 1 compared").doesNotContain("Not compared");
  }

  @Test
  void reportsChangedHostOrServer() throws IOException {
    Path before = run("b.json", 1, 5, 1, 1);
    Path after = run("a.json", 1, 5, 1, 2);
    for (String name : List.of("b", "a")) {
      Files.writeString(
          directory.resolve(name + ".sidecar.json"),
          """
          {"servers": [{"name": "pg", "product": "P %s", "settings": {"jit": "%s"}}],
            "environment": {"host": "%s"}}
          """
              .formatted(name, name, name));
    }

    assertThat(gate(before, after).out().replaceAll("\\s+", " "))
        .contains("the server pg was P b and is P a", "jit of pg was b and is a")
        .contains("the host was b and is a");
  }

  @Test
  void failsOnMissingBenchmarks() {
    CommandRun run = gate(run("b.json", BENCHMARKS, 5, 1, 1), run("a.json", 1, 5, 1, 2));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("19 of the earlier run could not be compared");
  }

  @Test
  void falseAlarmsAreRareAndTenPercentSlowdownsDetected() {
    int alarms = 0;
    int undecided = 0;
    int seen = 0;
    for (int seed = 0; seed < 40; seed++) {
      Path before = run("b.json", BENCHMARKS, 5, 1, 2L * seed);
      int status = gate(before, run("a.json", BENCHMARKS, 5, 1, 2L * seed + 1)).status();
      alarms += status == 1 ? 1 : 0;
      undecided += status == 3 ? 1 : 0;
      seen += gate(before, run("s.json", BENCHMARKS, 5, 1.1, 2L * seed + 1)).status() == 1 ? 1 : 0;
    }

    assertThat(alarms).isLessThanOrEqualTo(6); // 99.5 % of a binomial number with 5 %
    assertThat(undecided).isLessThanOrEqualTo(6);
    assertThat(seen).isGreaterThanOrEqualTo(32);
  }

  @Test
  void unchangedBenchmarkPassesAgainstSeveralEarlierRuns() {
    Path first = run("one.json", 5, 10, 1, 1);
    Path second = run("two.json", 5, 10, 1, 2);
    CommandRun run =
        CommandRun.of(
            "compare",
            first.toString(),
            second.toString(),
            run("after.json", 5, 10, 1, 3).toString(),
            "--resamples=2000",
            "--fail-on-regression=5%");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out()).contains("Of 5 compared: same within 5 % 5.", "Gate passed", "100/50");
  }
}
