package org.docduel.stats.verdict;

import java.util.List;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Quantity;

/**
 * All rows of a superiority test.
 *
 * @param test the settings, the seed among them
 * @param quantity what was compared
 * @param rows one per group, in the order given
 * @param overall the overall rows; empty for a single group
 * @param untested comparisons that no ratio can be made of, each with the reason
 */
public record SuperiorityReport(
    SuperiorityTest test,
    Quantity quantity,
    List<Superiority> rows,
    List<OverallRow> overall,
    List<String> untested) {

  /** Copies the lists. */
  public SuperiorityReport {
    rows = List.copyOf(rows);
    overall = List.copyOf(overall);
    untested = List.copyOf(untested);
  }

  /**
   * An overall row and how it was made.
   *
   * @param kind how the groups were put together
   * @param row the row
   */
  public record OverallRow(Overall kind, Superiority row) {}

  /** All findings, row after row, overall rows last. */
  public List<Finding> findings() {
    return java.util.stream.Stream.concat(rows.stream(), overall.stream().map(OverallRow::row))
        .flatMap(row -> row.findings().stream())
        .toList();
  }

  /** The row that speaks for all: the first overall row, else the only row. */
  public Superiority conclusion() {
    return overall.isEmpty() ? rows.get(0) : overall.get(0).row();
  }

  /** How many groups have a verdict. */
  public long count(Verdict verdict) {
    return rows.stream().filter(row -> row.verdict() == verdict).count();
  }
}
