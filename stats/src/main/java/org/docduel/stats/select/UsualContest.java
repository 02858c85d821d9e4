package org.docduel.stats.select;

import java.util.List;
import java.util.Optional;

/** Which parameter's values are compared when nobody says. */
public final class UsualContest {
  private static final List<String> USUAL = List.of("store", "variant");

  private UsualContest() {}

  /**
   * Chooses among the parameters that vary.
   *
   * @param varying in order of first appearance
   * @return {@code store} or {@code variant}, whichever comes first in this order; empty when
   *     neither varies
   */
  public static Optional<String> among(List<String> varying) {
    return USUAL.stream().filter(varying::contains).findFirst();
  }
}
