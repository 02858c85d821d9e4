package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How resamples are drawn.
 *
 * @param resamples number of resamples B, from 100 to 100 million
 * @param seed the seed; the same seed and input give the same digits
 * @param threads number of threads, at least 1; it changes nothing but the time
 */
public record Resampling(int resamples, long seed, int threads) {
  /** Fewer resamples tell nothing of a tail. */
  public static final int MIN_RESAMPLES = 100;

  /** 100,000 resamples, seed 42, as many threads as there are processors. */
  public static final Resampling DEFAULT =
      new Resampling(100_000, 42, Runtime.getRuntime().availableProcessors());

  /** Checks the ranges. */
  public Resampling {
    if (resamples < MIN_RESAMPLES || resamples > 100_000_000) {
      throw new IllegalArgumentException(
          "resamples " + resamples + " is out of range; 100 to 100000000 is expected");
    }
    if (threads < 1 || threads > 1024) {
      throw new IllegalArgumentException(
          "threads " + threads + " is out of range; 1 to 1024 is expected");
    }
  }

  /** Draws all resamples, block by block. */
  public Replicates of(Resampler resampler, Streams streams) {
    Replicates all = new Replicates(resamples, !Double.isNaN(resampler.variance()));
    streams.draw(resamples, threads, (random, from, to) -> resampler.draw(random, all, from, to));
    return all;
  }

  /**
   * Draws resamples of a comparison and computes its estimate for each. Safe for use by several
   * threads at once.
   *
   * @implSpec {@link #draw} must use nothing but its arguments and immutable state.
   */
  public interface Resampler {
    /** The ratio of candidate over baseline in the data as observed. */
    double estimate();

    /** The variance of the logarithm of {@link #estimate}; NaN when this resampler has none. */
    double variance();

    /**
     * Draws resamples.
     *
     * @param target takes estimates (and variances) from place {@code from} to {@code to},
     *     exclusive
     */
    void draw(UniformRandomProvider random, Replicates target, int from, int to);

    /** The only one, or all of them blended. */
    static Resampler of(List<? extends Resampler> members) {
      return members.size() == 1 ? members.get(0) : new Blended(members);
    }
  }

  /** The geometric mean of the ratios of several comparisons, each resampled within itself. */
  record Blended(List<? extends Resampler> members) implements Resampler {

    @Override
    public double estimate() {
      double[] logs =
          members.stream().mapToDouble(member -> StrictMath.log(member.estimate())).toArray();
      return StrictMath.exp(Means.mean(logs));
    }

    @Override
    public double variance() {
      double[] variances = members.stream().mapToDouble(Resampler::variance).toArray();
      return Means.mean(variances) / members.size();
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

  /**
   * The ratios of resamples, read as time reductions: they fall as reductions rise. The counting
   * loops stand alone, for the compiler's sake.
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Replicates(double[] estimates, double[] variances) {

    /** Room for estimates and, when it is studentized, a variance of each. */
    Replicates(int resamples, boolean studentized) {
      this(new double[resamples], new double[studentized ? resamples : 0]);
    }

    /**
     * The number of resamples with a time reduction below a threshold. What differs from it by no
     * more than rounding is not below.
     */
    public long below(double threshold) {
      return above(estimates, StrictMath.exp(StrictMath.log1p(-threshold) + Hypothesis.ROUNDING));
    }

    /** The number of resamples in which the exchanged sides' reduction is below a threshold. */
    long reversedBelow(double threshold) {
      return below(estimates, StrictMath.exp(-StrictMath.log1p(-threshold) - Hypothesis.ROUNDING));
    }

    /** The time reductions between which all but a tail on each side lies. Sorts the estimates. */
    public Interval interval(double tail) {
      double[] bounds = Means.TYPE_7.evaluate(estimates, tail, 1 - tail);
      return new Interval(1 - bounds[1], 1 - bounds[0], 1 - 2 * tail);
    }

    /** How many numbers are above a limit. */
    static long above(double[] estimates, double limit) {
      long count = 0;
      for (double estimate : estimates) {
        count += estimate > limit ? 1 : 0;
      }
      return count;
    }

    /** How many numbers are below a limit. */
    static long below(double[] estimates, double limit) {
      long count = 0;
      for (double estimate : estimates) {
        count += estimate < limit ? 1 : 0;
      }
      return count;
    }
  }
}
