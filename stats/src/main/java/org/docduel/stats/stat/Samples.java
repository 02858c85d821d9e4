package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;

/**
 * The two samples of a row: one comparison, or several thrown together for a pooled row.
 *
 * @param parts the comparisons, at least one
 */
public record Samples(List<Comparison> parts) {

  /** Copies the list. */
  public Samples {
    parts = List.copyOf(parts);
  }

  Samples map(UnaryOperator<Observations> change) {
    return new Samples(
        parts.stream()
            .map(part ->
                new Comparison(
                    part.group(), change.apply(part.baseline()), change.apply(part.candidate())))
            .toList());
  }

  /** The forks of a side, part after part. */
  public List<ForkSeries> forks(Function<Comparison, Observations> side) {
    return parts.stream().flatMap(part -> side.apply(part).forks().stream()).toList();
  }

  /** How many forks, or observations, a side has. */
  int units(Function<Comparison, Observations> side, boolean forks) {
    return forks(side).stream().mapToInt(fork -> forks ? 1 : fork.size()).sum();
  }

  /** Whether each side of each part has 2 forks or more. */
  boolean forked() {
    return parts.stream()
        .allMatch(
            part -> part.baseline().forks().size() > 1 && part.candidate().forks().size() > 1);
  }

  /** Whether each side of each part has enough forks for a verdict, over all machines. */
  boolean enoughForks() {
    return parts.stream()
        .allMatch(part ->
            part.baseline().forks().size() >= Units.ENOUGH
                && part.candidate().forks().size() >= Units.ENOUGH);
  }

  /** Whether more is better, so that the candidate is the denominator of a time ratio. */
  boolean moreIsBetter() {
    return parts.get(0).baseline().quantity().moreIsBetter();
  }

  /** All observations of a side. */
  double[] values(Function<Comparison, Observations> side) {
    return parts.stream()
        .flatMapToDouble(part -> Arrays.stream(side.apply(part).values()))
        .toArray();
  }

  /** Whether somebody said which way the quantity is better. */
  boolean directed() {
    return parts.get(0).baseline().quantity().better() != Quantity.Better.UNKNOWN;
  }

  /** The machines both sides ran on, or none when the sides ran on different ones. */
  public List<String> commonMachines() {
    List<String> machines = parts.get(0).baseline().machines();
    boolean common =
        parts.stream()
            .allMatch(part ->
                part.baseline().machines().equals(machines)
                    && part.candidate().machines().equals(machines));
    return common ? machines : List.of();
  }

  /** The histograms of all iterations of a side, or none when a fork recorded none. */
  public List<Histogram> histograms(Function<Comparison, Observations> side) {
    List<Histogram> all = new ArrayList<>();
    for (ForkSeries fork : forks(side)) {
      if (fork.histograms().isEmpty()) {
        return List.of();
      }
      all.addAll(fork.histograms());
    }
    return all;
  }

  /**
   * Checks that a ratio can be made of these samples at all.
   *
   * @throws BadInputException if not, with the reason
   */
  public void requireTestable() {
    for (Comparison part : parts) {
      requireTestable(part.baseline());
      requireTestable(part.candidate());
    }
  }

  /**
   * Checks that forks can be resampled.
   *
   * @throws BadInputException if a side of a part has a single one
   */
  public void requireForks() {
    if (!forked()) {
      throw new BadInputException(
          parts.get(0).baseline()
              + ": the hierarchical method needs at least 2 forks a side; choose another --method");
    }
  }

  private static void requireTestable(Observations side) {
    boolean rate = side.quantity().rate();
    double most = 0;
    for (double value : side.values()) {
      most = Math.max(most, value);
      if (!(value > 0) && !rate) {
        throw new BadInputException(
            side
                + ": an observation is "
                + value
                + "; a relative comparison needs values above zero");
      }
    }
    if (!(most > 0)) {
      throw new BadInputException(
          side + ": no operation ended in any iteration, so there is nothing to compare");
    }
  }
}
