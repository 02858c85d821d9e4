package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.fork.StoreState;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The subjects in one sentence, best mean first. Over several shapes (values of the other
 * parameters) it is the geometric mean of the factors by which a subject takes longer than the
 * best. Subjects whose interval lies inside the margin are ties; a wider one is undecided.
 */
final class RankingSentence {
  /** More lines than that nobody reads. */
  private static final int MOST_CONFIGURATIONS = 30;

  private static final double DELTA = SuperiorityTest.withDefaults().hypothesis().delta();

  private final String parameter;
  private final String metric;
  private final List<PairwiseTest.Pair> pairs;

  /**
   * For a benchmark.
   *
   * @param parameter whose values are the subjects
   * @param metric the secondary metric that is compared; empty for JMH's own score
   * @param pairs the verdicts, which say who cannot be told apart
   */
  RankingSentence(String parameter, String metric, List<PairwiseTest.Pair> pairs) {
    this.parameter = parameter;
    this.metric = metric;
    this.pairs = List.copyOf(pairs);
  }

  private record Place(String subject, double cost, Optional<Result<?>> score) {}

  /**
   * The sentence.
   *
   * @param results of one benchmark
   * @param subjects those that are compared
   * @return empty with less than two subjects that share a shape
   */
  Optional<String> of(List<RunResult> results, Set<String> subjects) {
    Map<Map<String, String>, Map<String, Result<?>>> shapes = new LinkedHashMap<>();
    for (RunResult result : results) {
      Map<String, String> others = new TreeMap<>(StoreState.parameters(result.getParams()));
      String subject = String.valueOf(others.remove(parameter));
      Result<?> score =
          metric.isEmpty() ? result.getPrimaryResult() : result.getSecondaryResults().get(metric);
      if (subjects.contains(subject) && score != null && cost(score) > 0) {
        shapes.computeIfAbsent(others, ignored -> new LinkedHashMap<>()).put(subject, score);
      }
    }
    List<Map<String, Result<?>>> common =
        shapes.values().stream().filter(shape -> shape.size() == subjects.size()).toList();
    if (common.isEmpty() || subjects.size() < 2) {
      return Optional.empty();
    }
    List<Place> places = new ArrayList<>();
    for (String subject : subjects) {
      double logs = 0;
      Optional<Result<?>> score = Optional.empty();
      for (Map<String, Result<?>> shape : common) {
        Result<?> one = shape.get(subject);
        if (one != null) {
          logs += Math.log(cost(one));
          score = Optional.of(one);
        }
      }
      places.add(
          new Place(
              subject,
              Math.exp(logs / common.size()),
              common.size() == 1 ? score : Optional.empty()));
    }
    places.sort(Comparator.comparingDouble(Place::cost));
    return Optional.of(sentence(places, common.size()));
  }

  /**
   * A sentence for each configuration, by the means alone: what differs may be chance, which the
   * verdicts below judge over all of them.
   *
   * @param results of one benchmark
   * @param subjects those that are compared
   * @param labels how combinations are called
   * @return none with a single configuration, or with more than a reader looks at
   */
  List<String> ofEach(List<RunResult> results, Set<String> subjects, Labels labels) {
    Map<String, List<RunResult>> configurations = new LinkedHashMap<>();
    for (RunResult result : results) {
      Map<String, String> others = new TreeMap<>(StoreState.parameters(result.getParams()));
      others.remove(parameter);
      configurations.computeIfAbsent(labels.of(others), label -> new ArrayList<>()).add(result);
    }
    if (configurations.size() < 2 || configurations.size() > MOST_CONFIGURATIONS) {
      return List.of();
    }
    RankingSentence byMeans = new RankingSentence(parameter, metric, List.of());
    List<String> lines = new ArrayList<>();
    configurations.forEach((label, some) ->
        byMeans
            .of(some, subjects)
            .ifPresent(sentence -> lines.add("  " + label + ": " + sentence)));
    return lines;
  }

  private String sentence(List<Place> places, int shapes) {
    StringBuilder sentence = new StringBuilder();
    double best = places.get(0).cost();
    List<String> better = new ArrayList<>();
    for (Place place : places) {
      sentence.append(sentence.isEmpty() ? "" : "; ").append(place.subject());
      place
          .score()
          .ifPresent(score ->
              sentence
                  .append(' ')
                  .append(number(score.getScore()))
                  .append(' ')
                  .append(score.getScoreUnit().replace("/op", "")));
      List<String> notes = new ArrayList<>();
      if (place.cost() > best) {
        notes.add(factor(place.cost() / best) + "x");
      }
      undecided("ties with ", place.subject(), better, true).ifPresent(notes::add);
      undecided("undecided against ", place.subject(), better, false).ifPresent(notes::add);
      if (!notes.isEmpty()) {
        sentence.append(" (").append(String.join(", ", notes)).append(')');
      }
      better.add(place.subject());
    }
    if (shapes > 1) {
      sentence.append("; over ").append(shapes).append(" shapes");
    }
    return sentence.toString();
  }

  /** Those of some subjects from which one is not shown to differ by Delta, ties or not. */
  private Optional<String> undecided(
      String words, String subject, List<String> others, boolean ties) {
    List<String> names = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      boolean candidate = pair.candidate().equals(subject);
      String other = candidate ? pair.baseline() : pair.candidate();
      Verdict verdict = pair.row().verdict();
      boolean open = verdict == Verdict.NOT_SHOWN || verdict == Verdict.INCONCLUSIVE;
      if (open
          && (candidate || pair.baseline().equals(subject))
          && others.contains(other)
          && pair.row().isTie(DELTA) == ties) {
        names.add(other);
      }
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(words + String.join(", ", names));
  }

  /** What is better when it is less. */
  private static double cost(Result<?> score) {
    double value = score.getScore();
    return score.getScoreUnit().endsWith("/s") || score.getScoreUnit().startsWith("ops/")
        ? 1 / value
        : value;
  }

  private static String factor(double factor) {
    return String.format(Locale.ROOT, factor < 10 ? "%.2f" : "%,.0f", factor);
  }

  private static String number(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + (value < 0.1 ? 5 : decimals) + "f", value);
  }
}
