package org.docduel.stats.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.analysis.Method;
import org.docduel.stats.analysis.SuperiorityReport;
import org.docduel.stats.analysis.SuperiorityTest;

/** Tests pairs of subjects over their shapes. */
final class PairTests {

  /** More comparisons are tested without resampling. */
  private static final int MANY = 400;

  /** Pairs of more comparisons are tested by one method alone. */
  private static final int ALL_METHODS = 60;

  private static final int TESTABLE = 2;

  private final List<Shape> shapes;
  private final List<WantedPairs.Pair> pairs;
  private final SuperiorityTest test;

  PairTests(List<Shape> shapes, List<WantedPairs.Pair> pairs, SuperiorityTest asked) {
    this.shapes = shapes;
    this.pairs = pairs;
    int comparisons = shapes.size() * pairs.size();
    boolean chosen = asked.approach().method().isPresent();
    SuperiorityTest lean =
        comparisons > ALL_METHODS && !chosen ? asked.withChecks(List.of()) : asked;
    this.test = comparisons > MANY && !chosen ? lean.withMethod(Method.WELCH) : lean;
  }

  List<PairResult> results(Study naming) {
    List<PairResult> results = new ArrayList<>();
    for (WantedPairs.Pair pair : pairs) {
      result(naming, pair).ifPresent(results::add);
    }
    return results;
  }

  private Optional<PairResult> result(Study naming, WantedPairs.Pair pair) {
    Map<String, String> labels = new LinkedHashMap<>();
    List<String> untested = new ArrayList<>();
    List<Comparison> comparisons = new ArrayList<>();
    for (Shape shape : shapes) {
      Optional<Score> baseline = shape.of(pair.baseline());
      Optional<Score> candidate = shape.of(pair.candidate());
      labels.put(shape.group(), shape.label());
      if (baseline.isEmpty() && candidate.isEmpty()) {
        continue;
      }
      if (baseline.isEmpty() || candidate.isEmpty()) {
        untested.add(named(shape) + " (one side is missing)");
      } else if (baseline.get().observations().size() < TESTABLE
          || candidate.get().observations().size() < TESTABLE) {
        untested.add(named(shape) + " (a single observation)");
      } else {
        comparisons.add(
            new Comparison(
                shape.group(), baseline.get().observations(), candidate.get().observations()));
      }
    }
    return report(comparisons, untested)
        .map(report ->
            new PairResult(
                pair.baseline(),
                pair.candidate(),
                naming.subjectName(pair.baseline()),
                naming.subjectName(pair.candidate()),
                report,
                labels,
                untested));
  }

  // One comparison that cannot be tested must not cost the others their verdict.
  private Optional<SuperiorityReport> report(List<Comparison> comparisons, List<String> untested) {
    if (comparisons.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(test.testAll(comparisons));
    } catch (BadInputException | IllegalArgumentException | ArithmeticException e) {
      List<Comparison> usable = new ArrayList<>();
      SuperiorityTest alone = test.withResamples(100);
      for (Comparison comparison : comparisons) {
        try {
          alone.test(comparison);
          usable.add(comparison);
        } catch (BadInputException | IllegalArgumentException | ArithmeticException reason) {
          untested.add(comparison.group() + " (" + reason.getMessage() + ")");
        }
      }
      return usable.isEmpty() || usable.size() == comparisons.size()
          ? Optional.empty()
          : Optional.of(test.testAll(usable));
    }
  }

  private static String named(Shape shape) {
    return shape.label().isEmpty() ? "the result" : shape.label();
  }
}
