package org.docduel.stats.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.Observations;

/**
 * Observations outside Tukey's outer fences (three interquartile ranges beyond the quartiles), as
 * distances from the median of their fork.
 */
public final class Outliers {
  private static final double FENCE = 3;
  private static final int ENOUGH = 8;

  private Outliers() {}

  /**
   * An outlier.
   *
   * @param fork zero-based fork
   * @param iteration zero-based iteration
   * @param value the observation
   */
  public record Place(int fork, int iteration, double value) {}

  /** The outliers in run order; none among fewer than 8 observations. */
  public static List<Place> of(Observations observations) {
    if (observations.size() < ENOUGH) {
      return List.of();
    }
    List<Place> places = new ArrayList<>();
    double[] distances = new double[observations.size()];
    for (int f = 0; f < observations.forks().size(); f++) {
      ForkSeries fork = observations.forks().get(f);
      double median = Median.withDefaults().withCopy(true).evaluate(fork.values());
      for (int i = 0; i < fork.size(); i++) {
        distances[places.size()] = fork.value(i) - median;
        places.add(new Place(f, i, fork.value(i)));
      }
    }
    double[] quartiles =
        Quantile.withDefaults()
            .with(Quantile.EstimationMethod.HF7)
            .withCopy(true)
            .evaluate(distances, 0.25, 0.75);
    double reach = FENCE * (quartiles[1] - quartiles[0]);
    List<Place> outliers = new ArrayList<>();
    for (int i = 0; i < distances.length; i++) {
      if (distances[i] < quartiles[0] - reach || distances[i] > quartiles[1] + reach) {
        outliers.add(places.get(i));
      }
    }
    return outliers;
  }
}
