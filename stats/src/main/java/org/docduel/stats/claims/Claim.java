package org.docduel.stats.claims;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.stat.Statistic;

/**
 * A published claim and the selections that measure it.
 *
 * @param text what it says
 * @param published the published value, as printed
 * @param variationOf the claim whose set-up this row changes to find a cause; empty if the
 *     publication makes the claim itself
 * @param formula how it is measured
 * @param expected when a measured value agrees
 * @param settings where it is measured
 */
public record Claim(
    String id,
    String text,
    String published,
    String variationOf,
    Formula formula,
    Expectation expected,
    Map<SetUp, Setting> settings) {

  /** Copies the map. */
  public Claim {
    settings = Map.copyOf(new EnumMap<>(settings));
  }

  /** Where it is measured in a set-up. */
  Setting in(SetUp setUp) {
    return Objects.requireNonNull(settings.get(setUp), setUp.name());
  }

  /** The set-ups of a claim. */
  public enum SetUp {
    /** The publication's own tables. */
    OWN_TABLES("ownTables", "own tables"),
    /** As the publication ran it. */
    AS_PUBLISHED("asPublished", "as published"),
    /** The same work under the same promise for all subjects. */
    LIKE_FOR_LIKE("likeForLike", "like for like");

    private final String field;
    private final String heading;

    SetUp(String field, String heading) {
      this.field = field;
      this.heading = heading;
    }

    /** The heading of its column. */
    String heading() {
      return heading;
    }

    /** Its field in a file of claims. */
    String field() {
      return field;
    }
  }

  /**
   * The results that measure a claim in one set-up.
   *
   * @param where what all of them have
   * @param either what each of them has one of, where a publication ran its stores differently;
   *     empty where {@code where} says all
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
    /** The reason of a set-up that a claim does not have. */
    static final String NO_SET_UP = "no such set-up";

    /** Copies the list. */
    public Setting {
      either = List.copyOf(either);
    }

    static Setting none(String reason) {
      ParameterMatch any = ParameterMatch.ANY;
      return new Setting(
          any, List.of(), Optional.empty(), any, "", Statistic.MEAN, any, "", reason);
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
}
