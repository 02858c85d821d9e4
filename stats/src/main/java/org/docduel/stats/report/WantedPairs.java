package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.verdict.PairwiseTest.Sides;

/**
 * Who meets whom in a report.
 *
 * @param subjects the compared parameter, empty when nobody said, and those of its values that take
 *     part
 * @param wanted pairs of its values; empty for all pairs
 */
public record WantedPairs(ComparedSubjects subjects, List<Sides> wanted) {
  /** Nothing asked for: the report chooses the parameter and tests all pairs. */
  public static final WantedPairs ALL = of(new ComparedSubjects("", List.of()));

  /** Copies the list. */
  public WantedPairs {
    wanted = List.copyOf(wanted);
  }

  /** All pairs. The values that take no part keep their scores but get no verdict. */
  public static WantedPairs of(ComparedSubjects subjects) {
    return new WantedPairs(subjects, List.of());
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
    String parameter = String.join(",", baselines.get(0).keys());
    List<Sides> pairs = new ArrayList<>();
    for (int i = 0; i < baselines.size(); i++) {
      Sides pair =
          new Sides(value(baselines.get(i), parameter), value(candidates.get(i), parameter));
      if (pair.baseline().equals(pair.candidate())) {
        throw new BadInputException(
            "'%s' is baseline and candidate; name two values".formatted(baselines.get(i)));
      }
      pairs.add(pair);
    }
    return new WantedPairs(new ComparedSubjects(parameter, List.of()), pairs);
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

  /** The compared parameter; empty when nobody said. */
  Optional<String> parameter() {
    return Optional.of(subjects.parameter()).filter(name -> !name.isEmpty());
  }
}
