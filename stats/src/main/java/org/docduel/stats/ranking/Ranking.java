package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.PairwiseTest.Pair;
import org.docduel.stats.verdict.PairwiseTest.Sides;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Verdict;

/**
 * Who is better than whom: the values of one parameter (the subjects), compared in every
 * configuration, which is a value of each other parameter. The console, {@code superiority} and the
 * report print this object.
 *
 * @param test how pairs were tested, and the parameters that make the configurations
 * @param configurations those that two subjects or more have, in order of first appearance
 * @param places the subjects, best first
 * @param pairs the verdicts, in order of first appearance
 * @param limited whether there were too many pairs, so that only those of the best are tested
 */
public record Ranking(
    PairwiseTest test,
    List<Configuration> configurations,
    List<Place> places,
    List<Pair> pairs,
    boolean limited) {
  /** With more pairs only the best subject meets all others. */
  private static final int MOST_PAIRS = 1000;

  /** With more comparisons of pairs and configurations too. */
  private static final int MOST_COMPARISONS = 20_000;

  /** More lines than that nobody reads. */
  private static final int MOST_SENTENCES = 30;

  public Ranking {
    configurations = List.copyOf(configurations);
    places = List.copyOf(places);
    pairs = List.copyOf(pairs);
  }

  /**
   * A case in which subjects meet.
   *
   * @param group its values, as rows of the test name it
   * @param label its values with their parameters; empty where there is but one configuration
   * @param results by subject
   * @param levels the statistic that is compared, by subject
   */
  public record Configuration(
      String group, String label, Map<String, SelectedResult> results, Map<String, Double> levels) {
    public Configuration {
      results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
      levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    }

    private boolean part() {
      return results.values().stream().anyMatch(each -> each.observations().origin().part());
    }

    /** What a subject's level costs: itself, or its reciprocal where more is better. */
    public double cost(String subject) {
      double level = levels.getOrDefault(subject, Double.NaN);
      SelectedResult result = results.get(subject);
      return result != null && result.observations().quantity().moreIsBetter() ? 1 / level : level;
    }

    /** The subject of the smallest cost. */
    public String best() {
      return results.keySet().stream().min(Comparator.comparingDouble(this::cost)).orElseThrow();
    }

    /** How many times the smallest cost a subject's is. */
    public double relative(String subject) {
      return cost(subject) / cost(best());
    }
  }

  /**
   * A subject.
   *
   * @param rank 1 plus the number of subjects that are shown to be better
   * @param relative geometric mean of its costs relative to the best, over the configurations that
   *     all subjects have; over its own where none is common
   * @param wins in how many configurations it is the best
   * @param configurations how many it has
   * @param ties subjects from which it differs by less than Delta
   * @param undecided subjects against which nothing is decided
   */
  public record Place(
      String subject,
      int rank,
      double relative,
      int wins,
      int configurations,
      List<String> ties,
      List<String> undecided) {
    public Place {
      ties = List.copyOf(ties);
      undecided = List.copyOf(undecided);
    }
  }

  /** All pairs of the values of a parameter. */
  public static Ranking of(List<SelectedResult> results, PairwiseTest asked) {
    return of(results, asked, List.of());
  }

  /**
   * Tests pairs and ranks their subjects.
   *
   * @param all what was selected
   * @param asked the test and the parameter
   * @param wanted pairs to test; empty for all
   * @throws org.docduel.stats.jmh.BadInputException if no pair can be compared
   */
  public static Ranking of(List<SelectedResult> all, PairwiseTest asked, List<Sides> wanted) {
    String parameter = asked.parameter();
    List<SelectedResult> results =
        all.stream().filter(result -> !result.field(parameter).isEmpty()).toList();
    List<String> by =
        asked.by().isEmpty()
            ? SelectedResult.varying(results).stream()
                .filter(name -> !name.equals(parameter))
                .toList()
            : asked.by();
    PairwiseTest test = new PairwiseTest(asked.test(), parameter, by);
    List<Configuration> configurations = configurations(results, test);
    List<String> subjects =
        results.stream()
            .map(result -> result.field(parameter))
            .distinct()
            .sorted(Comparator.comparingDouble(subject -> relative(configurations, subject)))
            .toList();
    List<Sides> sides = wanted.isEmpty() ? test.sides(results) : wanted;
    boolean limited =
        wanted.isEmpty()
            && (sides.size() > MOST_PAIRS
                || (long) sides.size() * configurations.size() > MOST_COMPARISONS);
    if (limited) {
      String best = subjects.get(0);
      sides =
          sides.stream()
              .filter(each -> each.baseline().equals(best) || each.candidate().equals(best))
              .toList();
    }
    List<Pair> pairs = test.test(results, sides);
    List<Place> places =
        subjects.stream().map(subject -> place(subject, configurations, pairs, test)).toList();
    return new Ranking(
        test,
        configurations,
        places.stream().sorted(Comparator.comparingInt(Place::rank)).toList(),
        pairs,
        limited);
  }

  private static List<Configuration> configurations(
      List<SelectedResult> results, PairwiseTest test) {
    Map<String, Map<String, SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      groups
          .computeIfAbsent(result.label(test.by()), group -> new LinkedHashMap<>())
          .putIfAbsent(result.field(test.parameter()), result);
    }
    List<Configuration> configurations = new ArrayList<>();
    groups.forEach((group, members) -> {
      if (members.size() > 1) {
        Map<String, Double> levels = new LinkedHashMap<>();
        members.forEach((subject, result) ->
            levels.put(subject, test.test().statistic().level(result.observations())));
        String label = label(members.values().iterator().next(), test.by());
        configurations.add(new Configuration(group, label, members, levels));
      }
    });
    return configurations;
  }

  /**
   * Those that all subjects have, else all: means over different configurations say nothing. Of a
   * mix, the totals.
   */
  private static List<Configuration> common(List<Configuration> all) {
    List<Configuration> totals = all.stream().filter(each -> !each.part()).toList();
    List<Configuration> configurations = totals.isEmpty() ? all : totals;
    Set<String> subjects = new LinkedHashSet<>();
    configurations.forEach(each -> subjects.addAll(each.results().keySet()));
    List<Configuration> common =
        configurations.stream()
            .filter(each -> each.results().keySet().containsAll(subjects))
            .toList();
    return common.isEmpty() ? configurations : common;
  }

  private static double relative(List<Configuration> configurations, String subject) {
    return Math.exp(
        common(configurations).stream()
            .filter(each -> each.results().containsKey(subject))
            .mapToDouble(each -> Math.log(each.relative(subject)))
            .filter(Double::isFinite)
            .average()
            .orElse(Double.POSITIVE_INFINITY));
  }

  private static Place place(
      String subject, List<Configuration> configurations, List<Pair> pairs, PairwiseTest test) {
    double delta = test.test().hypothesis().delta();
    int better = 0;
    List<String> ties = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    for (Pair pair : pairs) {
      boolean candidate = pair.candidate().equals(subject);
      if (!candidate && !pair.baseline().equals(subject)) {
        continue;
      }
      Verdict verdict = pair.row().verdict();
      if (verdict == (candidate ? Verdict.INFERIOR : Verdict.SUPERIOR)) {
        better++;
      } else if (verdict == Verdict.NOT_BETTER
          || verdict == Verdict.INCONCLUSIVE
          || verdict == Verdict.WITHHELD) {
        (verdict != Verdict.WITHHELD && pair.row().isTie(delta) ? ties : undecided)
            .add(candidate ? pair.baseline() : pair.candidate());
      }
    }
    List<Configuration> own =
        configurations.stream().filter(each -> each.results().containsKey(subject)).toList();
    long wins = own.stream().filter(each -> each.best().equals(subject)).count();
    return new Place(
        subject,
        better + 1,
        relative(configurations, subject),
        (int) wins,
        own.size(),
        ties,
        undecided);
  }

  public String parameter() {
    return test.parameter();
  }

  public Quantity quantity() {
    return pairs.get(0).quantity();
  }

  /** Delta, the reduction to be shown. */
  public double delta() {
    return test.test().hypothesis().delta();
  }

  /**
   * The findings of all verdicts. Where there are several pairs, they say of which one, and those
   * about observations of which side: other pairs have it too, and the same findings.
   */
  public List<Finding> findings() {
    Stream<Finding> overall = pairs.stream().flatMap(pair -> named(pair, List.of(pair.row())));
    Stream<Finding> groups =
        pairs.stream()
            .filter(pair -> pairs.stream().anyMatch(each -> each.groups().size() > 1))
            .flatMap(pair -> named(pair, pair.groups()));
    return Stream.concat(overall, groups).distinct().toList();
  }

  private Stream<Finding> named(Pair pair, List<Superiority> rows) {
    return rows.stream()
        .flatMap(row -> row.findings().stream())
        .map(it -> new Finding(it.kind(), subject(pair, it.subject()), it.message()));
  }

  private String subject(Pair pair, String of) {
    if (pairs.size() == 1) {
      return of;
    }
    for (String side : List.of(Finding.OF_BASELINE, Finding.OF_CANDIDATE)) {
      if (of.endsWith(side)) {
        String subject = side.equals(Finding.OF_BASELINE) ? pair.baseline() : pair.candidate();
        return subject + ", " + of.substring(0, of.length() - side.length());
      }
    }
    return pair.candidate() + " against " + pair.baseline() + ", " + of;
  }

  /** The overall verdicts, seen from the first of two subjects. */
  public Map<List<String>, Verdict> verdicts() {
    Map<List<String>, Verdict> verdicts = new HashMap<>();
    pairs.forEach(pair -> put(verdicts, pair, pair.row().verdict()));
    return verdicts;
  }

  /** The verdicts of each group, seen from the first of two subjects. */
  public Map<String, Map<List<String>, Verdict>> verdictsByGroup() {
    Map<String, Map<List<String>, Verdict>> groups = new HashMap<>();
    for (Pair pair : pairs) {
      for (Superiority row : pair.groups()) {
        put(groups.computeIfAbsent(row.group(), group -> new HashMap<>()), pair, row.verdict());
      }
    }
    return groups;
  }

  private static void put(Map<List<String>, Verdict> verdicts, Pair pair, Verdict verdict) {
    verdicts.put(List.of(pair.candidate(), pair.baseline()), verdict);
    verdicts.put(List.of(pair.baseline(), pair.candidate()), reversed(verdict));
  }

  private static Verdict reversed(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> Verdict.INFERIOR;
      case INFERIOR -> Verdict.SUPERIOR;
      default -> verdict;
    };
  }

  /** A subject as a reader sees it: "mongodb", but "payload 4KB". */
  public static String name(String parameter, String value) {
    if (parameter.equals(JmhResult.BENCHMARK)) {
      return value.replaceAll("^.*\\.(?=[^.]+\\.[^.]+$)", "");
    }
    boolean named =
        !value.isEmpty()
            && Character.isLetter(value.charAt(0))
            && !value.equals("true")
            && !value.equals("false");
    return named ? value : parameter + " " + value;
  }

  /** Values with their parameters, as a reader sees them: "payload 4KB · durability full". */
  public static String label(SelectedResult result, Collection<String> parameters) {
    List<String> parts = new ArrayList<>();
    for (String name : parameters) {
      String value = result.label(List.of(name));
      if (!value.isEmpty()) {
        parts.add(name.equals(JmhResult.BENCHMARK) ? value : name + " " + value);
      }
    }
    return String.join(" · ", parts);
  }

  /** The places in one sentence: levels of a single configuration, and factors to the best. */
  public String sentence() {
    List<Configuration> ranked = common(configurations);
    List<String> parts = new ArrayList<>();
    List<String> better = new ArrayList<>();
    for (Place place : places) {
      List<String> notes = new ArrayList<>();
      double factor = place.relative() / places.get(0).relative();
      if (!better.isEmpty() && Double.isFinite(factor)) {
        notes.add(factor(factor));
      }
      named("ties with ", place.ties(), better).ifPresent(notes::add);
      named("undecided against ", place.undecided(), better).ifPresent(notes::add);
      parts.add(said(place.subject(), ranked.size() == 1 ? ranked : List.of(), notes));
      better.add(place.subject());
    }
    return String.join("; ", parts)
        + (ranked.size() > 1 ? "; over " + ranked.size() + " configurations" : "");
  }

  /**
   * A sentence for each configuration, by the levels alone: what differs may be chance, which the
   * verdicts judge. None with a single one, or with more than a reader looks at.
   */
  public List<String> sentences() {
    if (configurations.size() < 2 || configurations.size() > MOST_SENTENCES) {
      return List.of();
    }
    return configurations.stream()
        .map(each -> {
          List<String> parts =
              each.results().keySet().stream()
                  .sorted(Comparator.comparingDouble(each::cost))
                  .map(subject -> {
                    double factor = each.relative(subject);
                    return said(
                        subject, List.of(each), factor > 1 ? List.of(factor(factor)) : List.of());
                  })
                  .toList();
          return each.group() + ": " + String.join("; ", parts);
        })
        .toList();
  }

  private static String said(String subject, List<Configuration> levels, List<String> notes) {
    StringBuilder said = new StringBuilder(subject);
    for (Configuration each : levels) {
      if (each.levels().containsKey(subject)) {
        Quantity quantity =
            Objects.requireNonNull(each.results().get(subject)).observations().quantity();
        said.append(' ').append(Numbers.of(each.levels().get(subject), quantity));
      }
    }
    return notes.isEmpty() ? said.toString() : said + " (" + String.join(", ", notes) + ")";
  }

  private static String factor(double factor) {
    return Numbers.significant(factor, 3) + "x";
  }

  private static Optional<String> named(String words, List<String> names, List<String> among) {
    List<String> those = names.stream().filter(among::contains).toList();
    return those.isEmpty() ? Optional.empty() : Optional.of(words + String.join(", ", those));
  }
}
