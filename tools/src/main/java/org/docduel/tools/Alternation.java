package org.docduel.tools;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures several sides in turn, round by round, each round in another order, so that a machine
 * that is busy with something else is so for all sides alike. A ratio is taken within each round,
 * from times that lie next to each other, and the median over the rounds is what counts.
 */
final class Alternation {
  /** Measures a side once. */
  @FunctionalInterface
  interface Side {
    /**
     * One turn.
     *
     * @return the time of the work in any unit, the same for all sides
     */
    double measure() throws Exception;
  }

  private final Map<String, Side> sides = new LinkedHashMap<>();
  private final Map<String, double[]> times = new LinkedHashMap<>();
  private final Random order = new Random(42);

  Alternation with(String name, Side side) {
    sides.put(name, side);
    return this;
  }

  /** Measures; the first turn of each side warms up and does not count. */
  Alternation run(int rounds) throws Exception {
    sides.keySet().forEach(side -> times.put(side, new double[rounds]));
    List<Map.Entry<String, Side>> turns = new ArrayList<>(sides.entrySet());
    for (int round = -1; round < rounds; round++) {
      Collections.shuffle(turns, order);
      for (Map.Entry<String, Side> turn : turns) {
        double time = turn.getValue().measure();
        if (round >= 0) {
          times(turn.getKey())[round] = time;
        }
      }
    }
    return this;
  }

  /** The median time of a side. */
  double median(String side) {
    return median(times(side));
  }

  /**
   * How fast a side is, with another as 1: the median of the rounds' ratios.
   *
   * @return above 1 when it is faster than the other
   */
  double speed(String side, String reference) {
    return median(speeds(side, reference));
  }

  /** The ratios of the rounds from the first to the third quartile, as text. */
  String spread(String side, String reference) {
    return spread(speeds(side, reference));
  }

  /** From the first to the third quartile, as text. */
  static String spread(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return String.format(
        "%.2f to %.2f", sorted[sorted.length / 4], sorted[sorted.length - 1 - sorted.length / 4]);
  }

  private double[] times(String side) {
    double[] measured = times.get(side);
    if (measured == null) {
      throw new IllegalArgumentException("no side is called " + side);
    }
    return measured;
  }

  private double[] speeds(String side, String reference) {
    double[] own = times(side);
    double[] others = times(reference);
    double[] ratios = new double[own.length];
    for (int i = 0; i < own.length; i++) {
      ratios[i] = others[i] / own[i];
    }
    return ratios;
  }

  /** The middle value, or the mean of the two in the middle. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
