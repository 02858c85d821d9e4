package org.docduel.stats.report;

import java.util.Comparator;
import java.util.List;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.Ranking.Configuration;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.Verdict;

/**
 * Which cells of a table of many configurations stand out: those whose difference from the best of
 * their configuration is shown, the more the larger it is.
 */
record Heat(Ranking ranking) {
  /** How many times the best a cell of each amount of heat is at least; the first of any. */
  private static final List<Double> STEPS = List.of(1.25, 2.0, 5.0);

  /**
   * A cell with a subject's level, as it stands out.
   *
   * @param ratio of the level to the best: of a rate below 1
   */
  Cell cell(Cell level, String ratio, Configuration at, String subject) {
    if (subject.equals(at.best())) {
      return level.with(leads(at) ? Tone.SUPERIOR : Tone.NONE);
    }
    Verdict verdict = ranking.verdict(at.group(), subject, at.best());
    String factor = verdict == Verdict.SAME ? "" : " " + ratio;
    Cell cell = level.showing(level.displayText() + factor + mark(verdict));
    return verdict.isSlower()
        ? cell.with(Tone.INFERIOR).heated(amount(at.relative(subject)))
        : cell.with(Tone.UNDECIDED);
  }

  private static int amount(double ratio) {
    return 1 + (int) STEPS.stream().filter(step -> ratio >= step).count();
  }

  private boolean leads(Configuration at) {
    return at.results().keySet().stream()
        .filter(other -> !other.equals(at.best()))
        .allMatch(other -> ranking.verdict(at.group(), at.best(), other).isFaster());
  }

  /** The largest shown ratio to the best of a configuration; 1 where none is shown. */
  double largest(Configuration at) {
    return at.results().keySet().stream()
        .filter(subject -> ranking.verdict(at.group(), subject, at.best()).isSlower())
        .mapToDouble(at::relative)
        .max()
        .orElse(1);
  }

  /** The configurations, those with the largest shown ratios first. */
  List<Configuration> sorted() {
    return ranking.configurations().stream()
        .sorted(Comparator.comparingDouble(this::largest).reversed())
        .toList();
  }

  /** What stands behind a number about its verdict; too few forks say nothing. */
  static String mark(Verdict verdict) {
    return switch (verdict) {
      case SAME -> " ≈";
      case UNDECIDED -> " ?";
      case WITHHELD -> " (withheld)";
      default -> "";
    };
  }
}
