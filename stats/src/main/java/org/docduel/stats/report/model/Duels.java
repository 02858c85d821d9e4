package org.docduel.stats.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.docduel.stats.Comparison;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.report.model.Pairs.Pair;
import org.docduel.stats.select.Pairing;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;

/** Tests the variants of a study against each other. */
public final class Duels {

  private static final int TESTABLE = 2;
  private static final int ALL_IN_DETAIL = 3;

  private Duels() {}

  /**
   * Tests the given pairs, or all pairs of the study's variants when none is given.
   *
   * <p>Six variants make fifteen pairs. Where all pairs are more than a few, those of the variant
   * that loses to none are shown in detail and tested by the other methods too.
   */
  public static List<Duel> of(Study study, Pairs pairs, SuperiorityTest test) {
    Optional<List<Pair>> wanted = pairs.of(study);
    List<Pair> tested = wanted.orElseGet(() -> all(study, pairs.contestants(study)));
    Optional<String> favourite =
        wanted.isPresent() || tested.size() <= ALL_IN_DETAIL ? Optional.empty() : unbeaten(tested);
    List<Duel> duels = new ArrayList<>();
    for (Pair pair : tested) {
      boolean detailed = favourite.map(pair.candidate()::equals).orElse(true);
      duel(study, pair, detailed ? test : test.withChecks(List.of()))
          .map(duel -> duel.withDetailed(detailed))
          .ifPresent(duels::add);
    }
    return duels;
  }

  private static Optional<String> unbeaten(List<Pair> pairs) {
    return pairs.stream()
        .map(Pair::candidate)
        .filter(variant -> pairs.stream().noneMatch(pair -> pair.baseline().equals(variant)))
        .findFirst();
  }

  // The faster one is the candidate. The verdict does not depend on the choice, for the test looks
  // both ways; a sentence about the faster one reads better.
  private static List<Pair> all(Study study, List<String> variants) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      for (int j = i + 1; j < variants.size(); j++) {
        Pair pair = new Pair(variants.get(i), variants.get(j));
        OptionalDouble ratio = meanLogRatio(study, pair);
        if (ratio.isPresent()) {
          pairs.add(ratio.getAsDouble() <= 0 ? pair : pair.reversed());
        }
      }
    }
    return pairs;
  }

  /** The mean log ratio of candidate to baseline over the groups that have both. */
  static OptionalDouble meanLogRatio(Study study, Pair pair) {
    return study.groups().stream()
        .flatMapToDouble(group -> {
          Optional<Score> baseline = group.of(study.compare(), pair.baseline());
          Optional<Score> candidate = group.of(study.compare(), pair.candidate());
          return baseline.isPresent() && candidate.isPresent()
              ? DoubleStream.of(
                  Math.log(candidate.get().summary().mean() / baseline.get().summary().mean()))
              : DoubleStream.empty();
        })
        .filter(Double::isFinite)
        .average();
  }

  private static Optional<Duel> duel(Study study, Pair pair, SuperiorityTest test) {
    List<SelectedResult> results = study.scores().stream().map(Score::selected).toList();
    Pairing.Pairs paired =
        Pairing.of(match(study, pair.baseline()), match(study, pair.candidate())).pair(results);
    Map<String, String> labels = new LinkedHashMap<>();
    for (Score score : study.scores()) {
      labels.putIfAbsent(score.selected().label(paired.by()), study.label(score));
    }
    List<String> untested = new ArrayList<>(paired.unpaired());
    List<Comparison> testable = new ArrayList<>();
    for (Comparison comparison : paired.comparisons()) {
      if (comparison.baseline().size() >= TESTABLE && comparison.candidate().size() >= TESTABLE) {
        testable.add(comparison);
      } else {
        untested.add(comparison.group() + " (a single observation)");
      }
    }
    return testable.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Duel(
                study,
                pair.baseline(),
                pair.candidate(),
                test.testAll(testable),
                labels,
                untested,
                true));
  }

  private static ParameterMatch match(Study study, String value) {
    return new ParameterMatch(Map.of(study.compare(), value));
  }
}
