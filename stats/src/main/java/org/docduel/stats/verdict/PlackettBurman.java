package org.docduel.stats.verdict;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A design of two levels that tells the main effects of many switches from few set-ups: each switch
 * is on in half of them, and each pair of switches is balanced (Plackett and Burman 1946,
 * doi:10.1093/biomet/33.4.305). A further column, the dummy, switches nothing. Interactions of
 * switches are mixed into the main effects of others.
 *
 * @param switches from {@link #FEWEST} to {@link #MOST}
 */
public record PlackettBurman(List<Switch> switches) {
  /** The fewest switches of a design. */
  public static final int FEWEST = 3;

  /** The most switches of a design. */
  public static final int MOST = 14;

  /** A parameter of two values, of which the first is off and the user's own. */
  public record Switch(String parameter, String off, String on) {}

  /** Checks their number. */
  public PlackettBurman {
    if (switches.size() < FEWEST || switches.size() > MOST) {
      throw new IllegalArgumentException(
          switches.size() + " switches; a design has " + FEWEST + " to " + MOST);
    }
    switches = List.copyOf(switches);
  }

  /** The first row of signs of 8, 12 or 16 set-ups; the others are its rotations. */
  private String signs() {
    return switches.size() <= 4
        ? "+++-+--"
        : switches.size() <= 10 ? "++-+++---+-" : "++++-+-++--+---";
  }

  /** How many set-ups it has, no two alike; in the first one all switches are off. */
  public int runs() {
    return signs().length() + 1;
  }

  /** Whether a switch is on in a set-up; the dummy is the column after the last switch. */
  public boolean on(int run, int column) {
    String signs = signs();
    return run > 0 && signs.charAt((column + run - 1) % signs.length()) == '+';
  }

  /** The values of the switches in a set-up, by their parameters. */
  public Map<String, String> setUp(int run) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Switch one : switches) {
      boolean on = on(run, switches.indexOf(one));
      values.put(one.parameter(), on ? one.on() : one.off());
    }
    return values;
  }
}
