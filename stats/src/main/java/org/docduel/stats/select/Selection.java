package org.docduel.stats.select;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Observations;
import org.docduel.stats.input.JmhMetric;
import org.docduel.stats.input.JmhResult;

/**
 * Chooses results and the metric to look at, and merges what several files measured for the same
 * parameters. Immutable.
 */
public final class Selection {
  private static final String PRIMARY = "";
  private static final Selection DEFAULTS = new Selection(ParameterMatch.ANY, PRIMARY);

  private final ParameterMatch where;
  private final String metric;

  private Selection(ParameterMatch where, String metric) {
    this.where = where;
    this.metric = metric;
  }

  /** Every result, its primary metric. */
  public static Selection withDefaults() {
    return DEFAULTS;
  }

  /** Only the results that match. */
  public Selection withWhere(ParameterMatch match) {
    return new Selection(match, metric);
  }

  /** A secondary metric instead of the primary one. */
  public Selection withMetric(String name) {
    return new Selection(where, name);
  }

  /** The name of the secondary metric; empty for the primary one. */
  public String metric() {
    return metric;
  }

  /**
   * Applies the selection.
   *
   * @param results results of one or several files
   * @return what was selected, in order of first appearance; never empty
   * @throws BadInputException if nothing matches, a field is unknown, the metric is missing, one
   *     file holds the same parameters twice, or an observation is unusable
   */
  public List<SelectedResult> from(List<JmhResult> results) {
    requireKnown(where.keys(), results);
    Map<Map<String, String>, List<JmhResult>> groups = new LinkedHashMap<>();
    for (JmhResult result : results) {
      Map<String, String> fields = ResultFields.of(result);
      if (where.matches(fields)) {
        groups.computeIfAbsent(fields, key -> new ArrayList<>()).add(result);
      }
    }
    if (groups.isEmpty()) {
      throw new BadInputException("no result matches " + where + "; " + offered(where, results));
    }
    List<SelectedResult> selected = new ArrayList<>();
    groups.forEach((fields, group) -> selected.add(merged(fields, group)));
    return selected;
  }

  private SelectedResult merged(Map<String, String> fields, List<JmhResult> group) {
    Set<String> files = new LinkedHashSet<>();
    List<Observations> parts = new ArrayList<>();
    for (JmhResult result : group) {
      if (!files.add(result.source().file())) {
        throw new BadInputException(
            result.source(),
            "duplicate result: the file holds "
                + result.shortName()
                + " "
                + result.params()
                + " twice; keep one, or split the file");
      }
      parts.add(metricOf(result).observations(result.source()));
    }
    return new SelectedResult(fields, group, metric, Observations.concat(parts));
  }

  private JmhMetric metricOf(JmhResult result) {
    if (metric.equals(PRIMARY)) {
      return result.primary();
    }
    return result
        .metric(metric)
        .orElseThrow(() ->
            new BadInputException(
                result.source(),
                "has no metric '" + metric + "'; it has " + names(result.secondary().keySet())));
  }

  private static String names(Collection<String> names) {
    return names.isEmpty() ? "none besides the primary" : String.join(", ", names);
  }

  /**
   * Checks that every name is a field of some result.
   *
   * @throws BadInputException naming the unknown field and the known ones
   */
  static void requireKnown(Collection<String> names, List<JmhResult> results) {
    Set<String> known = new LinkedHashSet<>();
    results.forEach(result -> known.addAll(ResultFields.of(result).keySet()));
    for (String name : names) {
      if (!known.contains(name)) {
        throw new BadInputException(
            "unknown parameter '" + name + "'; the results have " + String.join(", ", known));
      }
    }
  }

  private static String offered(ParameterMatch where, List<JmhResult> results) {
    List<String> offers = new ArrayList<>();
    for (String key : where.keys()) {
      Set<String> values = new LinkedHashSet<>();
      results.forEach(result -> values.add(ResultFields.of(result).getOrDefault(key, "(none)")));
      offers.add("'" + key + "' has " + String.join(", ", values));
    }
    return offers.isEmpty() ? "there are no results" : String.join("; ", offers);
  }
}
