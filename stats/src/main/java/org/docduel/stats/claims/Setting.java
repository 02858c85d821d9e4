package org.docduel.stats.claims;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.stat.Statistic;

/**
 * The results that measure a claim in one set-up.
 *
 * @param where what all of them have
 * @param either what each of them has one of, where a publication ran its stores differently; empty
 *     where {@code where} says all
 * @param baseline what the baseline has; nothing for a claim about single results
 * @param candidate what the candidate, or the single result, has
 * @param metric a secondary metric; empty for the primary one
 * @param statistic of the observations of a result
 * @param sizes parameters whose published value is wanted; the largest one there stands in for it
 * @param needs how to get the metric, where it may be missing; empty where it must be there
 * @param reason why there is no such set-up; empty when there is one
 */
public record Setting(
    ParameterMatch where,
    List<ParameterMatch> either,
    Optional<ParameterMatch> baseline,
    ParameterMatch candidate,
    String metric,
    Statistic statistic,
    ParameterMatch sizes,
    String needs,
    String reason) {
  /** Copies the list. */
  public Setting {
    either = List.copyOf(either);
  }

  /** The reason of a set-up that a claim does not have. */
  static final String NO_SET_UP = "no such set-up";

  static Setting none(String reason) {
    return new Setting(
        ParameterMatch.ANY,
        List.of(),
        Optional.empty(),
        ParameterMatch.ANY,
        "",
        Statistic.MEAN,
        ParameterMatch.ANY,
        "",
        reason);
  }

  /** Whether a result of these parameters measures the claim, on one of its sides. */
  boolean covers(Map<String, String> fields) {
    return where.matches(fields)
        && (either.isEmpty() || either.stream().anyMatch(match -> match.matches(fields)))
        && sides().stream().anyMatch(side -> side.matches(fields));
  }

  /** The baseline where there is one, and the candidate. */
  List<ParameterMatch> sides() {
    return baseline.map(side -> List.of(side, candidate)).orElse(List.of(candidate));
  }
}
