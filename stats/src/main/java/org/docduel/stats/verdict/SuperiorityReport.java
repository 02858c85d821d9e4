package org.docduel.stats.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Finding;

/**
 * All rows of a superiority test.
 *
 * @param rows one per group, in the order given
 * @param overall the row over all groups; empty for a single group
 */
public record SuperiorityReport(List<Superiority> rows, Optional<Superiority> overall) {

  /** All findings, row after row, the overall row last. */
  public List<Finding> findings() {
    return Stream.concat(rows.stream(), overall.stream())
        .flatMap(row -> row.findings().stream())
        .distinct()
        .toList();
  }

  /** The row that speaks for all: the overall row, else the only one. */
  public Superiority conclusion() {
    return overall.orElse(rows.get(0));
  }
}
