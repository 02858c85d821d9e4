package org.docduel.tools.compare;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;

/**
 * Which goals are reached, by our own statistics: those for which the whole interval of the speed
 * lies on their side. This is a one-sided test at 5 % that allows for what differs from fork to
 * fork.
 */
final class Judgement {
  private final Comparison comparison;
  private final SideResults results;

  Judgement(Comparison comparison, SideResults results) {
    this.comparison = comparison;
    this.results = results;
  }

  void print() {
    System.out.println("| case | sides | speed | interval | goal | |");
    System.out.println("|---|---|---|---|---|---|");
    for (Comparison.Goal goal : comparison.goals()) {
      Map<Map<String, String>, Observations> references =
          results.read(goal.reference(), comparison.metric());
      results
          .read(goal.side(), comparison.metric())
          .forEach((one, side) -> print(goal, one, reference(goal, references, one), side));
    }
    results.files().forEach(System.out::println);
  }

  /** Without it there is nothing to judge: no side is compared with itself. */
  static Observations reference(
      Comparison.Goal goal,
      Map<Map<String, String>, Observations> references,
      Map<String, String> one) {
    Observations reference = references.get(one);
    if (reference == null) {
      throw new IllegalStateException(
          "no result of "
              + goal.reference()
              + " for "
              + name(one)
              + ", against which "
              + goal.side()
              + " is judged");
    }
    return reference;
  }

  private static void print(
      Comparison.Goal goal, Map<String, String> one, Observations reference, Observations side) {
    Superiority test = SuperiorityTest.withDefaults().withDelta(0).test(reference, side);
    Interval reduction = test.interval();
    double least = speed(reduction.lower());
    double most = speed(reduction.upper());
    String verdict = least >= goal.speed() ? "reached" : most < goal.speed() ? "missed" : "open";
    System.out.printf(
        Locale.ROOT,
        "| %s | %s / %s | %.3f | %.3f to %.3f | %.2f | %s |%n",
        name(one),
        goal.side(),
        goal.reference(),
        speed(test.delta()),
        least,
        most,
        goal.speed(),
        verdict);
  }

  private static String name(Map<String, String> one) {
    return one.isEmpty()
        ? "-"
        : new TreeMap<>(one)
            .entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
  }

  private static double speed(double timeReduction) {
    return 1 / (1 - timeReduction);
  }
}
