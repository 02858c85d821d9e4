package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.JmhResult.JmhMetric;

/**
 * Chooses results and the metric to look at, and merges what several files measured for the same
 * parameters.
 *
 * @param metric a secondary metric, or {@link #SCORE}; empty for the one by which a benchmark is
 *     judged: {@link #RESPONSE} of results at an offered rate, else what {@code judged} says, else
 *     JMH's score
 * @param better the direction that is better of a metric that is neither a time nor a rate
 * @param judged the metric by which a benchmark is judged, by its full name
 */
public record Selection(
    ParameterMatch where,
    String metric,
    Optional<Quantity.Better> better,
    Map<String, String> judged) {

  /**
   * A fork may measure one value of these parameters after the other; taken where no sidecar says
   * which results share their forks.
   */
  private static final Set<String> ONE_PROCESS = Set.of("query", "kind");

  /** Of a mix: its kinds of operations, and all of them. */
  private static final String KIND = "kind";

  private static final String TOTAL = "all";

  /** What is compared under an offered rate, most of which is achieved by all. */
  public static final String RESPONSE = "response.p99";

  /** What names of metrics begin with that say what an operation costs. */
  public static final String COST = "cost.";

  /** Asks for JMH's own score, under the name that it has in the file. */
  public static final String SCORE = "primaryMetric";

  /** What names of metrics begin with that have one value for a fork. */
  static final String OF_FORK = "fork.";

  /** The parameter with the seconds that a query may take. */
  public static final String TIME_LIMIT = "timeLimit";

  /** The parameter that holds the offered rate, operations a second; 0 for none. */
  private static final String RATE = "rate";

  /** Every result, by what it is judged. */
  public static final Selection ALL = of("", "");

  /**
   * A selection in words.
   *
   * @param where see {@link ParameterMatch#parse}; empty for every result
   * @param metric a secondary metric, or {@link #SCORE}; empty for what a benchmark is judged by
   */
  public static Selection of(String where, String metric) {
    ParameterMatch match = where.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(where);
    return new Selection(match, metric, Optional.empty(), Map.of());
  }

  /** The metric counted as better when it is lower, or higher; times keep their direction. */
  public Selection with(Quantity.Better direction) {
    return new Selection(where, metric, Optional.of(direction), judged);
  }

  /** The same, where some benchmarks are judged by another metric than JMH's score. */
  public Selection judging(Map<String, String> metrics) {
    return new Selection(where, metric, better, metrics);
  }

  /**
   * What a selection found.
   *
   * @param results what was selected, in order of first appearance
   * @param leftOut results that match but cannot be used, each with the reason
   */
  public record Selected(List<SelectedResult> results, List<String> leftOut) {
    public Selected {
      results = List.copyOf(results);
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * Applies the selection and insists on every result that matches.
   *
   * @return what was selected, in order of first appearance; never empty
   * @throws BadInputException if nothing matches, a field is unknown, the metric is missing, one
   *     file holds the same parameters twice, or an observation is unusable
   */
  public List<SelectedResult> from(List<JmhResult> results) {
    return select(
        results,
        benchmarks(results),
        (result, reason) -> {
          throw reason;
        });
  }

  /**
   * Applies the selection and leaves out what cannot be used.
   *
   * @return what was selected, at least one, and why the rest was not
   * @throws BadInputException if nothing matches, a field is unknown, or nothing can be used
   */
  public Selected usable(List<JmhResult> results) {
    return usable(results, results);
  }

  /**
   * The same of some of the results that are shown together.
   *
   * @param all whose benchmarks have to have different names
   */
  public Selected usable(List<JmhResult> results, List<JmhResult> all) {
    List<String> benchmarks = benchmarks(all);
    List<BadInputException> reasons = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    List<SelectedResult> selected =
        select(
            results,
            benchmarks,
            (result, reason) -> {
              reasons.add(reason);
              String name = JmhResult.displayName(result.benchmark(), benchmarks);
              leftOut.add(name + " " + result.params() + ": " + reason.getMessage());
            });
    if (selected.isEmpty()) {
      throw reasons.get(0);
    }
    return new Selected(selected, leftOut);
  }

  private static List<String> benchmarks(List<JmhResult> results) {
    return results.stream().map(JmhResult::benchmark).distinct().toList();
  }

  /** Selects, and tells what is unusable. */
  private List<SelectedResult> select(
      List<JmhResult> results,
      List<String> benchmarks,
      BiConsumer<JmhResult, BadInputException> unusable) {
    Map<Map<String, String>, List<JmhResult>> groups = new LinkedHashMap<>();
    // Of each benchmark, whether every result at an offered rate has response times.
    Map<String, Boolean> rated = new HashMap<>();
    for (JmhResult result : where.among(results, JmhResult::fields, "")) {
      Map<String, String> fields = result.fields();
      groups.computeIfAbsent(fields, key -> new ArrayList<>()).add(result);
      if (metric.isEmpty() && offersRate(fields)) {
        boolean hasResponseTimes = result.metric(RESPONSE).isPresent();
        rated.merge(
            fields.getOrDefault(JmhResult.BENCHMARK, ""), hasResponseTimes, Boolean::logicalAnd);
      }
    }
    List<SelectedResult> selected = new ArrayList<>();
    groups.forEach((fields, group) -> {
      String benchmark = fields.getOrDefault(JmhResult.BENCHMARK, "");
      String requested = metric.isEmpty() ? judged.getOrDefault(benchmark, SCORE) : metric;
      String compared =
          offersRate(fields) && rated.getOrDefault(benchmark, false)
              ? RESPONSE
              : requested.equals(SCORE) ? "" : requested;
      List<JmhResult> used = new ArrayList<>();
      List<Observations> parts = new ArrayList<>();
      for (JmhResult result : group) {
        try {
          requireOnlyOneOf(result, used, benchmarks);
          Observations observed =
              metricOf(result, compared).observations(result.source()).after(result.warmUps());
          if (!parts.isEmpty()) {
            parts.get(0).requireSameQuantity(observed);
          }
          parts.add(
              better.or(() -> lowerIsBetter(compared)).map(observed::withBetter).orElse(observed));
          used.add(result);
        } catch (BadInputException e) {
          unusable.accept(result, e);
        }
      }
      if (!used.isEmpty()) {
        Map<String, String> process = new LinkedHashMap<>(fields);
        boolean several = process.keySet().removeAll(ONE_PROCESS);
        boolean part = !fields.getOrDefault(KIND, TOTAL).equals(TOTAL);
        Observations all = Observations.concat(parts);
        Map<String, String> processes = new HashMap<>();
        if (several) {
          all.machines().forEach(file -> processes.put(file, process.toString()));
        }
        String name = JmhResult.displayName(benchmark, benchmarks);
        selected.add(new SelectedResult(fields, used, compared, all.by(processes, part), name));
      }
    });
    return selected;
  }

  /**
   * The fields of all that the forks of a result measured: every query, every kind of operation.
   */
  public static Map<String, String> ofWholeForks(Map<String, String> fields) {
    Map<String, String> whole = new LinkedHashMap<>(fields);
    ONE_PROCESS.forEach(parameter -> whole.replace(parameter, TOTAL));
    return whole;
  }

  /** What an operation costs is better when it is lower. */
  private static Optional<Quantity.Better> lowerIsBetter(String metric) {
    return metric.startsWith(COST) ? Optional.of(Quantity.Better.LOWER) : Optional.empty();
  }

  private static void requireOnlyOneOf(
      JmhResult result, List<JmhResult> used, List<String> benchmarks) {
    String file = result.source().file();
    if (used.stream().anyMatch(other -> other.source().file().equals(file))) {
      throw new BadInputException(
          "%s: duplicate result: the file holds %s %s twice; keep one, or split the file"
              .formatted(
                  result.source(),
                  JmhResult.displayName(result.benchmark(), benchmarks),
                  result.params()));
    }
  }

  /** Whether operations come at a rate of their own, whatever the store manages. */
  public static boolean offersRate(Map<String, String> fields) {
    return Magnitude.of(fields.getOrDefault(RATE, "")).orElse(0) > 0;
  }

  private static JmhMetric metricOf(JmhResult result, String metric) {
    if (metric.isEmpty()) {
      return result.primary();
    }
    Set<String> names = result.secondary().keySet();
    return result
        .metricOfForks(metric)
        .orElseThrow(() ->
            new BadInputException(
                "%s: has no metric '%s'; it has %s"
                    .formatted(
                        result.source(),
                        metric,
                        names.isEmpty() ? "none besides the primary" : String.join(", ", names))));
  }

  /**
   * What several machines measured for the same benchmark, mode, threads and parameters.
   *
   * @param fields the values as they are shown; a sidecar may have told another product than the
   *     store's name
   * @param results the results, one per file
   * @param metric the selected metric; empty for JMH's score
   * @param observations their observations of the selected metric, file after file
   * @param benchmarkName the benchmark as labels show it: without its package, unless another
   *     package has one of the same name
   */
  public record SelectedResult(
      Map<String, String> fields,
      List<JmhResult> results,
      String metric,
      Observations observations,
      String benchmarkName) {

    /** Results whose benchmark is shown without its package. */
    public SelectedResult(
        Map<String, String> fields,
        List<JmhResult> results,
        String metric,
        Observations observations) {
      this(
          fields,
          results,
          metric,
          observations,
          JmhResult.withoutPackage(fields.getOrDefault(JmhResult.BENCHMARK, "")));
    }

    public SelectedResult {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
      results = List.copyOf(results);
    }

    /**
     * The fields in which results differ, in order of first appearance; a missing field counts as a
     * value.
     */
    public static List<String> varying(Collection<SelectedResult> results) {
      Set<String> fields = new LinkedHashSet<>();
      results.forEach(result -> fields.addAll(result.fields().keySet()));
      return fields.stream()
          .filter(field -> results.stream().map(r -> r.field(field)).distinct().count() > 1)
          .toList();
    }

    /** What tells results apart: the benchmark, and the parameters that vary within one. */
    public static List<String> distinguishing(List<SelectedResult> results) {
      Set<String> within = new HashSet<>(List.of(JmhResult.BENCHMARK));
      results.stream()
          .collect(Collectors.groupingBy(result -> result.field(JmhResult.BENCHMARK)))
          .values()
          .forEach(group -> within.addAll(varying(group)));
      return varying(results).stream().filter(within::contains).toList();
    }

    /**
     * Checks that there are parameters of some names.
     *
     * @throws BadInputException if no result has one of them
     */
    public static void requireKnown(Collection<String> names, Collection<SelectedResult> results) {
      ParameterMatch.requireKnown(names, results.stream().map(SelectedResult::fields).toList());
    }

    /** Why neither of two results stands for a side in a group. */
    public BadInputException besides(SelectedResult earlier, String side, String group) {
      return new BadInputException(
          "%s has several results for %s: they differ in %s; name it in --by or fix it with --where"
              .formatted(side, group, String.join(", ", varying(List.of(earlier, this)))));
    }

    /**
     * The metric iteration by iteration. Where each fork is compared by one value, such as a
     * percentile of all its operations, the same of each of its iterations, as far as it was
     * measured.
     */
    public Observations iterations() {
      String each = metric.replaceFirst("^" + OF_FORK, "");
      boolean isOfForks = results.stream().anyMatch(r -> r.metric(OF_FORK + each).isPresent());
      List<Observations> parts =
          results.stream()
              .filter(result -> isOfForks && !metric.isEmpty())
              .flatMap(result ->
                  result
                      .metric(each)
                      .filter(measured -> !measured.forks().isEmpty())
                      .map(measured -> measured.observations(result.source()))
                      .map(measured -> measured.after(result.warmUps()))
                      .stream())
              .toList();
      return parts.isEmpty() ? observations : Observations.concat(parts);
    }

    /** Which forks did not end, of a run that was interrupted; empty when all did. */
    public String unfinished() {
      return results.stream()
          .map(JmhResult::unfinished)
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining("; "));
    }

    /** The same with other observations. */
    public SelectedResult with(Observations changed) {
      return new SelectedResult(fields, results, metric, changed, benchmarkName);
    }

    /** The same with other values shown. */
    public SelectedResult shownAs(Map<String, String> displayFields) {
      return new SelectedResult(displayFields, results, metric, observations, benchmarkName);
    }

    /** The values that the result was measured with, by which it is selected. */
    public Map<String, String> measured() {
      return results.isEmpty() ? fields : results.get(0).fields();
    }

    /** Whether it took the time at which a query was cut off, which is a lower bound. */
    public boolean isCutOff() {
      double max = Arrays.stream(observations.values()).max().orElse(0);
      return field(TIME_LIMIT).matches("[1-9][0-9]{0,8}")
          && max / Double.parseDouble(field(TIME_LIMIT)) >= 1 - 1e-9;
    }

    /** Whether the numbers are achieved rates where a rate was offered. */
    public boolean isOfferedRate() {
      return metric.isEmpty() && offersRate(fields);
    }

    /** Whether operations come one by one, at a rate or as fast as they can: each handles one. */
    public boolean handlesOne() {
      return fields.containsKey(RATE);
    }

    /**
     * How many items are handled in a second, by all threads together.
     *
     * @param items a number, or the parameter that says how many one operation handles
     * @param level the mean of the metric
     * @return NaN where the parameter does not say it, or the metric is no time and no rate
     */
    public double itemsPerSecond(String items, double level) {
      boolean number = !items.isEmpty() && Character.isDigit(items.charAt(0));
      double count =
          number || !handlesOne()
              ? Magnitude.of(number ? items : field(items)).orElse(Double.NaN)
              : Double.NaN;
      return switch (observations.quantity().kind()) {
        case RATE -> count * level;
        case TIME -> count * callsAtOnce() / level;
        case OTHER -> Double.NaN;
      };
    }

    /** How many calls of the benchmark end within the time of an observation. */
    public long callsAtOnce() {
      return metric.isEmpty() ? results.get(0).callsAtOnce() : 1;
    }

    /** The value of a field, or the empty string when the result has no such field. */
    public String field(String name) {
      return fields.getOrDefault(name, "");
    }

    /** A label made of the values of some fields; no field gives {@code all}. */
    public String label(Collection<String> names) {
      return names.isEmpty()
          ? "all"
          : names.stream()
              .map(name ->
                  name.equals(JmhResult.BENCHMARK) && !field(name).isEmpty()
                      ? benchmarkName
                      : field(name))
              .collect(Collectors.joining(", "));
    }
  }
}
