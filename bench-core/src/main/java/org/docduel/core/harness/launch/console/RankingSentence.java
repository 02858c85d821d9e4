package org.docduel.core.harness.launch.console;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.harness.jmh.StoreState;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The subjects in one sentence, best mean first. Over several shapes (values of the other
 * parameters) it is the geometric mean of the factors by which a subject takes longer than the
 * best. Which of the differences are real is the verdict's to say.
 */
final class RankingSentence {
  private final String parameter;
  private final String metric;

  /**
   * For a benchmark.
   *
   * @param parameter whose values are the subjects
   * @param metric the secondary metric that is compared; empty for JMH's own score
   */
  RankingSentence(String parameter, String metric) {
    this.parameter = parameter;
    this.metric = metric;
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

  private static String sentence(List<Place> places, int shapes) {
    StringBuilder sentence = new StringBuilder();
    double best = places.get(0).cost();
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
      if (place.cost() > best) {
        sentence.append(" (").append(factor(place.cost() / best)).append("x)");
      }
    }
    if (shapes > 1) {
      sentence.append("; over ").append(shapes).append(" shapes");
    }
    return sentence.toString();
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
