package org.docduel.stats.claims;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * A published claim and the selections that measure it.
 *
 * @param id its name
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
}
