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
      if (!member.log()) {
        toLogs(part.estimates);
      }
      addQuotients(part.estimates, size, target.estimates, from);
      if (studentized) {
        divide(part.variances, size);
        addQuotients(part.variances, size, target.variances, from);
      }
    }
  }

  private static void toLogs(double[] ratios) {
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = StrictMath.log(ratios[i]);
    }
  }

  private static void divide(double[] values, int divisor) {
    for (int i = 0; i < values.length; i++) {
      values[i] /= divisor;
    }
  }

  private static void addQuotients(double[] values, int divisor, double[] sums, int from) {
    for (int i = 0; i < values.length; i++) {
      sums[from + i] += values[i] / divisor;
    }
  }

  private static double log(Resampler member, double estimate) {
    return member.log() ? estimate : StrictMath.log(estimate);
  }
}
