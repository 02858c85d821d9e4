package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A design of two levels that tells the main effects of many switches from few set-ups: each switch
 * is on in half of them, and each pair of switches is balanced (Plackett and Burman 1946,
 * doi:10.1093/biomet/33.4.305). A further column, the dummy, switches nothing. Interactions of
 * switches are mixed into the main effects of others.
 */
public final class PlackettBurman {
  /** The fewest switches of a design. */
  public static final int FEWEST = 3;

  /** The most switches of a design. */
  public static final int MOST = 14;

  /** Set-ups to the first row of signs; the others are its rotations, and one with all off. */
  private static final Map<Integer, String> FIRST_ROWS =
      Map.of(8, "+++-+--", 12, "++-+++---+-", 16, "++++-+-++--+---");

  private final List<List<Boolean>> rows;

  private PlackettBurman(List<List<Boolean>> rows) {
    this.rows = rows.stream().map(List::copyOf).toList();
  }

  /**
   * The smallest design: 8 set-ups for up to 4 switches, 12 for up to 10, 16 beyond.
   *
   * @param switches from {@link #FEWEST} to {@link #MOST}
   */
  public static PlackettBurman of(int switches) {
    if (switches < FEWEST || switches > MOST) {
      throw new IllegalArgumentException(
          switches + " switches; a design has " + FEWEST + " to " + MOST);
    }
    int runs = switches <= 4 ? 8 : switches <= 10 ? 12 : 16;
    for (int first = 0; first < runs - 1; first++) {
      List<List<Boolean>> rows = rows(runs, first, switches);
      Set<List<Boolean>> setUps = new HashSet<>();
      rows.forEach(row -> setUps.add(row.subList(0, switches)));
      if (setUps.size() == runs) {
        return new PlackettBurman(rows);
      }
    }
    throw new IllegalStateException("no design of different set-ups for " + switches);
  }

  private static List<List<Boolean>> rows(int runs, int first, int switches) {
    String signs = Objects.requireNonNull(FIRST_ROWS.get(runs));
    List<List<Boolean>> rows = new ArrayList<>();
    rows.add(Collections.nCopies(switches + 1, false));
    for (int rotation = 0; rotation < runs - 1; rotation++) {
      List<Boolean> row = new ArrayList<>();
      for (int column = first; column <= first + switches; column++) {
        row.add(signs.charAt((column + rotation) % (runs - 1)) == '+');
      }
      rows.add(row);
    }
    return rows;
  }

  /** How many set-ups it has; in the first one all switches are off. */
  public int runs() {
    return rows.size();
  }

  /** Whether a switch is on in a set-up; the dummy is the column after the last switch. */
  public boolean on(int run, int column) {
    return rows.get(run).get(column);
  }
}
