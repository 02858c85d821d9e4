package org.docduel.stats.report;

import java.util.Optional;
import org.docduel.stats.jmh.Magnitude;

/** Results whose operations fell due at an asked rate, whatever the system did. */
final class OpenLoop {

  /** The parameter that holds the asked rate, operations a second; 0 for a closed loop. */
  static final String RATE = "rate";

  private OpenLoop() {}

  /** The asked rate of a result; nothing for a closed loop. */
  static Optional<Double> asked(Score score) {
    return asked(score.field(RATE));
  }

  static Optional<Double> asked(String rate) {
    return Magnitude.of(rate).stream().boxed().filter(number -> number > 0).findFirst();
  }

  /** Whether every result of a study has an asked rate. */
  static boolean all(Study study) {
    return study.scores().stream().allMatch(score -> asked(score).isPresent());
  }

  /** Whether a study compares rates with each other. */
  static boolean isCompared(Study study) {
    return study.compare().equals(RATE);
  }
}
