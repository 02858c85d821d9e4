package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.text.PlanDocument;
import org.docduel.stats.select.Pairing;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.verdict.ForkPlan;
import org.docduel.stats.verdict.ForkPlanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private FormatOption format = new FormatOption();

  @Option(names = "--baseline", paramLabel = "K=V[,K=V]", description = "The pilot's baseline.")
  private String baseline = "";

  @Option(names = "--candidate", paramLabel = "K=V[,K=V]", description = "The pilot's candidate.")
  private String candidate = "";

  @Option(names = "--by", paramLabel = "P[,P]", description = "The parameters that make groups.")
  private String by = "";

  @Option(names = "--delta", paramLabel = "FRACTION", description = "Delta (default 0.20).")
  private double delta = 0.20;

  @Option(names = "--alpha", paramLabel = "LEVEL", description = "One-sided level (default 0.05).")
  private double alpha = 0.05;

  @Option(
      names = "--power",
      paramLabel = "P[,P]",
      split = ",",
      description = "Probability of the verdict superior (default 0.8,0.9).")
  private List<Double> powers = List.of(0.8, 0.9);

  @Override
  public Integer call() {
    if (baseline.isEmpty() != candidate.isEmpty()) {
      throw new BadInputException(
          (baseline.isEmpty() ? "--baseline" : "--candidate") + " is missing");
    }
    ForkPlanner planner = new ForkPlanner(delta, alpha);
    format.format();
    List<SelectedResult> results = input.selected();
    boolean paired = !baseline.isEmpty();
    List<ForkPlan> plans = new ArrayList<>();
    String label;
    if (paired) {
      List<String> groups =
          by.isEmpty() ? List.of() : Arrays.stream(by.split(",")).map(String::strip).toList();
      Pairing.Pairs pairs =
          Pairing.of(ParameterMatch.parse(baseline), ParameterMatch.parse(candidate))
              .withBy(groups)
              .pair(results);
      label = String.join(", ", pairs.by());
      pairs
          .comparisons()
          .forEach(pair -> powers.forEach(power -> plans.add(planner.plan(pair, power))));
    } else {
      List<String> groups = Groups.of(by, results);
      label = String.join(", ", groups);
      for (SelectedResult result : results) {
        for (double power : powers) {
          plans.add(planner.plan(result.label(groups), result.observations(), power));
        }
      }
    }
    format.print(spec, PlanDocument.of(planner, plans, label.isEmpty() ? "result" : label, paired));
    return Main.DONE;
  }
}
