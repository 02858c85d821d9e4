package org.docduel.stats.report.page;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names that are safe as file names and anchors everywhere. */
public final class FileName {
  private static final int LONGEST = 60;

  private FileName() {}

  /** Lower case letters, digits and single hyphens; never empty. */
  public static String of(String text) {
    String name =
        text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    String cut = name.length() > LONGEST ? name.substring(0, LONGEST).replaceAll("-+$", "") : name;
    return cut.isEmpty() ? "unnamed" : cut;
  }

  /** Names that were given out; long names that are cut may meet. */
  static final class Register {
    private final Set<String> taken = new HashSet<>();

    /** The name, or the name with the first number that makes it new. */
    String unique(String name) {
      String candidate = name;
      for (int i = 2; !taken.add(candidate); i++) {
        candidate = name + "-" + i;
      }
      return candidate;
    }
  }
}
