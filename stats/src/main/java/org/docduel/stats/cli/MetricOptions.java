package org.docduel.stats.cli;

import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Quantity;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.Selection;
import picocli.CommandLine.Option;

/** The metric, and which way it is better. */
final class MetricOptions {
  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "A secondary metric instead of the primary one.")
  private String metric = "";

  @Option(
      names = "--higher-is-better",
      description = "Of a metric that is no time and no rate of operations: more is better.")
  private boolean higher;

  @Option(
      names = "--lower-is-better",
      description = "Of such a metric: less is better. Without either it gets no verdict.")
  private boolean lower;

  /** Selects what matches and can be used. */
  Selection.Selected selected(String where, List<JmhResult> results) {
    if (higher && lower) {
      throw new BadInputException("give --higher-is-better or --lower-is-better, not both");
    }
    ParameterMatch match = where.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(where);
    Selection selection = Selection.withDefaults().withWhere(match).withMetric(metric);
    if (higher || lower) {
      selection = selection.withBetter(higher ? Quantity.Better.HIGHER : Quantity.Better.LOWER);
    }
    return selection.usable(results);
  }
}
