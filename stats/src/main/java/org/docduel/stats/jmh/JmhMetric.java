package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.List;

/**
 * One metric of a result: its raw numbers or raw histograms, fork by iteration.
 *
 * @param score the score that JMH computed; NaN when it computed none
 * @param rawData numbers of each fork; empty when the file has histograms or nothing
 * @param rawHistograms histograms of each fork and iteration; empty when the file has numbers or
 *     nothing
 */
public record JmhMetric(
    String name,
    MetricUnit unit,
    double score,
    List<List<Double>> rawData,
    List<List<Histogram>> rawHistograms) {

  /** Copies the lists. */
  public JmhMetric {
    rawData = rawData.stream().map(List::copyOf).toList();
    rawHistograms = rawHistograms.stream().map(List::copyOf).toList();
  }

  // Before 1.34 profilers' metrics began with a middle dot, which files written in a one-byte
  // encoding hold as '?'.
  static String plainName(String name) {
    int start = 0;
    while (start < name.length() && "\u00b7\u00c2?\ufffd".indexOf(name.charAt(start)) >= 0) {
      start++;
    }
    return name.substring(start);
  }

  /** Whether the file holds anything below the score. */
  public boolean hasObservations() {
    return rawData.stream().anyMatch(fork -> !fork.isEmpty())
        || rawHistograms.stream().anyMatch(fork -> !fork.isEmpty());
  }

  /**
   * The observations of this metric. An iteration without an operation is a rate of 0.
   *
   * @param source the result that this metric belongs to
   * @throws BadInputException if there are none, or one is not finite, negative or a time of zero
   */
  public Observations observations(Source source) {
    if (!hasObservations()) {
      throw new BadInputException(
          source
              + ": metric '"
              + name
              + "' holds no raw data; run it in the fork, or choose another metric");
    }
    List<ForkSeries> forks = new ArrayList<>();
    for (List<Double> fork : rawData) {
      if (!fork.isEmpty()) {
        double[] values = fork.stream().mapToDouble(unit::toObservation).toArray();
        forks.add(ForkSeries.ofValues(source.file(), values));
      }
    }
    for (List<Histogram> fork : rawHistograms) {
      if (!fork.isEmpty() && unit.isRate()) {
        throw new BadInputException(
            source + ": metric '" + name + "' has histograms of a rate (" + unit.name() + ")");
      }
      if (!fork.isEmpty()) {
        forks.add(
            ForkSeries.ofHistograms(
                source.file(), fork.stream().map(h -> h.mapped(unit::toObservation)).toList()));
      }
    }
    return Observations.of(List.of(source), unit.quantity(), forks);
  }
}
