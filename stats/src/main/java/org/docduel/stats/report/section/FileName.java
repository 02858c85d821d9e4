package org.docduel.stats.report.section;

import java.util.Locale;

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
}
