package org.docduel.stats.report.model;

import java.util.Optional;

/** Results whose operations fell due at an asked rate, whatever the system did. */
public final class OpenLoop {

  /** The parameter that holds the asked rate, operations a second; 0 for a closed loop. */
  public static final String RATE = "rate";

  private OpenLoop() {}

  /** The asked rate of a result; nothing for a closed loop. */
  public static Optional<Double> asked(Score score) {
    return asked(score.field(RATE));
  }

  static Optional<Double> asked(String rate) {
    return SizeLadder.size(rate).filter(number -> number > 0);
  }

  /** Whether every result of a study has an asked rate. */
  public static boolean all(Study study) {
    return study.scores().stream().allMatch(score -> asked(score).isPresent());
  }

  /** Whether a study compares rates with each other. */
  public static boolean isCompared(Study study) {
    return study.compare().equals(RATE);
  }
}
