package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.List;

/** The observations of one fork in the order they were made. Immutable. */
public final class ForkSeries {
  private final String machine;
  private final double[] values;
  private final List<Histogram> histograms;
  private final String host;
  private final int round;

  private ForkSeries(
      String machine, double[] values, List<Histogram> histograms, String host, int round) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a fork needs at least one observation");
    }
    this.machine = machine;
    this.host = host;
    this.round = round;
    this.values = values;
    this.histograms = List.copyOf(histograms);
  }

  /**
   * A fork whose iterations each gave one number.
   *
   * @param machine the machine (the result file) the fork ran on
   */
  public static ForkSeries ofValues(String machine, double... values) {
    return new ForkSeries(machine, values.clone(), List.of(), "", 0);
  }

  /**
   * A fork whose iterations each gave a histogram; an observation is the mean of its operations.
   */
  public static ForkSeries ofHistograms(String machine, List<Histogram> histograms) {
    double[] means = histograms.stream().mapToDouble(Histogram::mean).toArray();
    return new ForkSeries(machine, means, histograms, "", 0);
  }

  /** The machine (the result file) the fork ran on. */
  public String machine() {
    return machine;
  }

  /** The same fork, of a host and a round that are known. */
  public ForkSeries at(String known, int number) {
    return new ForkSeries(machine, values, histograms, known, number);
  }

  /** The host that it ran on; empty when nobody said. */
  public String host() {
    return host;
  }

  /** The round of the run in which it ran, from 1; 0 when nobody said. */
  public int round() {
    return round;
  }

  /** Number of observations. */
  public int size() {
    return values.length;
  }

  /** The observation of an iteration. */
  public double value(int iteration) {
    return values[iteration];
  }

  /** A copy of the observations in run order. */
  public double[] values() {
    return values.clone();
  }

  /** The mean of the observations; of recorded operations, the mean over the operations. */
  public double mean() {
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < values.length; i++) {
      double weight = histograms.isEmpty() ? 1 : histograms.get(i).total();
      sum += weight * values[i];
      weights += weight;
    }
    return sum / weights;
  }

  /** One histogram of operations per iteration, or none when the mode recorded no operations. */
  public List<Histogram> histograms() {
    return histograms;
  }

  @Override
  public String toString() {
    return machine + Arrays.toString(values);
  }
}
