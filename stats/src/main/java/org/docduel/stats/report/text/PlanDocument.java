package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.stats.verdict.ForkPlan;
import org.docduel.stats.verdict.ForkPlanner;

/** Lays out plans. */
public final class PlanDocument {
  private PlanDocument() {}

  /**
   * Lays out plans.
   *
   * @param planner Delta and alpha
   * @param plans the plans, at least one
   * @param by the name of the labels
   * @param paired whether the plans are about pairs of the pilot
   */
  public static Document of(ForkPlanner planner, List<ForkPlan> plans, String by, boolean paired) {
    String lead =
        paired
            ? "Forks a side to show a reduction of at least %s, were the pilot's reduction true"
            : "Forks a side to tell a true reduction of %s from none, with the pilot's noise";
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("delta", planner.delta());
    settings.put("alpha", planner.alpha());
    return new Document(
        "plan",
        List.of(
            String.format(
                Locale.ROOT,
                lead + " (one-sided, alpha %s)",
                Numbers.percent(planner.delta()),
                planner.alpha())),
        List.of(people(plans, by)),
        notes(plans, planner),
        List.of(programs(plans)),
        List.of(),
        settings,
        List.of());
  }

  private static Table people(List<ForkPlan> plans, String by) {
    List<Column> columns =
        List.of(
            Column.words("label", by),
            Column.numbers("pilot", "pilot forks"),
            Column.numbers("delta", "assumed reduction"),
            Column.numbers("sd", "sd of log ratio"),
            Column.numbers("power", "power"),
            Column.numbers("forks", "forks needed"));
    List<List<Cell>> rows = new ArrayList<>();
    for (ForkPlan plan : plans) {
      rows.add(
          List.of(
              Cell.of(plan.label()),
              Cell.of(plan.pilotForks()),
              Cell.of(Numbers.percent(plan.assumedDelta())),
              Cell.of(Numbers.plain(plan.forkDeviation())),
              Cell.of(String.format(Locale.ROOT, "%.0f %%", 100 * plan.power())),
              Cell.of(plan.possible() ? Numbers.count(plan.forks()) : "no number")));
    }
    return new Table("plans", "", columns, rows);
  }

  private static Table programs(List<ForkPlan> plans) {
    List<Column> columns = new ArrayList<>();
    for (String key : List.of("label", "pilot_forks", "delta", "sd_log_ratio", "power", "forks")) {
      columns.add(Column.words(key, key));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (ForkPlan plan : plans) {
      rows.add(
          List.of(
              Cell.of(plan.label()),
              Cell.of(plan.pilotForks()),
              Cell.of("", plan.assumedDelta()),
              Cell.of("", plan.forkDeviation()),
              Cell.of("", plan.power()),
              Cell.of("", plan.possible() ? plan.forks() : Double.NaN)));
    }
    return new Table("plans", "", columns, rows);
  }

  private static List<String> notes(List<ForkPlan> plans, ForkPlanner planner) {
    return plans.stream().allMatch(ForkPlan::possible)
        ? List.of()
        : List.of(
            "No number of forks (up to "
                + Numbers.count(ForkPlanner.MOST)
                + ") shows a reduction of "
                + Numbers.percent(planner.delta())
                + " where the pilot's is no larger.");
  }
}
