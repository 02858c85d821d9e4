package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;

/**
 * Who is better than whom: the values of one parameter (the subjects), compared in every
 * configuration, which is a value of each other parameter. The console, {@code superiority} and the
 * report print this object.
 *
 * @param by the parameters that make the configurations
 * @param configurations those that two subjects or more have, in order of first appearance
 * @param pairs the verdicts, each value against every earlier one; all pairs are one family, and
 *     all configurations of all pairs another
 * @param verdicts by group and two subjects, seen from the first; the overall ones have the empty
 *     group
 * @param missing sentences about the pairs that are not tested
 */
public record Ranking(
    SuperiorityTest test,
    String parameter,
    List<String> by,
    List<Configuration> configurations,
    List<Place> places,
    List<Pair> pairs,
    Map<List<String>, Verdict> verdicts,
    List<String> missing) {
  /** With more pairs only the best subject meets all others. */
  private static final int MAX_PAIRS = 1000;

  /** With more comparisons of pairs and configurations too. */
  private static final int MAX_COMPARISONS = 20_000;

  /** More lines than that nobody reads. */
  private static final int MAX_SENTENCES = 30;

  private static final int MAX_LISTED = 5;

  /**
   * A pair and its verdicts.
   *
   * @param groups a row for each configuration that both have
   * @param row the stratified overall row, or the row of the only configuration
   * @param unpaired configurations that only one of the two has, or that cannot be tested
   */
  public record Pair(
      String baseline,
      String candidate,
      List<Superiority> groups,
      Superiority row,
      List<String> unpaired) {
    /** Whether it is about a subject. */
    public boolean has(String subject) {
      return baseline.equals(subject) || candidate.equals(subject);
    }

    /** Whom a subject of it meets. */
    public String other(String subject) {
      return candidate.equals(subject) ? baseline : candidate;
    }
  }

  /**
   * A case in which subjects meet.
   *
   * @param group its values, as rows of the test name it
   * @param label its values with their parameters; empty where there is but one configuration
   * @param levels the statistic that is compared, by subject
   */
  public record Configuration(
      String group, String label, Map<String, SelectedResult> results, Map<String, Double> levels) {
    private static Configuration of(
        Map<String, SelectedResult> group, List<String> by, SuperiorityTest test) {
      Map<String, Double> levels = new LinkedHashMap<>();
      group.forEach(
          (subject, result) -> levels.put(subject, test.statistic().level(result.observations())));
      SelectedResult first = group.values().iterator().next();
      return new Configuration(first.label(by), Ranking.label(first, by), group, levels);
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

    /** The subjects, that of the smallest cost first. */
    public List<String> ordered() {
      return results.keySet().stream().sorted(Comparator.comparingDouble(this::cost)).toList();
    }

    /** The subject of the smallest cost. */
    public String best() {
      return ordered().get(0);
    }

    /** How many times the smallest cost a subject's is. */
    public double relative(String subject) {
      return cost(subject) / cost(best());
    }

    private String format(String subject) {
      SelectedResult result = results.get(subject);
      return result == null
          ? subject
          : subject
              + " "
              + Numbers.of(
                  levels.getOrDefault(subject, Double.NaN), result.observations().quantity());
    }
  }

  /**
   * A subject.
   *
   * @param rank 1 plus the number of subjects that are shown to be faster, by however little
   * @param relative geometric mean of its costs relative to the best, over the configurations that
   *     all subjects have; over its own where none is common
   * @param wins in how many configurations it is the best
   * @param ties subjects with the verdict same within Delta
   * @param undecided subjects against which nothing is decided
   */
  public record Place(
      String subject,
      int rank,
      double relative,
      int wins,
      int configurations,
      List<String> ties,
      List<String> undecided) {}

  /**
   * Tests all pairs of the values of a parameter and ranks their subjects.
   *
   * @param groupBy the parameters that make the configurations; empty for all that vary
   * @throws BadInputException if no pair can be compared
   */
  public static Ranking of(
      List<SelectedResult> selected, SuperiorityTest test, String parameter, List<String> groupBy) {
    List<SelectedResult> results =
        selected.stream().filter(result -> !result.field(parameter).isEmpty()).toList();
    SelectedResult.requireKnown(groupBy, selected);
    List<String> by = new ArrayList<>(groupBy);
    if (by.isEmpty()) {
      by.addAll(SelectedResult.varying(results));
      by.remove(parameter);
    }
    Map<String, BadInputException> ambiguous = new LinkedHashMap<>();
    Map<String, Map<String, SelectedResult>> groups = groups(results, parameter, by, ambiguous);
    List<String> allSubjects =
        results.stream().map(result -> result.field(parameter)).distinct().toList();
    List<Meeting> all = Meeting.all(parameter, allSubjects);
    Set<String> comparable = new HashSet<>();
    all.forEach(each -> comparable.addAll(List.of(each.baseline(), each.candidate())));
    List<String> unmatched =
        allSubjects.stream().filter(subject -> !comparable.contains(subject)).toList();
    comparable.removeAll(ambiguous.keySet());
    groups.values().forEach(group -> group.keySet().retainAll(comparable));
    List<Configuration> configurations =
        groups.values().stream()
            .filter(group -> group.size() > 1)
            .map(group -> Configuration.of(group, by, test))
            .toList();
    List<Configuration> ranked = common(configurations);
    Map<String, Double> relative = new LinkedHashMap<>();
    allSubjects.forEach(subject -> relative.put(subject, relative(ranked, subject)));
    List<String> subjects = new ArrayList<>(allSubjects);
    subjects.removeAll(unmatched);
    subjects.sort(Comparator.comparingDouble(relative::get));
    String best = subjects.get(0);
    boolean limited =
        all.size() > MAX_PAIRS || (long) all.size() * configurations.size() > MAX_COMPARISONS;
    Map<Boolean, List<Meeting>> meetings =
        all.stream()
            .filter(each -> !limited || each.has(best))
            .map(each -> each.paired(groups, ambiguous, test))
            .collect(Collectors.partitioningBy(each -> !each.pairs().comparisons().isEmpty()));
    List<Meeting> met = meetings.getOrDefault(true, List.of());
    List<Meeting> unmet = meetings.getOrDefault(false, List.of());
    if (met.isEmpty()) {
      throw unmet.get(0).reason();
    }
    Iterator<SuperiorityReport> reports =
        test.testTogether(met.stream().map(each -> each.pairs().comparisons()).toList()).iterator();
    List<Pair> pairs = met.stream().map(each -> each.judged(reports.next())).toList();
    List<Place> places = new ArrayList<>();
    for (String subject : subjects) {
      List<Pair> subjectPairs = pairs.stream().filter(pair -> pair.has(subject)).toList();
      if (!subjectPairs.isEmpty()) {
        double factor = relative.getOrDefault(subject, Double.POSITIVE_INFINITY);
        places.add(place(subject, factor, configurations, subjectPairs));
      }
    }
    places.sort(Comparator.comparingInt(Place::rank));
    List<String> missing = new ArrayList<>();
    if (!unmatched.isEmpty()) {
      List<String> names =
          unmatched.stream().map(subject -> name(parameter, subject, allSubjects)).toList();
      String some = Printable.some(names, MAX_LISTED, ", ");
      missing.add("Not compared, as no other is of the same class: " + some + ".");
    }
    if (limited) {
      missing.add("Of so many pairs only those of the fastest are tested.");
    }
    if (!unmet.isEmpty()) {
      String some =
          Printable.some(unmet.stream().map(Meeting::toString).toList(), MAX_LISTED, "; ");
      missing.add("Not compared in any configuration: " + some + ".");
    }
    ambiguous.values().stream()
        .limit(MAX_LISTED)
        .forEach(reason -> missing.add(reason.getMessage() + "."));
    return new Ranking(
        test, parameter, by, configurations, places, pairs, verdicts(pairs), missing);
  }

  /**
   * The results by their values of some parameters, and by subject.
   *
   * @param ambiguous takes the subjects that have several results in a group, and why that is bad
   */
  private static Map<String, Map<String, SelectedResult>> groups(
      List<SelectedResult> results,
      String parameter,
      List<String> by,
      Map<String, BadInputException> ambiguous) {
    Map<String, Map<String, SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      String group = result.label(by);
      String subject = result.field(parameter);
      SelectedResult earlier =
          groups.computeIfAbsent(group, key -> new LinkedHashMap<>()).putIfAbsent(subject, result);
      if (earlier != null) {
        ambiguous.putIfAbsent(subject, result.besides(earlier, subject, group));
      }
    }
    return groups;
  }

  /** Whether some configurations are parts of others, which stand for them where all are one. */
  public boolean hasTotals() {
    return configurations.stream().map(Configuration::part).distinct().count() == 2;
  }

  /** How many groups of a pair its overall row averages: of a mix the totals. */
  int averaged(Pair pair) {
    int count = counted(pair).size();
    return count == 0 ? pair.groups().size() : count;
  }

  /** The rows of a pair in the configurations that count over all. */
  public List<Superiority> counted(Pair pair) {
    Set<String> groups = counted().stream().map(Configuration::group).collect(Collectors.toSet());
    return pair.groups().stream().filter(row -> groups.contains(row.group())).toList();
  }

  /**
   * The pairs of a subject whose ratio is shown to depend on the configuration, tested together at
   * the level of the verdicts.
   */
  public List<Pair> interactions(String subject) {
    List<Pair> own = pairs.stream().filter(pair -> pair.has(subject)).toList();
    double level = test.hypothesis().alpha() / own.size();
    return own.stream()
        .filter(pair ->
            Interaction.p(counted(pair).stream().map(Superiority::primary).toList()) < level)
        .toList();
  }

  /** The configurations that count over all: of a mix the totals. */
  public List<Configuration> counted() {
    return counted(configurations);
  }

  private static List<Configuration> counted(List<Configuration> all) {
    List<Configuration> totals = all.stream().filter(each -> !each.part()).toList();
    return totals.isEmpty() ? all : totals;
  }

  /**
   * Those that count and all subjects have, else all that count: means over different
   * configurations say nothing.
   */
  private static List<Configuration> common(List<Configuration> all) {
    List<Configuration> configurations = counted(all);
    List<String> subjects =
        configurations.stream().flatMap(each -> each.results().keySet().stream()).toList();
    List<Configuration> common =
        configurations.stream()
            .filter(each -> each.results().keySet().containsAll(subjects))
            .toList();
    return common.isEmpty() ? configurations : common;
  }

  private static double relative(List<Configuration> configurations, String subject) {
    return Math.exp(
        configurations.stream()
            .filter(each -> each.results().containsKey(subject))
            .mapToDouble(each -> Math.log(each.relative(subject)))
            .filter(factor -> !Double.isNaN(factor)) // one that did nothing is infinitely slow
            .average()
            .orElse(Double.POSITIVE_INFINITY));
  }

  private static Place place(
      String subject, double relative, List<Configuration> configurations, List<Pair> pairs) {
    int better = 0;
    List<String> ties = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    for (Pair pair : pairs) {
      Verdict verdict = pair.row().verdict();
      switch (pair.candidate().equals(subject) ? verdict : verdict.mirrored()) {
        case SLOWER, SLOWER_BY_DELTA -> better++;
        case SAME -> ties.add(pair.other(subject));
        case UNDECIDED, WITHHELD -> undecided.add(pair.other(subject));
        default -> {}
      }
    }
    List<Configuration> measured =
        counted(configurations).stream()
            .filter(each -> each.results().containsKey(subject))
            .toList();
    long wins = measured.stream().filter(each -> each.best().equals(subject)).count();
    return new Place(subject, better + 1, relative, (int) wins, measured.size(), ties, undecided);
  }

  /** The verdict in a group, or over all, seen from one subject; too few where none was tested. */
  public Verdict verdict(String group, String subject, String other) {
    return verdicts.getOrDefault(List.of(group, subject, other), Verdict.TOO_FEW);
  }

  public Quantity quantity() {
    return pairs.get(0).row().quantity();
  }

  /** Delta, the reduction to be shown. */
  public double delta() {
    return test.hypothesis().delta();
  }

  /** Whether some pair meets in several configurations. */
  boolean grouped() {
    return pairs.stream().anyMatch(pair -> pair.groups().size() > 1);
  }

  /**
   * The findings of all verdicts. Where there are several pairs, they say of which one, and those
   * about observations of which side: other pairs have it too, and the same findings.
   */
  public List<Finding> findings() {
    Stream<Finding> overall = pairs.stream().flatMap(pair -> findingsOf(pair, List.of(pair.row())));
    Stream<Finding> groups =
        pairs.stream().filter(pair -> grouped()).flatMap(pair -> findingsOf(pair, pair.groups()));
    return Stream.concat(overall, groups).distinct().toList();
  }

  private Stream<Finding> findingsOf(Pair pair, List<Superiority> rows) {
    return rows.stream()
        .flatMap(row -> row.findings().stream())
        .map(finding ->
            new Finding(finding.kind(), subject(pair, finding.subject()), finding.message()));
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

  private static Map<List<String>, Verdict> verdicts(List<Pair> pairs) {
    Map<List<String>, Verdict> verdicts = new HashMap<>();
    for (Pair pair : pairs) {
      pair.groups().forEach(row -> put(verdicts, row.group(), pair, row.verdict()));
      put(verdicts, "", pair, pair.row().verdict());
    }
    return verdicts;
  }

  private static void put(
      Map<List<String>, Verdict> verdicts, String group, Pair pair, Verdict verdict) {
    verdicts.put(List.of(group, pair.candidate(), pair.baseline()), verdict);
    verdicts.put(List.of(group, pair.baseline(), pair.candidate()), verdict.mirrored());
  }

  /** A subject as a reader sees it. */
  public String name(String subject) {
    return name(parameter, subject, places.stream().map(Place::subject).toList());
  }

  /**
   * A subject as a reader sees it: "mongodb", but "payload 4KB".
   *
   * @param subjects all of them
   */
  public static String name(String parameter, String value, Collection<String> subjects) {
    if (parameter.equals(JmhResult.BENCHMARK)) {
      return JmhResult.displayName(value, subjects);
    }
    boolean isName = value.matches("\\p{L}.*") && !value.matches("true|false");
    return isName ? value : parameter + " " + value;
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
      note(notes, "ties with ", place.ties(), better);
      note(notes, "undecided against ", place.undecided(), better);
      String text = ranked.size() == 1 ? ranked.get(0).format(place.subject()) : place.subject();
      parts.add(notes.isEmpty() ? text : text + " (" + String.join(", ", notes) + ")");
      better.add(place.subject());
    }
    return String.join("; ", parts)
        + (ranked.size() > 1 ? "; over " + ranked.size() + " configurations" : "");
  }

  private static void note(
      List<String> notes, String prefix, List<String> names, List<String> among) {
    List<String> those = names.stream().filter(among::contains).toList();
    if (!those.isEmpty()) {
      notes.add(prefix + String.join(", ", those));
    }
  }

  /**
   * A sentence for each configuration, by the levels alone: what differs may be chance, which the
   * verdicts judge. None with a single one, or with more than a reader looks at.
   */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (configurations.size() > 1 && configurations.size() <= MAX_SENTENCES) {
      for (Configuration each : configurations) {
        List<String> parts = new ArrayList<>();
        for (String subject : each.ordered()) {
          double factor = each.relative(subject);
          parts.add(each.format(subject) + (factor > 1 ? " (" + factor(factor) + ")" : ""));
        }
        sentences.add(each.group() + ": " + String.join("; ", parts));
      }
    }
    return sentences;
  }

  private static String factor(double factor) {
    return Numbers.significant(factor, 3) + "x";
  }
}
