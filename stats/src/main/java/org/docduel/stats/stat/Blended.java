package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;

/** The geometric mean of the ratios of several comparisons, each resampled within itself. */
public record Blended(List<? extends Resampler> members) implements Resampler {

  @Override
  public double estimate() {
    double sum = 0;
    for (Resampler member : members) {
      sum += StrictMath.log(member.estimate());
    }
    return StrictMath.exp(sum / members.size());
  }

  @Override
  public double variance() {
    double sum = 0;
    for (Resampler member : members) {
      sum += member.variance();
    }
    return sum / members.size() / members.size();
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    boolean studentized = target.variances().length > 0;
    if (studentized) {
      Arrays.fill(target.variances(), from, to, 0);
    }
    int size = members.size();
    double[] logs = new double[to - from];
    Replicates part = new Replicates(logs.length, studentized);
    for (Resampler member : members) {
      member.draw(random, part, 0, logs.length);
      for (int i = 0; i < logs.length; i++) {
        logs[i] += StrictMath.log(part.estimates()[i]) / size;
        if (studentized) {
          target.variances()[from + i] += part.variances()[i] / size / size;
        }
      }
    }
    for (int i = 0; i < logs.length; i++) {
      target.estimates()[from + i] = StrictMath.exp(logs[i]);
    }
  }
}
