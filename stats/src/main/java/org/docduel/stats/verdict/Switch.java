package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.docduel.stats.jmh.BadInputException;

/**
 * A parameter that a run tries with two values.
 *
 * @param off the user's own value
 */
public record Switch(String parameter, String off, String on) {
  /** In every design beside the others: its effect is what noise makes. */
  public static final Switch DUMMY = new Switch("(dummy, switches nothing)", "", "");

  /**
   * The set-ups that tell the main effects of many switches: each switch is on in half of them, and
   * each pair of switches is balanced (Plackett and Burman 1946, doi:10.1093/biomet/33.4.305).
   * Interactions of switches are mixed into the main effects of others.
   *
   * @return what is on in each set-up, no two alike; nothing in the first
   * @throws BadInputException for less than 3 switches or more than 14
   */
  public static List<Set<Switch>> design(List<Switch> switches) {
    int count = switches.size();
    if (count < 3 || count > 14) {
      throw new BadInputException(
          "a design has 3 to 14 switches, not "
              + switches.stream().map(Switch::parameter).toList());
    }
    List<Switch> columns = new ArrayList<>(switches);
    columns.add(DUMMY);
    String signs = count <= 4 ? "+++-+--" : count <= 10 ? "++-+++---+-" : "++++-+-++--+---";
    List<Set<Switch>> setUps = new ArrayList<>();
    setUps.add(Set.of());
    for (int shift = 0; shift < signs.length(); shift++) {
      Set<Switch> on = new HashSet<>();
      for (int column = 0; column < columns.size(); column++) {
        if (signs.charAt((column + shift) % signs.length()) == '+') {
          on.add(columns.get(column));
        }
      }
      setUps.add(on);
    }
    return setUps;
  }

  /** Its value in a set-up. */
  public String in(Set<Switch> setUp) {
    return setUp.contains(this) ? on : off;
  }
}
