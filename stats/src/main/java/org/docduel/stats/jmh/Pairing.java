package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Selection.SelectedResult;

/**
 * Pairs a baseline with a candidate for every combination of the other parameters.
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

  /** The same sides by the values that results show. */
  public Pairing displayForm(List<SelectedResult> results) {
    return new Pairing(baseline.displayForm(results), candidate.displayForm(results), by);
  }

  /**
   * What was paired and what was left over.
   *
   * @param by the parameters that made the groups
   * @param comparisons one per group, in order of first appearance
   * @param unpaired groups that only one side has, with the side, or that cannot be compared
   * @param rejections why they cannot be compared
   */
  public record Pairs(
      List<String> by,
      List<Comparison> comparisons,
      List<String> unpaired,
      List<BadInputException> rejections) {
    public Pairs {
      by = List.copyOf(by);
      comparisons = List.copyOf(comparisons);
      unpaired = List.copyOf(unpaired);
      rejections = List.copyOf(rejections);
    }

    /**
     * Pairs the results of two sides by their groups.
     *
     * @param check throws why a pair cannot be compared, which leaves it over
     */
    public static Pairs of(
        List<String> by,
        Map<String, SelectedResult> baselines,
        Map<String, SelectedResult> candidates,
        Consumer<Comparison> check) {
      List<Comparison> comparisons = new ArrayList<>();
      List<String> unpaired = new ArrayList<>();
      List<BadInputException> rejections = new ArrayList<>();
      baselines.forEach((group, result) -> {
        SelectedResult other = candidates.get(group);
        if (other == null) {
          unpaired.add(group + " (no candidate)");
          return;
        }
        try {
          Comparison both = new Comparison(group, result.observations(), other.observations());
          check.accept(both);
          comparisons.add(both);
        } catch (BadInputException e) {
          rejections.add(e);
          unpaired.add(group + ": " + e.getMessage());
        }
      });
      candidates.keySet().stream()
          .filter(group -> !baselines.containsKey(group))
          .forEach(group -> unpaired.add(group + " (no baseline)"));
      return new Pairs(by, comparisons, unpaired, rejections);
    }
  }

  /**
   * Pairs results.
   *
   * @param check throws why a pair cannot be compared, which leaves it over
   * @throws BadInputException if a parameter is unknown, a side matches nothing or several results
   *     of one group, no group has both sides, or no pair can be compared
   */
  public Pairs pair(List<SelectedResult> results, Consumer<Comparison> check) {
    SelectedResult.requireKnown(by, results);
    List<SelectedResult> baselines =
        baseline.among(results, SelectedResult::fields, "the baseline ");
    List<SelectedResult> candidates =
        candidate.among(results, SelectedResult::fields, "the candidate ");
    List<String> groupBy = by.isEmpty() ? varying(baselines, candidates) : by;
    Map<String, SelectedResult> baselinesByGroup = grouped("baseline", baselines, groupBy);
    Map<String, SelectedResult> candidatesByGroup = grouped("candidate", candidates, groupBy);
    Pairs pairs = Pairs.of(groupBy, baselinesByGroup, candidatesByGroup, check);
    if (pairs.comparisons().isEmpty() && !pairs.rejections().isEmpty()) {
      throw pairs.rejections().get(pairs.rejections().size() - 1);
    }
    if (pairs.comparisons().isEmpty()) {
      throw new BadInputException(
          "no matching pair: baseline %s and candidate %s share no value of %s; baseline has %s, candidate has %s; name the parameters that match with --by"
              .formatted(
                  baseline,
                  candidate,
                  String.join(", ", groupBy),
                  String.join(" | ", baselinesByGroup.keySet()),
                  String.join(" | ", candidatesByGroup.keySet())));
    }
    return pairs;
  }

  private List<String> varying(List<SelectedResult> baselines, List<SelectedResult> candidates) {
    return SelectedResult.varying(Stream.concat(baselines.stream(), candidates.stream()).toList())
        .stream()
        .filter(field -> !baseline.keys().contains(field) && !candidate.keys().contains(field))
        .toList();
  }

  private static Map<String, SelectedResult> grouped(
      String role, List<SelectedResult> results, List<String> groupBy) {
    Map<String, SelectedResult> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      String group = result.label(groupBy);
      SelectedResult earlier = groups.put(group, result);
      if (earlier != null) {
        throw result.besides(earlier, "the " + role, group);
      }
    }
    return groups;
  }

  /**
   * A baseline and a candidate to be compared.
   *
   * @param group what sets this comparison apart from its neighbours, for example the scenario
   */
  public record Comparison(String group, Observations baseline, Observations candidate) {

    /** Checks that both sides count the same quantity. */
    public Comparison {
      baseline.requireSameQuantity(candidate);
    }

    /** Those that are no part of a total: over both, an overall row would be about neither. */
    public static List<Comparison> totals(List<Comparison> comparisons) {
      List<Comparison> totals =
          comparisons.stream().filter(each -> !each.baseline().origin().part()).toList();
      return totals.isEmpty() ? comparisons : totals;
    }

    /** The baseline and the candidate. */
    public Stream<Observations> sides() {
      return Stream.of(baseline, candidate);
    }

    /** Whether each side has so many forks, over all machines. */
    public boolean hasMinForks(int forks) {
      return sides().allMatch(side -> side.forks().size() >= forks);
    }

    /** Whether more is better, so that the candidate is the denominator of a time ratio. */
    public boolean moreIsBetter() {
      return baseline.quantity().moreIsBetter();
    }

    /**
     * Checks that a ratio can be made at all.
     *
     * @throws BadInputException if not, with the reason
     */
    public void requireTestable() {
      for (Observations side : sides().toList()) {
        double max = 0;
        for (double value : side.values()) {
          max = Math.max(max, value);
          if (!(value > 0) && !side.quantity().rate()) {
            throw new BadInputException(
                side
                    + ": an observation is "
                    + value
                    + "; a relative comparison needs values above zero");
          }
        }
        if (!(max > 0)) {
          throw new BadInputException(
              side + ": no operation ended in any iteration, so there is nothing to compare");
        }
      }
    }
  }
}
