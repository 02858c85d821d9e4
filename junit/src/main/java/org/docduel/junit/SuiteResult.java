package org.docduel.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
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
 * @param results one of each query in each store
 * @param sidecars the sidecar of the file, if there is one
 */
public record SuiteResult(Path file, List<SelectedResult> results, List<SidecarFile> sidecars) {
  private static final String QUERY = "query";
  private static final String STORE = "store";

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
    return values(QUERY);
  }

  /** The stores that were measured, by the names that select them; without a store's twin. */
  public List<String> stores() {
    return values(STORE).stream().filter(name -> !name.endsWith(Twins.SUFFIX)).toList();
  }

  private List<String> values(String field) {
    return results.stream()
        .flatMap(result -> result.measured().getOrDefault(field, "").lines())
        .distinct()
        .toList();
  }

  /**
   * The time of a query in a store: seconds, fork by iteration.
   *
   * @throws IllegalArgumentException when there is no such result, or several
   */
  public Observations observations(String query, String store) {
    List<SelectedResult> found =
        results.stream()
            .filter(result -> query.equals(result.measured().get(QUERY)))
            .filter(result -> store.equals(result.measured().get(STORE)))
            .toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no result of query %s in %s; there are the queries %s and the stores %s"
              .formatted(query, store, String.join(", ", queries()), String.join(", ", stores())));
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "query %s in %s has %d results, which differ in %s; run them one by one"
              .formatted(
                  query, store, found.size(), String.join(", ", SelectedResult.varying(found))));
    }
    return found.get(0).observations();
  }

  /**
   * The verdicts that the run ended with: which store is better by at least 20 %, of every pair of
   * them, query by query and over all.
   */
  public List<Contest> verdicts() {
    SuperiorityTest test =
        SuperiorityTest.withDefaults().withLooks(SidecarFile.plannedLooks(sidecars));
    return Contest.of(results, sidecars, ComparedSubjects.UNSAID, test, List.of());
  }

  /**
   * How much more or less time each query takes in a store than in another. The queries that both
   * have are one family: with a confidence of 95 % all intervals hold together.
   *
   * @return one for each query, whose name is the {@code group} of its row
   * @throws IllegalArgumentException when a store was not measured, or a query has several results
   */
  public List<Change> changes(String baseline, String store) {
    List<Comparison> comparisons = new ArrayList<>();
    for (String query : queries()) {
      if (has(query, baseline) && has(query, store)) {
        comparisons.add(
            new Comparison(query, observations(query, baseline), observations(query, store)));
      }
    }
    if (comparisons.isEmpty()) {
      throw new IllegalArgumentException(
          "no query was measured in %s and in %s; there are the stores %s"
              .formatted(baseline, store, String.join(", ", stores())));
    }
    SuperiorityTest test =
        SuperiorityTest.withDefaults().withLooks(SidecarFile.plannedLooks(sidecars));
    return new ChangeTest(test, 0).testAll(comparisons);
  }

  private boolean has(String query, String store) {
    return results.stream()
        .anyMatch(result ->
            query.equals(result.measured().get(QUERY))
                && store.equals(result.measured().get(STORE)));
  }
}
