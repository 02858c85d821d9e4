package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.docduel.stats.BadInputException;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.PValue;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.verdict.Overall;
import org.docduel.stats.verdict.SuperiorityTest;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How to test. */
final class TestOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--delta",
      paramLabel = "FRACTION",
      description = "Delta, the time reduction to be shown (default 0.20).")
  private double delta = 0.20;

  @Option(
      names = "--method",
      paramLabel = "M[,M]",
      description =
          "studentized (default for one row), t (for several), hierarchical, welch, percentile, bca; the"
              + " first one decides, the others are printed as checks; all stands for studentized and"
              + " then the rest.")
  private String methods = "";

  @Option(
      names = "--statistic",
      paramLabel = "S",
      description = "mean (default), trimmed, median, p95, p99 or min.")
  private String statistic = "mean";

  @Option(
      names = "--overall",
      paramLabel = "ROW[,ROW]",
      description = "stratified (default), pooled, or stratified,pooled; none for no such row.")
  private String overall = "stratified";

  @Option(
      names = "--p-value",
      paramLabel = "KIND",
      description = "plus-one: (k+1)/(B+1) (default); plain: k/B, as published.")
  private String pValue = "plus-one";

  @Option(names = "--paired", description = "Match observations by order.")
  private boolean paired;

  @Mixin private ResamplingOptions resampling = new ResamplingOptions();

  SuperiorityTest test() {
    SuperiorityTest test =
        SuperiorityTest.withDefaults()
            .withDelta(delta)
            .withAlpha(resampling.alpha())
            .withResampling(resampling.resampling())
            .withProgress(Main.progress(command))
            .withPaired(paired)
            .withPValue(pValue())
            .withOverall(
                overall.equals("none") ? List.of() : list("--overall", overall, Overall::of))
            .withStatistic(known("--statistic", statistic, Statistic.of(statistic)));
    return withMethods(test);
  }

  private SuperiorityTest withMethods(SuperiorityTest test) {
    if (methods.isEmpty()) {
      return test.withChecks(List.of(Method.HIERARCHICAL, Method.WELCH));
    }
    List<Method> chosen =
        methods.equals("all")
            ? List.of(
                Method.STUDENTIZED,
                Method.HIERARCHICAL,
                Method.WELCH,
                Method.BCA,
                Method.PERCENTILE)
            : list("--method", methods, Method::of);
    return test.withMethod(chosen.get(0)).withChecks(chosen.subList(1, chosen.size()));
  }

  private PValue pValue() {
    return switch (pValue) {
      case "plus-one" -> PValue.PLUS_ONE;
      case "plain" -> PValue.PLAIN;
      default -> throw new BadInputException("--p-value " + pValue + " is not plus-one or plain");
    };
  }

  private static <T> List<T> list(String option, String text, Function<String, Optional<T>> of) {
    List<T> values = new ArrayList<>();
    for (String part : Arrays.stream(text.split(",", -1)).map(String::strip).distinct().toList()) {
      values.add(known(option, part, of.apply(part)));
    }
    return values;
  }

  private static <T> T known(String option, String text, Optional<T> value) {
    return value.orElseThrow(
        () -> new BadInputException(option + " " + text + " is unknown; --help lists the choices"));
  }

  /** The seed and sizes that several commands share. */
  static final class ResamplingOptions {
    @Option(
        names = "--alpha",
        paramLabel = "LEVEL",
        description = "One-sided level (default 0.05); intervals are two-sided with 1 - alpha.")
    private double alpha = 0.05;

    @Option(names = "--resamples", paramLabel = "B", description = "Default 100000.")
    private int resamples = Resampling.DEFAULT.resamples();

    @Option(names = "--seed", paramLabel = "N", description = "Default 42.")
    private long seed = Resampling.DEFAULT.seed();

    @Option(
        names = "--threads",
        paramLabel = "N",
        description = "Threads that resample (default: processors); changes nothing but the time.")
    private int threads = Resampling.DEFAULT.threads();

    double alpha() {
      return alpha;
    }

    Resampling resampling() {
      return new Resampling(resamples, seed, threads);
    }
  }
}
