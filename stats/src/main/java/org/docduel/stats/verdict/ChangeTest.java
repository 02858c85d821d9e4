package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Method;

/**
 * Tests what changed between two runs. All benchmarks, in both directions, are one family, so that
 * many unchanged benchmarks seldom raise a false alarm; they lend each other their variance.
 * Immutable.
 *
 * @param test the settings; Delta and the overall rows of it are not used
 * @param margin the relative change within which something counts as unchanged, for example 0.05; 0
 *     for no such verdict
 */
public record ChangeTest(SuperiorityTest test, double margin) {

  /** Checks the margin. */
  public ChangeTest {
    if (!(margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "margin " + margin + " is out of range; a fraction from 0 to below 1 is expected");
    }
  }

  /**
   * Tests all comparisons.
   *
   * @param comparisons the earlier run as baseline, the later as candidate; at least one
   */
  public List<Change> testAll(List<Comparison> comparisons) {
    SuperiorityTest undirected =
        test.withDelta(0).withOverall(List.of()).withMethod(Method.T).withSharedVariance();
    // Each comparison has a quantity of its own: a family need not share a unit.
    List<SuperiorityReport> reports =
        undirected.testTogether(comparisons.stream().map(List::of).toList());
    List<Change> changes = new ArrayList<>();
    for (SuperiorityReport report : reports) {
      Superiority row = withoutMachines(report.rows().get(0));
      changes.add(new Change(row, report.quantity(), kind(row), detectable(row)));
    }
    return changes;
  }

  // The runs come from two files by intent.
  private static Superiority withoutMachines(Superiority row) {
    return row.withFindings(
        row.findings().stream()
            .filter(finding -> finding.kind() != Finding.Kind.MACHINES)
            .toList());
  }

  private Change.Kind kind(Superiority row) {
    return switch (row.verdict()) {
      case TOO_FEW -> Change.Kind.TOO_FEW;
      case NO_DIRECTION -> Change.Kind.NO_DIRECTION;
      case WITHHELD -> Change.Kind.WITHHELD;
      case INFERIOR -> Change.Kind.SLOWER;
      case SUPERIOR -> Change.Kind.FASTER;
      default -> within(row.interval()) ? Change.Kind.WITHIN : Change.Kind.NOT_SHOWN;
    };
  }

  private boolean within(Interval interval) {
    return interval.lower() > -margin && interval.upper() < margin;
  }

  /** The slowdown whose estimate reaches the critical value in half of all runs. */
  private static double detectable(Superiority row) {
    if (Double.isNaN(row.adjustedP())) {
      return Double.POSITIVE_INFINITY;
    }
    double lower = row.interval().lower();
    double upper = row.interval().upper();
    return Math.sqrt((1 - lower) / (1 - upper)) - 1;
  }
}
