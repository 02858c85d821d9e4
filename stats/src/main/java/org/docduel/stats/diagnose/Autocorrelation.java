package org.docduel.stats.diagnose;

import java.util.Arrays;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.Observations;

/**
 * The correlation of neighbouring observations within forks, the forks' means taken out.
 *
 * @param lag1 the correlation, from -1 to 1; NaN when nothing varies
 * @param z lag1 in standard errors, after adding the 1/n by which centring lowers it
 */
public record Autocorrelation(double lag1, double z) {

  /** Computes the correlation over all forks. */
  public static Autocorrelation of(Observations observations) {
    double products = 0;
    double squares = 0;
    int pairs = 0;
    for (ForkSeries fork : observations.forks()) {
      double mean = Arrays.stream(fork.values()).sum() / fork.size();
      for (int i = 0; i < fork.size(); i++) {
        double deviation = fork.value(i) - mean;
        squares += deviation * deviation;
        if (i > 0) {
          products += deviation * (fork.value(i - 1) - mean);
          pairs++;
        }
      }
    }
    double lag1 = products / squares;
    double bias = (double) observations.forks().size() / observations.size();
    return new Autocorrelation(lag1, (lag1 + bias) * Math.sqrt(pairs));
  }
}
