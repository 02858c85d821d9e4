package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.text.Numbers;
import org.docduel.stats.verdict.Change;

/**
 * Decides whether a build may pass.
 *
 * @param limit the relative slowdown that fails, for example 0.05; NaN for no gate
 * @param failOnBlind whether a comparison that would have missed such a slowdown fails too
 */
record Gate(double limit, boolean failOnBlind) {

  static Gate of(String threshold, String onBlind) {
    if (!onBlind.equals("fail") && !onBlind.equals("warn")) {
      throw new BadInputException("--on-blind " + onBlind + " is not fail or warn");
    }
    return new Gate(threshold.isEmpty() ? Double.NaN : fraction(threshold), onBlind.equals("fail"));
  }

  private static double fraction(String text) {
    boolean percent = text.endsWith("%");
    String number = percent ? text.substring(0, text.length() - 1) : text;
    double value;
    try {
      value = Double.parseDouble(number.strip()) / (percent ? 100 : 1);
    } catch (NumberFormatException e) {
      throw new BadInputException("'" + text + "' is no percentage; 5% or 0.05 is expected", e);
    }
    if (!percent && value >= 1) {
      throw new BadInputException("'" + text + "' is ambiguous; write " + text + "% or a fraction");
    }
    if (!(value > 0 && value < 1)) {
      throw new BadInputException(
          "'" + text + "' is out of range; above 0 and below 100 % is expected");
    }
    return value;
  }

  boolean on() {
    return !Double.isNaN(limit);
  }

  /** The change within which a benchmark counts as unchanged; 0 without a gate. */
  double margin() {
    return on() ? limit : 0;
  }

  /**
   * What the gate says.
   *
   * @param failed whether the build may not pass
   * @param sentences why
   */
  record Decision(boolean failed, List<String> sentences) {
    Decision {
      sentences = List.copyOf(sentences);
    }
  }

  /**
   * Decides.
   *
   * @param changes what was compared
   * @param missing benchmarks of the earlier run that the later one lacks, or that could not be
   *     compared
   */
  Decision decide(List<Change> changes, int missing) {
    if (!on()) {
      return new Decision(false, List.of());
    }
    String size = Numbers.roundPercent(limit);
    List<String> reasons = new ArrayList<>();
    long slower = changes.stream().filter(change -> change.regressed(limit)).count();
    long blind =
        changes.stream()
            .filter(change -> change.kind() != Change.Kind.SLOWER && change.blind(limit))
            .count();
    if (slower > 0) {
      reasons.add(slower + " slower, by " + size + " or more for all that is shown");
    }
    if (missing > 0) {
      reasons.add(missing + " of the earlier run could not be compared");
    }
    if (blind > 0 && failOnBlind) {
      reasons.add(blinded(blind, size));
    }
    if (!reasons.isEmpty()) {
      return new Decision(true, List.of("Gate failed: " + String.join("; ", reasons) + "."));
    }
    List<String> passed =
        new ArrayList<>(
            List.of("Gate passed: no slowdown of " + size + " is shown, and none is missing."));
    if (blind > 0) {
      passed.add("Warning: " + blinded(blind, size) + ".");
    }
    return new Decision(false, passed);
  }

  private static String blinded(long blind, String size) {
    return blind
        + " would have missed a slowdown of "
        + size
        + " more often than not: more forks are needed (plan says how many)";
  }
}
