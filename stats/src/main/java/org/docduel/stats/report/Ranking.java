package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;

/**
 * The subjects of the studies that compare one parameter, over all their shapes.
 *
 * @param study the first of the studies, which says how subjects are named
 * @param studies those that are compared
 * @param shapes the cases in which subjects meet
 * @param places the subjects, best first; empty when the reader asked for single pairs
 * @param pairs what the test says, the fastest subject's pairs first
 */
record Ranking(
    Study study,
    List<Study> studies,
    List<Shape> shapes,
    List<Place> places,
    List<PairResult> pairs) {

  /** With more pairs only the fastest subject meets all others. */
  private static final int MOST_PAIRS = 1000;

  /** With more comparisons of pairs and shapes too. */
  private static final int MOST_COMPARISONS = 20_000;

  /** Copies the lists. */
  Ranking {
    studies = List.copyOf(studies);
    shapes = List.copyOf(shapes);
    places = List.copyOf(places);
    pairs = List.copyOf(pairs);
  }

  /**
   * A subject.
   *
   * @param place 1 plus the number of subjects that are shown to be better
   * @param subject value of the compared parameter
   * @param name as a reader sees it
   * @param relative geometric mean over its shapes of its mean relative to the best
   * @param shapes how many shapes it has
   * @param wins how many shapes it is the best in
   * @param ties names of the subjects that it cannot be told apart from
   */
  record Place(
      int place,
      String subject,
      String name,
      double relative,
      int shapes,
      int wins,
      List<String> ties) {
    /** Copies the ties. */
    Place {
      ties = List.copyOf(ties);
    }
  }

  /** What is compared. */
  Quantity quantity() {
    return study.scores().get(0).observations().quantity();
  }

  /** The subjects, best first. */
  List<String> subjects() {
    return places.isEmpty() ? study.subjects() : places.stream().map(Place::subject).toList();
  }

  /** Whether there are too many pairs to test them all. */
  boolean onlyTheFastestMeetsAll() {
    return tooMany(places.size(), shapes.size());
  }

  private static boolean tooMany(int subjects, long shapes) {
    long all = subjects * (subjects - 1L) / 2;
    return all > MOST_PAIRS || all * shapes > MOST_COMPARISONS;
  }

  /** The verdict on a pair, whichever side is the candidate. */
  Optional<PairResult> pair(String one, String other) {
    return pairs.stream()
        .filter(pair ->
            (pair.baseline().equals(one) && pair.candidate().equals(other))
                || (pair.baseline().equals(other) && pair.candidate().equals(one)))
        .findFirst();
  }

  /**
   * The rankings of a report: one for each compared parameter and quantity.
   *
   * @param studies without those of asked rates
   * @param wanted what the reader asked for
   * @param test the superiority test
   */
  static List<Ranking> of(List<Study> studies, WantedPairs wanted, SuperiorityTest test) {
    Map<List<Object>, List<Study>> together = new LinkedHashMap<>();
    for (Study study : studies) {
      if (!study.compare().isEmpty()) {
        Quantity quantity = study.scores().get(0).observations().quantity();
        // Times that were measured as rates are times: both are one family.
        together
            .computeIfAbsent(
                List.of(
                    study.compare(),
                    quantity.ratioOf(),
                    quantity.kind() == Quantity.Kind.OTHER
                        ? quantity.better()
                        : Quantity.Better.LOWER),
                k -> new ArrayList<>())
            .add(study);
      }
    }
    return together.values().stream().flatMap(all -> ranked(all, wanted, test).stream()).toList();
  }

  private static Optional<Ranking> ranked(
      List<Study> studies, WantedPairs wanted, SuperiorityTest test) {
    Set<String> all = new LinkedHashSet<>();
    studies.forEach(study -> all.addAll(study.subjects()));
    List<String> subjects = wanted.among(List.copyOf(all));
    // What takes no part, such as a store that stores nothing, is nobody's best.
    List<Shape> shapes =
        shapes(studies).stream()
            .map(shape -> shape.among(subjects))
            .filter(shape -> !shape.scores().isEmpty())
            .toList();
    List<String> ordered = ordered(shapes, subjects);
    boolean single = !wanted.wanted().isEmpty();
    List<WantedPairs.Pair> pairs =
        (single ? wanted.wanted() : pairs(ordered, shapes.size()))
            .stream().filter(pair -> meanLogRatioOf(shapes, pair).isPresent()).toList();
    List<PairResult> results = new PairTests(shapes, pairs, test).results(studies.get(0));
    if (results.isEmpty()) {
      return Optional.empty();
    }
    List<Place> places = single ? List.of() : places(studies.get(0), shapes, ordered, results);
    return Optional.of(new Ranking(studies.get(0), studies, shapes, places, results));
  }

  /** The mean log ratio of candidate to baseline over the shapes that have both. */
  static OptionalDouble meanLogRatio(List<Study> studies, WantedPairs.Pair pair) {
    return meanLogRatioOf(
        shapes(studies.stream().filter(study -> !study.compare().isEmpty()).toList()), pair);
  }

  private static OptionalDouble meanLogRatioOf(List<Shape> shapes, WantedPairs.Pair pair) {
    return shapes.stream()
        .map(shape -> shape.logRatio(pair))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .average();
  }

  private static List<Shape> shapes(List<Study> studies) {
    List<Shape> shapes = new ArrayList<>();
    for (Study study : studies) {
      for (Study.Group group : study.groups()) {
        Map<String, Score> scores = new LinkedHashMap<>();
        group.scores().forEach(score -> scores.putIfAbsent(score.field(study.compare()), score));
        String name = group.scores().get(0).selected().label(study.by());
        String label = group.label();
        if (studies.size() > 1) {
          name = study.name() + ", " + name;
          label = label.isEmpty() ? study.name() : study.name() + " · " + label;
        }
        shapes.add(new Shape(name, label, scores));
      }
    }
    return shapes;
  }

  private static List<String> ordered(List<Shape> shapes, List<String> subjects) {
    return subjects.stream()
        .sorted(Comparator.comparingDouble(subject -> relative(shapes, subject)))
        .toList();
  }

  // The faster one is the candidate. The verdict does not depend on the choice, for the test looks
  // both ways; a sentence about the faster one reads better.
  private static List<WantedPairs.Pair> pairs(List<String> ordered, int shapes) {
    List<WantedPairs.Pair> pairs = new ArrayList<>();
    int candidates = tooMany(ordered.size(), shapes) ? 1 : ordered.size();
    for (int i = 0; i < candidates; i++) {
      for (int j = i + 1; j < ordered.size(); j++) {
        pairs.add(new WantedPairs.Pair(ordered.get(j), ordered.get(i)));
      }
    }
    return pairs;
  }

  private static double relative(List<Shape> shapes, String subject) {
    double mean =
        shapes.stream()
            .filter(shape -> shape.of(subject).isPresent())
            .mapToDouble(shape -> Math.log(shape.cost(subject) / shape.best()))
            .filter(Double::isFinite)
            .average()
            .orElse(Double.POSITIVE_INFINITY);
    return Math.exp(mean);
  }

  private static List<Place> places(
      Study study, List<Shape> shapes, List<String> ordered, List<PairResult> results) {
    List<Place> places = new ArrayList<>();
    for (String subject : ordered) {
      int better = 0;
      List<String> ties = new ArrayList<>();
      for (PairResult result : results) {
        boolean candidate = result.candidate().equals(subject);
        if (!candidate && !result.baseline().equals(subject)) {
          continue;
        }
        Verdict verdict = result.verdict();
        if (verdict == (candidate ? Verdict.INFERIOR : Verdict.SUPERIOR)) {
          better++;
        } else if (verdict != Verdict.SUPERIOR && verdict != Verdict.INFERIOR) {
          ties.add(candidate ? result.baselineName() : result.candidateName());
        }
      }
      List<Shape> own = shapes.stream().filter(shape -> shape.of(subject).isPresent()).toList();
      long wins = own.stream().filter(shape -> shape.cost(subject) <= shape.best()).count();
      places.add(
          new Place(
              better + 1,
              subject,
              study.subjectName(subject),
              relative(shapes, subject),
              own.size(),
              (int) wins,
              ties));
    }
    return places.stream()
        .sorted(Comparator.comparingInt(Place::place))
        .collect(Collectors.toList());
  }
}
