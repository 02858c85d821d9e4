package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.SelectedResult;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.ForkPlan;
import org.docduel.stats.verdict.ForkPlanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How many forks are needed. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = "How many forks are needed, judging by a pilot run of 2 forks or more?",
    footer = {
      "",
      "With --baseline and --candidate: to show Delta, were the pilot's reduction the true one.",
      "Without: to tell a true reduction of Delta from none, for each result's noise."
    })
final class PlanCommand implements Callable<Integer> {
  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Option(names = "--baseline", paramLabel = "K=V[,K=V]", description = "The pilot's baseline.")
  private String baseline = "";

  @Option(names = "--candidate", paramLabel = "K=V[,K=V]", description = "The pilot's candidate.")
  private String candidate = "";

  @Option(names = "--delta", paramLabel = "FRACTION", description = "Delta (default 0.20).")
  private double delta = 0.20;

  @Option(names = "--alpha", paramLabel = "LEVEL", description = "One-sided level (default 0.05).")
  private double alpha = 0.05;

  @Option(
      names = "--power",
      paramLabel = "P[,P]",
      split = ",",
      hideParamSyntax = true,
      description = "Probability of the verdict superior (default 0.8,0.9).")
  private List<Double> powers = List.of(0.8, 0.9);

  @Override
  public Integer call() {
    if (baseline.isEmpty() != candidate.isEmpty()) {
      throw new BadInputException(
          (baseline.isEmpty() ? "--baseline" : "--candidate") + " is missing");
    }
    ForkPlanner planner = new ForkPlanner(delta, alpha);
    List<SelectedResult> results = input.selected();
    List<ForkPlan> plans = new ArrayList<>();
    List<String> labels;
    String lead;
    if (baseline.isEmpty()) {
      lead = "Forks a side to tell a true reduction of %s from none, with the pilot's noise";
      labels = input.labels(results);
      for (SelectedResult result : results) {
        powers.forEach(
            power -> plans.add(planner.plan(result.label(labels), result.observations(), power)));
      }
    } else {
      lead = "Forks a side to show a reduction of at least %s, were the pilot's reduction true";
      Pairing.Pairs pairs =
          Pairing.of(ParameterMatch.parse(baseline), ParameterMatch.parse(candidate))
              .withBy(input.by())
              .pair(results);
      labels = pairs.by();
      for (Comparison pair : pairs.comparisons()) {
        powers.forEach(power -> plans.add(planner.plan(pair, power)));
      }
    }
    Columns<ForkPlan> columns =
        new Columns<ForkPlan>()
            .text("label", Options.heading(labels), ForkPlan::label)
            .count("pilot_forks", "pilot forks", ForkPlan::pilotForks)
            .number("delta", "assumed reduction", ForkPlan::assumedDelta, Numbers::percent)
            .number("sd_log_ratio", "sd of log ratio", ForkPlan::forkDeviation, Numbers::plain)
            .number("power", "power", ForkPlan::power, Numbers::roundPercent)
            .cell("forks", "forks needed", true, PlanCommand::forks);
    printing.print(
        new Output("plan")
            .lead(lead.formatted(Numbers.percent(delta)) + " (one-sided, alpha " + alpha + ")")
            .table(columns.table("plans", "", plans))
            .notes("", impossible(plans))
            .notes("Left out: ", input.leftOut())
            .setting("delta", delta)
            .setting("alpha", alpha));
    return Main.DONE;
  }

  private static Cell forks(ForkPlan plan) {
    return plan.possible() ? Cell.count(plan.forks()) : Cell.NONE.showing("no number");
  }

  private List<String> impossible(List<ForkPlan> plans) {
    return plans.stream().allMatch(ForkPlan::possible)
        ? List.of()
        : List.of(
            "No number of forks (up to %s) shows a reduction of %s where the pilot's is no larger."
                .formatted(Numbers.count(ForkPlanner.MOST), Numbers.percent(delta)));
  }
}
