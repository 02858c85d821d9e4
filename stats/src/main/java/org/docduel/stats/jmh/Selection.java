package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses results and the metric to look at, and merges what several files measured for the same
 * parameters. Immutable.
 */
public final class Selection {
  private static final String PRIMARY = "";
  private static final Selection DEFAULTS =
      new Selection(ParameterMatch.ANY, PRIMARY, Optional.empty());

  private final ParameterMatch where;
  private final String metric;
  private final Optional<Quantity.Better> better;

  private Selection(ParameterMatch where, String metric, Optional<Quantity.Better> better) {
    this.where = where;
    this.metric = metric;
    this.better = better;
  }

  /** Every result, its primary metric. */
  public static Selection withDefaults() {
    return DEFAULTS;
  }

  /** Only the results that match. */
  public Selection withWhere(ParameterMatch match) {
    return new Selection(match, metric, better);
  }

  /** A secondary metric instead of the primary one. */
  public Selection withMetric(String name) {
    return new Selection(where, name, better);
  }

  /** The metric counted as better when it is lower, or higher; times keep their direction. */
  public Selection withBetter(Quantity.Better direction) {
    return new Selection(where, metric, Optional.of(direction));
  }

  /** The name of the secondary metric; empty for the primary one. */
  public String metric() {
    return metric;
  }

  /**
   * What a selection found.
   *
   * @param results what was selected, in order of first appearance
   * @param leftOut results that match but cannot be used, each with the reason
   */
  public record Selected(List<SelectedResult> results, List<String> leftOut) {
    /** Copies the lists. */
    public Selected {
      results = List.copyOf(results);
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * Applies the selection and insists on every result that matches.
   *
   * @param results results of one or several files
   * @return what was selected, in order of first appearance; never empty
   * @throws BadInputException if nothing matches, a field is unknown, the metric is missing, one
   *     file holds the same parameters twice, or an observation is unusable
   */
  public List<SelectedResult> from(List<JmhResult> results) {
    IdentityHashMap<JmhResult, BadInputException> unusable = new IdentityHashMap<>();
    List<SelectedResult> selected = select(results, unusable);
    for (JmhResult result : results) {
      BadInputException reason = unusable.get(result);
      if (reason != null) {
        throw reason;
      }
    }
    return selected;
  }

  /**
   * Applies the selection and leaves out what cannot be used.
   *
   * @param results results of one or several files
   * @return what was selected, at least one, and why the rest was not
   * @throws BadInputException if nothing matches, a field is unknown, or nothing can be used
   */
  public Selected usable(List<JmhResult> results) {
    IdentityHashMap<JmhResult, BadInputException> unusable = new IdentityHashMap<>();
    List<SelectedResult> selected = select(results, unusable);
    List<String> leftOut = new ArrayList<>();
    for (JmhResult result : results) {
      BadInputException reason = unusable.get(result);
      if (reason != null) {
        if (selected.isEmpty()) {
          throw reason;
        }
        leftOut.add(result.shortName() + " " + result.params() + ": " + reason.getMessage());
      }
    }
    return new Selected(selected, leftOut);
  }

  private List<SelectedResult> select(
      List<JmhResult> results, IdentityHashMap<JmhResult, BadInputException> unusable) {
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
    groups.forEach((fields, group) -> {
      List<JmhResult> used = new ArrayList<>();
      List<Observations> parts = new ArrayList<>();
      for (JmhResult result : group) {
        try {
          requireOnlyOneOf(result, used);
          Observations observed = metricOf(result).observations(result.source());
          if (!parts.isEmpty()) {
            parts.get(0).requireSameQuantity(observed);
          }
          parts.add(better.map(observed::withBetter).orElse(observed));
          used.add(result);
        } catch (BadInputException e) {
          unusable.put(result, e);
        }
      }
      if (!used.isEmpty()) {
        selected.add(new SelectedResult(fields, used, metric, Observations.concat(parts)));
      }
    });
    return selected;
  }

  private static void requireOnlyOneOf(JmhResult result, List<JmhResult> used) {
    String file = result.source().file();
    if (used.stream().anyMatch(other -> other.source().file().equals(file))) {
      throw new BadInputException(
          result.source(),
          "duplicate result: the file holds "
              + result.shortName()
              + " "
              + result.params()
              + " twice; keep one, or split the file");
    }
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
