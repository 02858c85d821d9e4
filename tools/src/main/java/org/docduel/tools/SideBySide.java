package org.docduel.tools;

import java.io.IOException;

/**
 * Two processes that measure at the same time: whatever else the machine does, it does to both.
 * Where they would take turns, what happens in one of them alone is a difference between them.
 */
final class SideBySide {
  private final TurnProcess few;
  private final TurnProcess many;
  private final double[] fews;
  private final double[] manys;
  private final double[] ratios;
  private int rounds;

  SideBySide(TurnProcess few, TurnProcess many, int rounds) {
    this.few = few;
    this.many = many;
    this.fews = new double[rounds];
    this.manys = new double[rounds];
    this.ratios = new double[rounds];
  }

  /** A round that does not count. */
  void warmUp() throws IOException {
    few.begin();
    many.begin();
    few.time();
    many.time();
  }

  /** A round that counts. */
  void measure() throws IOException {
    few.begin();
    many.begin();
    fews[rounds] = few.time();
    manys[rounds] = many.time();
    ratios[rounds] = manys[rounds] / fews[rounds];
    rounds++;
  }

  /** The median of the few. */
  double few() {
    return Alternation.median(fews);
  }

  /** The median of the many. */
  double many() {
    return Alternation.median(manys);
  }

  /** What the many are with the few as 1: the median of the rounds' ratios. */
  double ratio() {
    return Alternation.median(ratios);
  }

  /** The ratios of the rounds from the first to the third quartile, as text. */
  String spread() {
    return Alternation.spread(ratios);
  }
}
