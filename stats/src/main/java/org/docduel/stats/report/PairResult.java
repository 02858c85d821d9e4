package org.docduel.stats.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityReport.OverallRow;
import org.docduel.stats.verdict.Verdict;

/**
 * Two subjects and what the test says of them.
 *
 * @param baseline value of the compared parameter
 * @param candidate value of the compared parameter
 * @param baselineName the baseline as a reader sees it
 * @param candidateName the candidate as a reader sees it
 * @param report the test's rows
 * @param labels the test's groups as the report shows them
 * @param untested groups that could not be tested, each with the reason
 */
record PairResult(
    String baseline,
    String candidate,
    String baselineName,
    String candidateName,
    SuperiorityReport report,
    Map<String, String> labels,
    List<String> untested) {

  /** Copies the collections, keeping their order. */
  PairResult {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    untested = List.copyOf(untested);
  }

  /** The pair in words. */
  String name() {
    return candidateName + " against " + baselineName;
  }

  /** The group of a row as a reader sees it. */
  String label(Superiority row) {
    String label = labels.getOrDefault(row.group(), row.group());
    return label.isEmpty() ? candidateName + " vs " + baselineName : label;
  }

  /** The rows of the groups, then the overall rows. */
  List<Superiority> rows() {
    return Stream.concat(report.rows().stream(), report.overall().stream().map(OverallRow::row))
        .toList();
  }

  /** Whether a row sums up the others. */
  boolean isOverall(Superiority row) {
    return report.overall().stream().anyMatch(overall -> overall.row().equals(row));
  }

  /** The row that speaks for all: the first overall row, or the only one. */
  Optional<Superiority> conclusion() {
    if (!report.overall().isEmpty()) {
      return Optional.of(report.overall().get(0).row());
    }
    return report.rows().size() == 1 ? Optional.of(report.rows().get(0)) : Optional.empty();
  }

  /** The verdict on the candidate over all groups; too few where there is none. */
  Verdict verdict() {
    return conclusion().map(Superiority::verdict).orElse(Verdict.TOO_FEW);
  }
}
