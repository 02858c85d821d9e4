package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking.Pair;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;

/** Two subjects, what of theirs can be compared, and what cannot; the baseline came first. */
record Meeting(
    String baseline,
    String candidate,
    List<Comparison> comparisons,
    List<String> unpaired,
    List<BadInputException> refused) {
  private static final int MOST_NAMED = 5;

  Meeting(String baseline, String candidate) {
    this(baseline, candidate, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /** Who may meet: benchmarks only those of their class. */
  static List<Meeting> all(String parameter, List<String> subjects) {
    if (subjects.size() < 2) {
      throw new BadInputException(
          subjects.isEmpty()
              ? "no result has the parameter '" + parameter + "'; --compare takes one that varies"
              : "all results have %s=%s; a comparison needs two values"
                  .formatted(parameter, subjects.get(0)));
    }
    List<Meeting> meetings = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      String baseline = subjects.get(i);
      for (String candidate : subjects.subList(i + 1, subjects.size())) {
        if (!parameter.equals(JmhResult.BENCHMARK) || type(baseline).equals(type(candidate))) {
          meetings.add(new Meeting(baseline, candidate));
        }
      }
    }
    if (meetings.isEmpty()) {
      throw new BadInputException(
          "nothing to compare: no class has two benchmarks; --compare names a parameter");
    }
    return meetings;
  }

  private static String type(String benchmark) {
    return benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
  }

  boolean has(String subject) {
    return baseline.equals(subject) || candidate.equals(subject);
  }

  /**
   * Pairs the results of the two, unless one of them is ambiguous.
   *
   * @param ambiguous why subjects meet nobody
   */
  void fill(
      Map<String, Map<String, SelectedResult>> groups,
      Map<String, BadInputException> ambiguous,
      SuperiorityTest test) {
    Stream.of(baseline, candidate)
        .flatMap(side -> Stream.ofNullable(ambiguous.get(side)))
        .forEach(refused::add);
    if (!refused.isEmpty()) {
      return;
    }
    groups.forEach((group, members) -> {
      SelectedResult one = members.get(baseline);
      SelectedResult other = members.get(candidate);
      if (one != null && other != null) {
        try {
          Comparison both = new Comparison(group, one.observations(), other.observations());
          test.requireTestable(both);
          comparisons.add(both);
        } catch (BadInputException e) {
          refused.add(e);
          unpaired.add(group + ": " + e.getMessage());
        }
      } else if (one != null || other != null) {
        unpaired.add(group + (one == null ? " (no baseline)" : " (no candidate)"));
      }
    });
  }

  /** Why there is no comparison. */
  BadInputException reason() {
    return refused.isEmpty()
        ? new BadInputException(
            "no matching pair: %s have nothing in common that can be compared (%s); name the parameters that match with --by"
                .formatted(this, Printable.some(unpaired, MOST_NAMED, "; ")))
        : refused.get(0);
  }

  Pair judged(SuperiorityReport report) {
    return new Pair(baseline, candidate, report.rows(), report.conclusion(), unpaired);
  }

  @Override
  public String toString() {
    return baseline + " and " + candidate;
  }
}
