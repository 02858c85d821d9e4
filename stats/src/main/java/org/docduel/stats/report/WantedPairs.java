package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ParameterMatch;

/**
 * The pairs of subjects that a reader asked for.
 *
 * @param parameter whose values are compared; empty when nobody said
 * @param among the values that take part, where all pairs are wanted; empty for all values
 * @param wanted pairs of its values; empty for all pairs
 */
public record WantedPairs(Optional<String> parameter, List<String> among, List<Pair> wanted) {

  /** Nothing asked for: the report chooses the parameter and tests all pairs. */
  public static final WantedPairs ALL = new WantedPairs(Optional.empty(), List.of(), List.of());

  /** Copies the lists. */
  public WantedPairs {
    among = List.copyOf(among);
    wanted = List.copyOf(wanted);
  }

  /**
   * Two values of the compared parameter.
   *
   * @param baseline the value to improve upon
   * @param candidate the value said to be better
   */
  public record Pair(String baseline, String candidate) {

    Pair reversed() {
      return new Pair(/* baseline= */ candidate, /* candidate= */ baseline);
    }
  }

  /** All pairs of the values of a parameter. */
  public static WantedPairs of(String parameter) {
    return of(parameter, List.of());
  }

  /**
   * All pairs among some values of a parameter. The others keep their scores but get no verdict.
   *
   * @param parameter the parameter
   * @param among the values that take part; empty for all
   * @return the pairs
   */
  public static WantedPairs of(String parameter, List<String> among) {
    return new WantedPairs(Optional.of(parameter), among, List.of());
  }

  /**
   * Baselines and candidates, matched by their place.
   *
   * @param baselines each of the form NAME=VALUE
   * @param candidates as many, of the same name
   * @throws BadInputException if there are not as many of both, a pair is one value twice, or they
   *     name more than one parameter
   */
  public static WantedPairs of(List<ParameterMatch> baselines, List<ParameterMatch> candidates) {
    if (baselines.size() != candidates.size()) {
      throw new BadInputException(
          "there are %d baselines and %d candidates; give a candidate for each baseline"
              .formatted(baselines.size(), candidates.size()));
    }
    Optional<String> parameter = Optional.empty();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < baselines.size(); i++) {
      String name = parameter.orElse(String.join(",", baselines.get(i).keys()));
      pairs.add(new Pair(value(baselines.get(i), name), value(candidates.get(i), name)));
      if (pairs.get(i).baseline().equals(pairs.get(i).candidate())) {
        throw new BadInputException(
            "'%s' is baseline and candidate; name two values".formatted(baselines.get(i)));
      }
      parameter = Optional.of(name);
    }
    return new WantedPairs(parameter, List.of(), pairs);
  }

  private static String value(ParameterMatch match, String parameter) {
    String value = match.values().get(parameter);
    if (value == null || match.keys().size() != 1) {
      throw new BadInputException(
          "'%s': a report compares the values of one parameter; name the same single parameter in"
                  .formatted(match)
              + " every baseline and candidate, and choose the rest with --where");
    }
    return value;
  }

  /**
   * Checks that the pairs asked for are there.
   *
   * @throws BadInputException naming a value that no study has, or a pair that no group has
   */
  public void requirePresent(List<Study> studies) {
    Set<String> known = new LinkedHashSet<>();
    studies.forEach(study -> known.addAll(study.subjects()));
    for (String value : among) {
      requireKnown(value, known);
    }
    for (Pair pair : wanted) {
      for (String value : List.of(pair.baseline(), pair.candidate())) {
        requireKnown(value, known);
      }
      if (Ranking.meanLogRatio(studies, pair).isEmpty()) {
        throw new BadInputException(
            "no matching pair: %s and %s share no value of the other parameters"
                .formatted(pair.baseline(), pair.candidate()));
      }
    }
  }

  private void requireKnown(String value, Set<String> known) {
    if (!known.contains(value)) {
      throw new BadInputException(
          "no result has %s=%s; there are %s"
              .formatted(parameter.orElse(""), value, String.join(", ", known)));
    }
  }

  /** Those of some subjects that take part. */
  public List<String> among(List<String> subjects) {
    return subjects.stream().filter(subject -> among.isEmpty() || among.contains(subject)).toList();
  }
}
