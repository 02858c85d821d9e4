package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;

/**
 * The mean of the log ratios of several comparisons (the geometric mean of their ratios), each
 * resampled within itself.
 */
public final class Blended implements Resampler {
  private final List<Resampler> members;

  /**
   * Creates the resampler.
   *
   * @param members at least one
   */
  public Blended(List<? extends Resampler> members) {
    if (members.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to blend");
    }
    this.members = List.copyOf(members);
  }

  @Override
  public boolean log() {
    return true;
  }

  @Override
  public double estimate() {
    double sum = 0;
    for (Resampler member : members) {
      sum += log(member, member.estimate());
    }
    return sum / members.size();
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
    boolean studentized = target.variances.length > 0;
    Arrays.fill(target.estimates, from, to, 0);
    if (studentized) {
      Arrays.fill(target.variances, from, to, 0);
    }
    int size = members.size();
    Replicates part = new Replicates(to - from, studentized);
    for (Resampler member : members) {
      member.draw(random, part, 0, to - from);
      for (int i = 0; i < to - from; i++) {
        target.estimates[from + i] += log(member, part.estimates[i]) / size;
        if (studentized) {
          target.variances[from + i] += part.variances[i] / size / size;
        }
      }
    }
  }

  private static double log(Resampler member, double estimate) {
    return member.log() ? estimate : StrictMath.log(estimate);
  }
}
