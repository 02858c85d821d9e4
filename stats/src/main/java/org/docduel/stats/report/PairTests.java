package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;

/** Tests pairs of subjects over their shapes. */
final class PairTests {

  private final List<Shape> shapes;
  private final List<WantedPairs.Pair> pairs;
  private final SuperiorityTest test;

  PairTests(List<Shape> shapes, List<WantedPairs.Pair> pairs, SuperiorityTest test) {
    this.shapes = shapes;
    this.pairs = pairs;
    this.test = test;
  }

  /** A pair before its test. */
  private record Prepared(
      WantedPairs.Pair pair,
      Map<String, String> labels,
      List<String> untested,
      List<Comparison> comparisons) {}

  /** All pairs, read together: one family of pairs, and one of all shapes of all pairs. */
  List<PairResult> results(Study naming) {
    List<Prepared> prepared =
        pairs.stream().map(this::prepared).filter(p -> !p.comparisons().isEmpty()).toList();
    if (prepared.isEmpty()) {
      return List.of();
    }
    List<SuperiorityReport> reports =
        test.testTogether(prepared.stream().map(Prepared::comparisons).toList());
    List<PairResult> results = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      Prepared each = prepared.get(i);
      results.add(
          new PairResult(
              each.pair().baseline(),
              each.pair().candidate(),
              naming.subjectName(each.pair().baseline()),
              naming.subjectName(each.pair().candidate()),
              reports.get(i),
              each.labels(),
              each.untested()));
    }
    return results;
  }

  private Prepared prepared(WantedPairs.Pair pair) {
    Map<String, String> labels = new LinkedHashMap<>();
    List<String> untested = new ArrayList<>();
    List<Comparison> comparisons = new ArrayList<>();
    for (Shape shape : shapes) {
      Optional<Score> baseline = shape.of(pair.baseline());
      Optional<Score> candidate = shape.of(pair.candidate());
      labels.put(shape.group(), shape.label());
      if (baseline.isPresent() && candidate.isPresent()) {
        add(shape, baseline.get(), candidate.get(), comparisons, untested);
      } else if (baseline.isPresent() || candidate.isPresent()) {
        untested.add(named(shape) + " (one side is missing)");
      }
    }
    return new Prepared(pair, labels, untested, comparisons);
  }

  // One comparison that cannot be tested must not cost the others their verdict.
  private void add(
      Shape shape,
      Score baseline,
      Score candidate,
      List<Comparison> comparisons,
      List<String> untested) {
    try {
      Comparison comparison =
          new Comparison(shape.group(), baseline.observations(), candidate.observations());
      test.requireTestable(comparison);
      comparisons.add(comparison);
    } catch (BadInputException e) {
      untested.add(named(shape) + " (" + e.getMessage() + ")");
    }
  }

  private static String named(Shape shape) {
    return shape.label().isEmpty() ? "the result" : shape.label();
  }
}
