package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection.SelectedResult;

/**
 * Tests every value of one parameter against every earlier one, for example every store against
 * every store. Each pair is the stratified overall row over the groups both have; all pairs are one
 * family, and all groups of all pairs another. Immutable.
 *
 * @param by the parameters that make the groups; empty for all that vary
 */
public record PairwiseTest(SuperiorityTest test, String parameter, List<String> by) {

  /**
   * A pair and its row.
   *
   * @param baseline the value of the parameter that is the baseline
   * @param candidate the value that is the candidate
   * @param groups a row for each group that both have, adjusted over the groups of all pairs
   * @param row the stratified overall row, or the row of the only group, adjusted over all pairs
   * @param unpaired groups only one of the two has, or that cannot be tested
   */
  public record Pair(
      String baseline,
      String candidate,
      List<Superiority> groups,
      Superiority row,
      List<String> unpaired) {}

  /** Two values that meet. */
  public record Sides(String baseline, String candidate) {}

  /**
   * All pairs, the value that appears first being the baseline of each.
   *
   * @throws BadInputException if the parameter has fewer than two values that may meet
   */
  public List<Sides> sides(List<SelectedResult> results) {
    List<String> values =
        results.stream()
            .map(result -> result.field(parameter))
            .filter(value -> !value.isEmpty())
            .distinct()
            .toList();
    if (values.size() < 2) {
      throw new BadInputException(
          values.isEmpty()
              ? "no result has the parameter '" + parameter + "'; --compare takes one that varies"
              : "all results have %s=%s; a comparison needs two values"
                  .formatted(parameter, values.get(0)));
    }
    List<Sides> sides = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      for (int k = i + 1; k < values.size(); k++) {
        if (comparable(values.get(i), values.get(k))) {
          sides.add(new Sides(values.get(i), values.get(k)));
        }
      }
    }
    if (sides.isEmpty()) {
      throw new BadInputException(
          "nothing to compare: no class has two benchmarks; --compare names a parameter");
    }
    return sides;
  }

  /**
   * Tests some pairs.
   *
   * @param sides who meets, at least one pair
   * @return those that can be compared
   * @throws BadInputException if none can be
   */
  public List<Pair> test(List<SelectedResult> results, List<Sides> sides) {
    Map<Sides, Pairing.Pairs> paired = new LinkedHashMap<>();
    List<BadInputException> unmatched = new ArrayList<>();
    for (Sides side : sides) {
      try {
        Pairing.Pairs pairs =
            new Pairing(match(side.baseline()), match(side.candidate()), by).pair(results);
        new Families(test).usable(pairs.comparisons());
        paired.put(side, pairs);
      } catch (BadInputException e) {
        unmatched.add(e);
      }
    }
    if (paired.isEmpty()) {
      throw unmatched.get(0);
    }
    Iterator<SuperiorityReport> reports =
        test.testTogether(paired.values().stream().map(Pairing.Pairs::comparisons).toList())
            .iterator();
    List<Pair> pairs = new ArrayList<>();
    paired.forEach((side, from) -> {
      SuperiorityReport report = reports.next();
      List<String> left = new ArrayList<>(from.unpaired());
      left.addAll(report.untested());
      pairs.add(
          new Pair(side.baseline(), side.candidate(), report.rows(), report.conclusion(), left));
    });
    return pairs;
  }

  /** Whether two values may meet: benchmarks only with those of their class. */
  private boolean comparable(String one, String other) {
    return !parameter.equals(JmhResult.BENCHMARK) || type(one).equals(type(other));
  }

  private static String type(String benchmark) {
    return benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
  }

  private ParameterMatch match(String value) {
    return new ParameterMatch(Map.of(parameter, value));
  }
}
