package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Pairing.Comparison;
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
          "parameter '"
              + parameter
              + "' has "
              + values.size()
              + " value(s) "
              + values
              + "; a comparison needs two");
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
    List<Pairing.Pairs> paired = new ArrayList<>();
    List<Sides> names = new ArrayList<>();
    List<BadInputException> unmatched = new ArrayList<>();
    for (Sides side : sides) {
      try {
        Pairing.Pairs pair =
            new Pairing(match(side.baseline()), match(side.candidate()), by).pair(results);
        requireTestable(pair.comparisons());
        paired.add(pair);
        names.add(side);
      } catch (BadInputException e) {
        unmatched.add(e);
      }
    }
    if (paired.isEmpty()) {
      throw unmatched.get(0);
    }
    List<SuperiorityReport> reports =
        test.testTogether(paired.stream().map(Pairing.Pairs::comparisons).toList());
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      SuperiorityReport report = reports.get(i);
      List<String> left = new ArrayList<>(paired.get(i).unpaired());
      left.addAll(report.untested());
      pairs.add(
          new Pair(
              names.get(i).baseline(),
              names.get(i).candidate(),
              report.rows(),
              report.conclusion(),
              left));
    }
    return pairs;
  }

  /** One group that can be tested is enough; the others are named. */
  private void requireTestable(List<Comparison> comparisons) {
    BadInputException reason = null;
    for (Comparison comparison : comparisons) {
      try {
        test.requireTestable(comparison);
        return;
      } catch (BadInputException e) {
        reason = e;
      }
    }
    if (reason != null) {
      throw reason;
    }
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
