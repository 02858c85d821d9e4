package org.docduel.stats.report.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.SuperiorityReport;

/**
 * Two variants of a study and what the test says about them.
 *
 * @param study they belong to
 * @param baseline value of the compared parameter
 * @param candidate value of the compared parameter
 * @param report the test's rows
 * @param labels names of the test's groups as the report shows them
 * @param untested groups that could not be tested, each with the reason
 * @param detailed whether the report shows more of it than its conclusion
 */
public record Duel(
    Study study,
    String baseline,
    String candidate,
    SuperiorityReport report,
    Map<String, String> labels,
    List<String> untested,
    boolean detailed) {

  /** Copies the collections, keeping their order. */
  public Duel {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    untested = List.copyOf(untested);
  }

  Duel withDetailed(boolean changed) {
    return new Duel(study, baseline, candidate, report, labels, untested, changed);
  }

  /** The baseline as a reader sees it. */
  public String baselineName() {
    return study.variantName(baseline);
  }

  /** The candidate as a reader sees it. */
  public String candidateName() {
    return study.variantName(candidate);
  }

  /** The group of a row as a reader sees it. */
  public String label(Superiority row) {
    String label = labels.getOrDefault(row.group(), row.group());
    return label.isEmpty() ? candidateName() + " vs " + baselineName() : label;
  }

  /** The row that speaks for all: the first overall row, or the only one. */
  public Optional<Superiority> conclusion() {
    if (!report.overall().isEmpty()) {
      return Optional.of(report.overall().get(0).row());
    }
    return report.rows().size() == 1 ? Optional.of(report.rows().get(0)) : Optional.empty();
  }
}
