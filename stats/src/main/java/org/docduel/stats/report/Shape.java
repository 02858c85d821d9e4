package org.docduel.stats.report;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.docduel.stats.jmh.Quantity;

/**
 * One case in which subjects are compared: a benchmark with one value of each other parameter.
 *
 * @param group its name for the test, the same as on the command line
 * @param label its name for a reader; may be empty where there is but one
 * @param scores by subject
 */
record Shape(String group, String label, Map<String, Score> scores) {

  /** Copies the scores, keeping their order. */
  Shape {
    scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
  }

  /** The same case with these subjects alone. */
  Shape among(Collection<String> subjects) {
    Map<String, Score> kept = new LinkedHashMap<>(scores);
    kept.keySet().retainAll(subjects);
    return new Shape(group, label, kept);
  }

  /** The score of a subject. */
  Optional<Score> of(String subject) {
    return Optional.ofNullable(scores.get(subject));
  }

  /**
   * What a subject's level is worth, less is better: itself, or its reciprocal where more is
   * better; NaN where it has no score.
   */
  double cost(String subject) {
    return of(subject).map(Shape::costOf).orElse(Double.NaN);
  }

  /** The smallest cost. */
  double best() {
    return scores.values().stream().mapToDouble(Shape::costOf).min().orElse(Double.NaN);
  }

  private static double costOf(Score score) {
    double mean = score.level();
    return score.observations().quantity().better() == Quantity.Better.HIGHER ? 1 / mean : mean;
  }

  /** The log of candidate over baseline; nothing where one is missing or not above 0. */
  OptionalDouble logRatio(WantedPairs.Pair pair) {
    Score baseline = scores.get(pair.baseline());
    Score candidate = scores.get(pair.candidate());
    if (baseline == null || candidate == null) {
      return OptionalDouble.empty();
    }
    double ratio = Math.log(costOf(candidate) / costOf(baseline));
    return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
  }
}
