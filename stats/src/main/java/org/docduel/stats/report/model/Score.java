package org.docduel.stats.report.model;

import java.util.List;
import java.util.Optional;
import org.docduel.stats.Observations;
import org.docduel.stats.input.JmhMetric;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.test.Summary;

/**
 * One result with what the report says about it.
 *
 * @param selected the result, merged over the files that measured it
 * @param summary of its observations
 * @param durability what an acknowledgement promised; empty when nobody said
 */
public record Score(SelectedResult selected, Summary summary, String durability) {

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

  /** The observations of a secondary metric, where every merged result has them. */
  public Optional<Observations> secondary(String metric) {
    List<Observations> parts =
        selected.results().stream()
            .flatMap(result ->
                result.metric(metric).filter(JmhMetric::hasObservations).stream()
                    .map(found -> found.observations(result.source())))
            .toList();
    return parts.size() == selected.results().size()
        ? Optional.of(Observations.concat(parts))
        : Optional.empty();
  }

  /** The names of the secondary metrics. */
  public List<String> secondaryNames() {
    return List.copyOf(first().secondary().keySet());
  }
}
