package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Pairs a baseline with a candidate for every combination of the other parameters. Immutable.
 *
 * @param baseline what the baseline's results have
 * @param candidate what the candidate's results have
 * @param by the parameters that make the groups; empty stands for all that vary besides those of
 *     the two sides
 */
public record Pairing(ParameterMatch baseline, ParameterMatch candidate, List<String> by) {

  /** Checks that the sides differ. */
  public Pairing {
    by = List.copyOf(by);
    // A record's own equals costs more than the comparison: it is made when it is first called.
    if (baseline.values().equals(candidate.values())) {
      throw new BadInputException(
          "baseline and candidate are both " + baseline + "; they must differ");
    }
  }

  /** Pairs by all parameters that vary. */
  public static Pairing of(ParameterMatch baseline, ParameterMatch candidate) {
    return new Pairing(baseline, candidate, List.of());
  }

  /** Pairs by the given parameters. */
  public Pairing withBy(List<String> names) {
    return new Pairing(baseline, candidate, names);
  }

  /**
   * What was paired and what was left over.
   *
   * @param by the parameters that made the groups
   * @param comparisons one per group, in order of first appearance, at least one
   * @param unpaired groups that only one side has, with the side, or of mixed units
   */
  public record Pairs(List<String> by, List<Comparison> comparisons, List<String> unpaired) {
    /** Copies the lists. */
    public Pairs {
      by = List.copyOf(by);
      comparisons = List.copyOf(comparisons);
      unpaired = List.copyOf(unpaired);
    }
  }

  /**
   * Pairs results.
   *
   * @param results what was selected
   * @throws BadInputException if a parameter is unknown, a side matches nothing or several results
   *     of one group, no group has both sides, or units are mixed
   */
  public Pairs pair(List<SelectedResult> results) {
    requireKnown(results);
    List<SelectedResult> baselines = side("baseline", baseline, results);
    List<SelectedResult> candidates = side("candidate", candidate, results);
    List<String> groupBy = by.isEmpty() ? varying(baselines, candidates) : by;
    Map<String, SelectedResult> left = grouped("baseline", baselines, groupBy);
    Map<String, SelectedResult> right = grouped("candidate", candidates, groupBy);
    List<Comparison> comparisons = new ArrayList<>();
    List<String> unpaired = new ArrayList<>();
    List<BadInputException> mixed = new ArrayList<>();
    left.forEach((group, result) -> {
      SelectedResult other = right.get(group);
      if (other == null) {
        unpaired.add(group + " (no candidate)");
      } else {
        try {
          comparisons.add(new Comparison(group, result.observations(), other.observations()));
        } catch (BadInputException e) {
          mixed.add(e);
          unpaired.add(group + " (" + e.getMessage() + ")");
        }
      }
    });
    right.keySet().stream()
        .filter(group -> !left.containsKey(group))
        .forEach(group -> unpaired.add(group + " (no baseline)"));
    if (comparisons.isEmpty() && !mixed.isEmpty()) {
      throw mixed.get(0);
    }
    if (comparisons.isEmpty()) {
      throw new BadInputException(
          "no matching pair: baseline "
              + baseline
              + " and candidate "
              + candidate
              + " share no value of "
              + String.join(", ", groupBy)
              + "; baseline has "
              + String.join(" | ", left.keySet())
              + ", candidate has "
              + String.join(" | ", right.keySet())
              + "; name the parameters that match with --by");
    }
    return new Pairs(groupBy, comparisons, unpaired);
  }

  private void requireKnown(List<SelectedResult> results) {
    Set<String> wanted = new LinkedHashSet<>(baseline.keys());
    wanted.addAll(candidate.keys());
    wanted.addAll(by);
    Selection.requireKnown(
        wanted, results.stream().flatMap(result -> result.results().stream()).toList());
  }

  private static List<SelectedResult> side(
      String role, ParameterMatch match, List<SelectedResult> results) {
    List<SelectedResult> matching =
        results.stream().filter(result -> match.matches(result.fields())).toList();
    if (matching.isEmpty()) {
      throw new BadInputException(
          "no result matches the " + role + " " + match + "; " + offers(match, results));
    }
    return matching;
  }

  private static String offers(ParameterMatch match, List<SelectedResult> results) {
    List<String> offers = new ArrayList<>();
    for (String key : match.keys()) {
      offers.add("'" + key + "' has " + String.join(", ", values(key, results.stream())));
    }
    return String.join("; ", offers);
  }

  private List<String> varying(List<SelectedResult> baselines, List<SelectedResult> candidates) {
    List<SelectedResult> both = Stream.concat(baselines.stream(), candidates.stream()).toList();
    return VaryingFields.of(both).stream()
        .filter(field -> !baseline.keys().contains(field) && !candidate.keys().contains(field))
        .toList();
  }

  private static Set<String> values(String field, Stream<SelectedResult> results) {
    Set<String> values = new LinkedHashSet<>();
    results.forEach(result -> values.add(result.field(field)));
    return values;
  }

  private static Map<String, SelectedResult> grouped(
      String role, List<SelectedResult> results, List<String> groupBy) {
    Map<String, SelectedResult> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      String group = result.label(groupBy);
      SelectedResult earlier = groups.put(group, result);
      if (earlier != null) {
        throw new BadInputException(
            "the "
                + role
                + " has several results for "
                + group
                + ": they differ in "
                + difference(earlier, result)
                + "; name it in --by or fix it with --where");
      }
    }
    return groups;
  }

  private static String difference(SelectedResult one, SelectedResult other) {
    Set<String> fields = new LinkedHashSet<>(one.fields().keySet());
    fields.addAll(other.fields().keySet());
    return String.join(
        ", ", fields.stream().filter(f -> !one.field(f).equals(other.field(f))).toList());
  }
}
