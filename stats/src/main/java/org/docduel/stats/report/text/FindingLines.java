package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.Finding;

/**
 * Findings as lines. Findings with one message become one line that names their first subjects and
 * counts the rest; JSON lists them all.
 */
public final class FindingLines {
  private static final int NAMED = 4;

  private FindingLines() {}

  /** One line per kind and message, with all subjects. */
  public static List<String> of(List<Finding> findings) {
    Map<String, List<String>> subjects = new LinkedHashMap<>();
    for (Finding finding : findings) {
      String key = finding.kind().label() + ": " + finding.message();
      subjects.computeIfAbsent(key, unused -> new ArrayList<>()).add(finding.subject());
    }
    List<String> lines = new ArrayList<>();
    subjects.forEach((message, names) -> lines.add(message + " [" + joined(names) + "]"));
    return lines;
  }

  private static String joined(List<String> names) {
    List<String> distinct = names.stream().distinct().toList();
    return distinct.size() <= NAMED
        ? String.join("; ", distinct)
        : String.join("; ", distinct.subList(0, NAMED - 1))
            + " and "
            + (distinct.size() - NAMED + 1)
            + " more";
  }
}
