package org.docduel.stats.verdict;

import java.util.Arrays;
import java.util.Optional;

/** How several groups become one row. */
public enum Overall {
  /**
   * Geometric mean of the groups' time ratios, resampled within each group: every group counts the
   * same.
   */
  STRATIFIED("stratified"),
  /** All groups' observations thrown together, as published: the slowest group decides. */
  POOLED("pooled");

  private final String label;

  Overall(String label) {
    this.label = label;
  }

  /** The name on the command line and in reports. */
  public String label() {
    return label;
  }

  /** The row of a label. */
  public static Optional<Overall> of(String label) {
    return Arrays.stream(values()).filter(value -> value.label.equals(label)).findFirst();
  }
}
