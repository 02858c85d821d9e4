package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Pairing.Pairs;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking.Pair;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;

/** Two subjects, of which the baseline came first, and what of theirs is compared. */
record Meeting(String baseline, String candidate, Pairs pairs) {
  private static final int MAX_LISTED = 5;

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
          meetings.add(new Meeting(baseline, candidate, withoutPairs(List.of())));
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
   * The same with their results paired, unless one of them is ambiguous.
   *
   * @param ambiguous why subjects meet nobody
   */
  Meeting paired(
      Map<String, Map<String, SelectedResult>> groups,
      Map<String, BadInputException> ambiguous,
      SuperiorityTest test) {
    List<BadInputException> rejections =
        Stream.of(baseline, candidate)
            .flatMap(side -> Stream.ofNullable(ambiguous.get(side)))
            .toList();
    Pairs matches =
        rejections.isEmpty()
            ? Pairs.of(
                List.of(),
                results(groups, baseline),
                results(groups, candidate),
                test::requireTestable)
            : withoutPairs(rejections);
    return new Meeting(baseline, candidate, matches);
  }

  private static Pairs withoutPairs(List<BadInputException> reasons) {
    return new Pairs(List.of(), List.of(), List.of(), reasons);
  }

  private static Map<String, SelectedResult> results(
      Map<String, Map<String, SelectedResult>> groups, String subject) {
    Map<String, SelectedResult> byGroup = new LinkedHashMap<>();
    groups.forEach((group, members) -> {
      SelectedResult result = members.get(subject);
      if (result != null) {
        byGroup.put(group, result);
      }
    });
    return byGroup;
  }

  /** Why there is no comparison. */
  BadInputException reason() {
    return pairs.rejections().isEmpty()
        ? new BadInputException(
            "no matching pair: %s have nothing in common that can be compared (%s); name the parameters that match with --by"
                .formatted(this, Printable.some(pairs.unpaired(), MAX_LISTED, "; ")))
        : pairs.rejections().get(0);
  }

  Pair judged(SuperiorityReport report) {
    return new Pair(baseline, candidate, report.rows(), report.conclusion(), pairs.unpaired());
  }

  @Override
  public String toString() {
    return baseline + " and " + candidate;
  }
}
