package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.ForkPlanner;
import org.docduel.stats.verdict.Twins;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    description = "How many forks are needed, judging by a pilot run of 2 forks or more?",
    footer = {
      "",
      "The pilot says how noisy forks are; --effect says what difference is meant to be shown.",
      "Example: plan pilot.json --delta 0 --effect 0.05,0.10 --among 4"
    })
final class PlanCommand extends ResultsCommand {
  @Mixin private Options.Sides sides = new Options.Sides();

  @Option(names = "--delta", paramLabel = "FRACTION", description = "Delta (default 0.20).")
  private double delta = 0.20;

  @Option(names = "--alpha", paramLabel = "LEVEL", description = "One-sided level (default 0.05).")
  private double alpha = 0.05;

  @Option(
      names = "--effect",
      paramLabel = "R[,R]",
      split = ",",
      hideParamSyntax = true,
      description =
          "True time reductions to plan for (default: Delta and 0.05, 0.1, 0.2 and 0.3 more).")
  private List<Double> effects = List.of();

  @Option(
      names = "--among",
      paramLabel = "N",
      description =
          "How many stores are compared with each other (default: as many as the pilot has).")
  private @Nullable Integer among;

  @Option(
      names = "--conditions",
      paramLabel = "N",
      description =
          "In how many conditions each pair is compared, one family (default: as many as the pilot"
              + " has). The overall row needs fewer forks.")
  private @Nullable Integer conditions;

  @Option(
      names = "--power",
      paramLabel = "P[,P]",
      split = ",",
      hideParamSyntax = true,
      description = "Probability of the verdict faster by Delta or more (default 0.8,0.9).")
  private List<Double> powers = List.of(0.8, 0.9);

  @Override
  Output output(List<SelectedResult> all, List<SidecarFile> sidecars) {
    Optional<Pairing> pairing = sides.pairing(by());
    List<SelectedResult> results = SidecarFile.competing(sidecars, Twins.without(all));
    Size pilot = pairing.isEmpty() ? Size.of(results) : Size.of(pairing.get(), results);
    int stores = among != null ? among : pilot.stores();
    int cases = conditions != null ? conditions : pilot.conditions();
    ForkPlanner planner = new ForkPlanner(new Hypothesis(delta, alpha), stores, cases);
    List<ForkPlanner.Plan> plans = new ArrayList<>();
    Output output =
        new Output("plan")
            .lead(
                "Forks a side to show a reduction of at least %s among %d stores in %s (alpha %s over both directions)"
                    .formatted(
                        Numbers.percent(delta),
                        stores,
                        Numbers.count(cases, "condition", "conditions"),
                        alpha))
            .setting("delta", delta)
            .setting("alpha", alpha)
            .setting("among", stores)
            .setting("conditions", cases);
    if (pairing.isEmpty()) {
      tables(
          output,
          results,
          (names, members) -> {
            int before = plans.size();
            members.forEach(result ->
                plan(planner, result.label(names), List.of(result.observations()), plans));
            return table(names, plans.subList(before, plans.size()));
          });
    } else {
      Pairing.Pairs pairs = pairing.get().displayForm(results).pair(results, pair -> {});
      for (Comparison pair : pairs.comparisons()) {
        plan(planner, pair.group(), List.of(pair.baseline(), pair.candidate()), plans);
      }
      output.table(table(pairs.by(), plans));
    }
    return output.notes("", impossible(plans));
  }

  private Table table(List<String> labels, List<ForkPlanner.Plan> plans) {
    return new Columns<ForkPlanner.Plan>()
        .text("label", Options.heading(labels), ForkPlanner.Plan::label)
        .count("pilot_forks", "pilot forks", ForkPlanner.Plan::pilotForks)
        .number("delta", "true reduction", ForkPlanner.Plan::effect, Numbers::percent)
        .number("sd_log_ratio", "sd of log ratio", ForkPlanner.Plan::deviation, Numbers::plain)
        .number("power", "power", ForkPlanner.Plan::power, Numbers::roundPercent)
        .cell("forks", "forks needed", true, this::forks)
        .table("plans", "", plans);
  }

  private void plan(
      ForkPlanner planner, String label, List<Observations> pilot, List<ForkPlanner.Plan> plans) {
    List<Double> wanted = new ArrayList<>(effects);
    if (wanted.isEmpty()) {
      DoubleStream.of(0.05, 0.1, 0.2, 0.3).forEach(more -> wanted.add(delta + more));
      wanted.removeIf(effect -> effect >= 1);
    }
    for (double effect : wanted) {
      powers.forEach(power -> plans.add(planner.plan(label, pilot, effect, power)));
    }
  }

  /** How many stores a pilot compares, and in how many conditions each pair is at most. */
  record Size(int stores, int conditions) {
    /** How many pairs of stores there are. */
    int pairs() {
      return Math.max(1, stores * (stores - 1) / 2);
    }

    /** Two stores in one condition where nothing is compared yet. */
    static Size of(List<SelectedResult> results) {
      Optional<String> compared =
          ComparedSubjects.defaultParameter(results.stream().map(SelectedResult::fields).toList());
      if (compared.isEmpty()) {
        return new Size(2, 1);
      }
      String parameter = compared.get();
      int stores = (int) results.stream().map(result -> result.field(parameter)).distinct().count();
      // verdicts are read benchmark by benchmark
      Map<String, Map<String, Long>> counts =
          results.stream()
              .collect(
                  Collectors.groupingBy(
                      result -> result.field(JmhResult.BENCHMARK),
                      Collectors.groupingBy(
                          result -> result.field(parameter), Collectors.counting())));
      long max =
          counts.values().stream().flatMap(each -> each.values().stream()).reduce(1L, Long::max);
      return new Size(stores, parameter.equals(JmhResult.BENCHMARK) ? 1 : (int) max);
    }

    static Size of(Pairing pairing, List<SelectedResult> results) {
      return new Size(
          2,
          Math.max(1, pairing.displayForm(results).pair(results, pair -> {}).comparisons().size()));
    }
  }

  private Cell forks(ForkPlanner.Plan plan) {
    String none = shows(plan) ? "over " + Numbers.count(ForkPlanner.MAX_FORKS) : "no number";
    return plan.forks() > 0 ? Cell.count(plan.forks()) : Cell.NONE.showing(none);
  }

  /** Whether the true reduction is one that forks enough would show. */
  private boolean shows(ForkPlanner.Plan plan) {
    return plan.effect() > delta;
  }

  private List<String> impossible(List<ForkPlanner.Plan> plans) {
    return plans.stream().allMatch(this::shows)
        ? List.of()
        : List.of(
            "No number of forks (up to %s) shows a reduction of %s where the true one is no larger."
                .formatted(Numbers.count(ForkPlanner.MAX_FORKS), Numbers.percent(delta)));
  }
}
