package org.docduel.junit;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Pairing.Pairs;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.ChangeTest;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;

/**
 * What the run of a suite gave.
 *
 * @param file JMH's JSON; sidecar, log and report lie beside it
 * @param results each query in each store
 * @param sidecars the sidecar of the file, if there is one
 */
public record SuiteResult(Path file, List<SelectedResult> results, List<SidecarFile> sidecars) {
  /**
   * Reads the results of a run.
   *
   * @param file JMH's JSON
   * @throws org.docduel.stats.jmh.BadInputException if it cannot be read
   */
  public static SuiteResult read(Path file) {
    List<SidecarFile> sidecars = SidecarFile.readAll(List.of(file));
    Selection selection = Selection.ALL.judging(SidecarFile.metrics(sidecars));
    List<SelectedResult> results = SidecarFile.placed(sidecars, selection.from(JmhFile.read(file)));
    return new SuiteResult(file, results, sidecars);
  }

  /** The queries that were timed: those whose answers are equal. */
  public List<String> queries() {
    return values("query");
  }

  /** The stores that were measured, by the names that select them; without a store's twin. */
  public List<String> stores() {
    return values("store").stream().filter(name -> !name.endsWith(Twins.SUFFIX)).toList();
  }

  private List<String> values(String field) {
    return results.stream()
        .flatMap(result -> result.measured().getOrDefault(field, "").lines())
        .distinct()
        .toList();
  }

  /**
   * The verdicts that the run ended with: which store is better by at least 20 %, of every pair of
   * them, query by query and over all.
   */
  public List<Contest> verdicts() {
    return Contest.of(results, sidecars, ComparedSubjects.UNSAID, test(), List.of());
  }

  /**
   * How much more or less time each query takes in a store than in another. The queries that both
   * have are one family: with a confidence of 95 % all intervals hold together.
   *
   * @return one for each query, whose name is the {@code group} of its row
   * @throws org.docduel.stats.jmh.BadInputException when a store was not measured, or a query has
   *     several results, or results that cannot be compared
   */
  public List<Change> changes(String baseline, String store) {
    Pairs pairs =
        new Pairing(named(baseline), named(store), List.of("query"))
            .displayForm(results)
            .pair(results, Comparison::requireTestable);
    if (!pairs.rejections().isEmpty()) {
      throw pairs.rejections().get(0);
    }
    return new ChangeTest(test(), 0).testAll(pairs.comparisons());
  }

  private static ParameterMatch named(String store) {
    return new ParameterMatch(Map.of("store", store));
  }

  private SuperiorityTest test() {
    return SuperiorityTest.withDefaults().withLooks(SidecarFile.plannedLooks(sidecars));
  }
}
