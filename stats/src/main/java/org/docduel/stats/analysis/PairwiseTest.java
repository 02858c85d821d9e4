package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Finding;
import org.docduel.stats.select.Pairing;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;

/**
 * Tests every value of one parameter against every earlier one, for example every store against
 * every store. Each pair is the stratified overall row over the groups both have; p-values are
 * adjusted over the pairs. Immutable.
 *
 * @param test the test made of each pair
 * @param parameter the parameter whose values are compared
 * @param by the parameters that make the groups; empty for all that vary
 */
public record PairwiseTest(SuperiorityTest test, String parameter, List<String> by) {

  /** Copies the list. */
  public PairwiseTest {
    by = List.copyOf(by);
  }

  /**
   * A pair and its row.
   *
   * @param baseline the value of the parameter that is the baseline
   * @param candidate the value that is the candidate
   * @param groups a row for each group that both have; Holm p over the groups of this pair
   * @param row the stratified overall row, or the row of the only group; its Holm p is over the
   *     pairs
   * @param unpaired groups only one of the two has
   */
  public record Pair(
      String baseline,
      String candidate,
      List<Superiority> groups,
      Superiority row,
      List<String> unpaired) {
    /** Copies the lists. */
    public Pair {
      groups = List.copyOf(groups);
      unpaired = List.copyOf(unpaired);
    }
  }

  /**
   * Tests all pairs, the value that appears first being the baseline of each.
   *
   * @param results what was selected
   * @return the pairs by order of first appearance
   * @throws BadInputException if the parameter has fewer than two values or a pair cannot be
   *     compared
   */
  public List<Pair> testAll(List<SelectedResult> results) {
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
    SuperiorityTest stratified = test.withOverall(List.of(Overall.STRATIFIED));
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      for (int k = i + 1; k < values.size(); k++) {
        pairs.add(pair(values.get(i), values.get(k), stratified, results));
      }
    }
    return adjusted(pairs);
  }

  private Pair pair(
      String baseline, String candidate, SuperiorityTest stratified, List<SelectedResult> results) {
    Pairing.Pairs pairs = Pairing.of(match(baseline), match(candidate)).withBy(by).pair(results);
    SuperiorityReport report = stratified.testAll(pairs.comparisons());
    Superiority row =
        report.overall().isEmpty() ? report.rows().get(0) : report.overall().get(0).row();
    return new Pair(baseline, candidate, report.rows(), row, pairs.unpaired());
  }

  private ParameterMatch match(String value) {
    return new ParameterMatch(Map.of(parameter, value));
  }

  private List<Pair> adjusted(List<Pair> pairs) {
    double[] holm = Holm.adjust(pairs.stream().mapToDouble(pair -> pair.row().p()).toArray());
    List<Pair> adjusted = new ArrayList<>();
    for (int i = 0; i < holm.length; i++) {
      Pair pair = pairs.get(i);
      List<Finding> findings = new ArrayList<>(pair.row().findings());
      boolean lost = !(holm[i] < test.hypothesis().alpha());
      if (pair.row().verdict() == Verdict.SUPERIOR && lost) {
        findings.add(
            RowFindings.multiplicity(
                pair.candidate() + " against " + pair.baseline(),
                pair.row().p(),
                holm[i],
                holm.length));
      }
      adjusted.add(
          new Pair(
              pair.baseline(),
              pair.candidate(),
              pair.groups(),
              pair.row().withHolmP(holm[i], findings),
              pair.unpaired()));
    }
    return adjusted;
  }
}
