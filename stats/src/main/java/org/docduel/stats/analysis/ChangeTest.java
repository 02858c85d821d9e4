package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.Comparison;
import org.docduel.stats.Finding;

/**
 * Tests what changed between two runs. Each direction is a one-sided test with Delta 0, adjusted
 * over all comparisons (Holm), so that many unchanged benchmarks seldom raise a false alarm.
 * Immutable.
 *
 * @param test the settings; Delta and the overall rows of it are not used
 */
public record ChangeTest(SuperiorityTest test) {

  /**
   * Tests all comparisons.
   *
   * @param comparisons the earlier run as baseline, the later as candidate; at least one
   */
  public List<Change> testAll(List<Comparison> comparisons) {
    SuperiorityTest undirected = test.withDelta(0).withOverall(List.of());
    // Rows of different quantities are tested one by one: a family need not share a unit.
    List<Superiority> rows = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      rows.add(withoutMachines(undirected.test(comparison)));
    }
    double[] faster = Holm.adjust(rows.stream().mapToDouble(Superiority::p).toArray());
    double[] slower =
        Holm.adjust(rows.stream().mapToDouble(row -> row.primary().reversedP()).toArray());
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Superiority row = rows.get(i);
      changes.add(
          new Change(
              row,
              comparisons.get(i).baseline().quantity(),
              slower[i],
              faster[i],
              kind(row, slower[i], faster[i])));
    }
    return changes;
  }

  // The runs come from two files by intent.
  private static Superiority withoutMachines(Superiority row) {
    return row.withHolmP(
        row.holmP(),
        row.findings().stream()
            .filter(finding -> finding.kind() != Finding.Kind.MACHINES)
            .toList());
  }

  private Change.Kind kind(Superiority row, double slower, double faster) {
    if (row.verdict() == Verdict.TOO_FEW) {
      return Change.Kind.TOO_FEW;
    }
    if (slower < test.hypothesis().alpha()) {
      return Change.Kind.SLOWER;
    }
    return faster < test.hypothesis().alpha() ? Change.Kind.FASTER : Change.Kind.NOT_SHOWN;
  }
}
