package org.docduel.stats.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.stats.Histogram;
import org.docduel.stats.Observations;
import org.docduel.stats.input.JmhMetric;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.sample.Summary;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.sidecar.PlanFact;

/**
 * One result with what the report says about it.
 *
 * @param selected the result, merged over the files that measured it
 * @param summary of its observations
 * @param durability what an acknowledgement promised; empty when nobody said
 * @param plans how its query was answered, each plan once; empty when nobody said
 */
public record Score(
    SelectedResult selected, Summary summary, String durability, List<PlanFact> plans) {

  /** Copies the plans. */
  public Score {
    plans = List.copyOf(plans);
  }

  public Observations observations() {
    return selected.observations();
  }

  /** The value of a field; the empty string when the result has no such field. */
  public String field(String name) {
    return selected.field(name);
  }

  /** The first of the results that were merged, which speaks for all about the protocol. */
  public JmhResult first() {
    return selected.results().get(0);
  }

  /**
   * The numbers of a secondary metric, where every merged result has them and all are usable: times
   * in seconds, rates as rates.
   */
  public Optional<Observations> secondary(String metric) {
    List<Observations> parts = new ArrayList<>();
    for (JmhResult result : selected.results()) {
      Optional<JmhMetric> found = result.metric(metric).filter(JmhMetric::hasObservations);
      if (found.isEmpty() || !isUsable(found.get())) {
        return Optional.empty();
      }
      parts.add(found.get().levels(result.source()));
    }
    return Optional.of(Observations.concat(parts));
  }

  /** Whether a secondary metric is there but holds something that is no number or is negative. */
  public boolean isUnusable(String metric) {
    return selected.results().stream()
        .flatMap(result -> result.metric(metric).stream())
        .anyMatch(found -> found.hasObservations() && !isUsable(found));
  }

  // A profiler may print NaN where it saw nothing; that must not cost the reader the whole report.
  private static boolean isUsable(JmhMetric metric) {
    boolean time = metric.unit().levelQuantity().time();
    return Stream.concat(
            metric.rawData().stream().flatMap(List::stream),
            metric.rawHistograms().stream().flatMap(List::stream).map(Histogram::min))
        .map(value -> metric.unit().toLevel(value))
        .allMatch(value -> Double.isFinite(value) && (time ? value > 0 : value >= 0));
  }

  /** The names of the secondary metrics. */
  public List<String> secondaryNames() {
    return List.copyOf(first().secondary().keySet());
  }
}
