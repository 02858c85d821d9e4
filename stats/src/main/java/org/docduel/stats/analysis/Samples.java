package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.ForkSeries;
import org.docduel.stats.Histogram;
import org.docduel.stats.Observations;

/**
 * The two samples of a row: one comparison, or several thrown together for a pooled row.
 *
 * @param parts the comparisons, at least one
 * @param paired whether observations are matched by order
 */
record Samples(List<Comparison> parts, boolean paired) {

  Samples {
    parts = List.copyOf(parts);
  }

  double[] baseline() {
    return flat(Comparison::baseline);
  }

  double[] candidate() {
    return flat(Comparison::candidate);
  }

  private double[] flat(Function<Comparison, Observations> side) {
    return parts.stream()
        .flatMapToDouble(part -> Arrays.stream(side.apply(part).values()))
        .toArray();
  }

  List<ForkSeries> forks(Function<Comparison, Observations> side) {
    return parts.stream().flatMap(part -> side.apply(part).forks().stream()).toList();
  }

  /** Whether each side of each part has 2 forks or more. */
  boolean forked() {
    return parts.stream()
        .allMatch(
            part -> part.baseline().forks().size() > 1 && part.candidate().forks().size() > 1);
  }

  /** The machines both sides ran on, or none when the sides ran on different ones. */
  List<String> commonMachines() {
    List<String> machines = parts.get(0).baseline().machines();
    boolean common =
        parts.stream()
            .allMatch(part ->
                part.baseline().machines().equals(machines)
                    && part.candidate().machines().equals(machines));
    return common ? machines : List.of();
  }

  /** The histograms of all iterations of a side, or none when a fork recorded none. */
  List<Histogram> histograms(Function<Comparison, Observations> side) {
    List<Histogram> all = new ArrayList<>();
    for (ForkSeries fork : forks(side)) {
      if (fork.histograms().isEmpty()) {
        return List.of();
      }
      all.addAll(fork.histograms());
    }
    return all;
  }

  /** Checks that a test can be made of these samples at all. */
  void requireTestable() {
    for (Comparison part : parts) {
      requireTestable(part.baseline());
      requireTestable(part.candidate());
      if (paired) {
        requirePairs(part);
      }
    }
  }

  private static void requireTestable(Observations side) {
    if (side.size() < 2) {
      throw new BadInputException(
          side + ": a test needs at least 2 observations a side; run more forks or iterations");
    }
    for (double value : side.values()) {
      if (!(value > 0)) {
        throw new BadInputException(
            side
                + ": an observation is "
                + value
                + "; a relative comparison needs values above zero");
      }
    }
  }

  private static void requirePairs(Comparison part) {
    int[] left = part.baseline().forks().stream().mapToInt(ForkSeries::size).toArray();
    int[] right = part.candidate().forks().stream().mapToInt(ForkSeries::size).toArray();
    if (!Arrays.equals(left, right)) {
      throw new BadInputException(
          part.group()
              + ": pairs need the same forks and iterations on both sides, but the baseline has "
              + Arrays.toString(left)
              + " and the candidate "
              + Arrays.toString(right)
              + " iterations; leave --paired out");
    }
  }
}
