package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;

/**
 * Stores that ran twice in the same rounds, the second time as {@code NAME~twin}. By what the two
 * differ, the machine would have made two equal stores differ. Where a twin is shown to differ, at
 * Delta 0 and the test's alpha over all twins, claims have to exceed what it says of equal stores
 * (ClaimCheck).
 *
 * @param others the results that are compared
 * @param bystanders what the twins measured
 * @param all what was found, a store and a benchmark each
 */
public record Twins(List<SelectedResult> others, List<Observations> bystanders, List<Twin> all) {
  /** Ends the name of a twin. */
  public static final String SUFFIX = "~twin";

  /**
   * A store and its twin in one benchmark.
   *
   * @param row of the twin against the store, over all that both have
   * @param confidence with which the intervals of all twins hold together, for example 0.95
   */
  public record Twin(String name, String benchmark, Superiority row, double confidence) {
    /** Whether the two are shown to differ. */
    public boolean alarms() {
      return row.verdict().isDirectional();
    }

    /** Such as {@code 0.4 % [-1.1, 1.9] (postgres-jsonb against itself, 95 % interval)}. */
    public String summary() {
      Interval interval = row.interval();
      String level = String.format(Locale.ROOT, "%.1f", 100 * confidence);
      return String.format(Locale.ROOT, "%.1f %% ", 100 * row.delta())
          + (interval.bounded()
              ? String.format(
                  Locale.ROOT,
                  "[%.1f, %.1f] (%s against itself, %s %% interval)",
                  100 * interval.lower(),
                  100 * interval.upper(),
                  name,
                  level.replace(".0", ""))
              : "(%s against itself; 3 forks or more give an interval)".formatted(name))
          + (alarms()
              ? "; they differ by more than chance, so claims have to exceed what that says of equal stores"
              : "");
    }
  }

  /** The results without those of twins. */
  public static List<SelectedResult> without(List<SelectedResult> results) {
    return results.stream().filter(result -> parameter(result).isEmpty()).toList();
  }

  private static Optional<String> parameter(SelectedResult result) {
    return result.fields().entrySet().stream()
        .filter(field -> field.getValue().endsWith(SUFFIX))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * Compares twins with their stores.
   *
   * @param results of one run or more, with hosts and rounds
   * @param test as the others are tested; its Delta does not count
   */
  public static Twins of(List<SelectedResult> results, SuperiorityTest test) {
    List<SelectedResult> others = without(results);
    Map<Map<String, String>, SelectedResult> byFields = new LinkedHashMap<>();
    others.forEach(result -> byFields.put(result.fields(), result));
    List<Observations> bystanders = new ArrayList<>();
    Map<List<String>, List<Comparison>> lists = new LinkedHashMap<>();
    List<String> varying = SelectedResult.varying(others);
    for (SelectedResult twin : results) {
      String parameter = parameter(twin).orElse("");
      String name = twin.field(parameter).replace(SUFFIX, "");
      Map<String, String> fields = new LinkedHashMap<>(twin.fields());
      fields.replace(parameter, name);
      SelectedResult store = byFields.get(fields);
      if (!parameter.isEmpty() && store != null) {
        Observations observed = twin.observations();
        bystanders.add(observed);
        List<String> key =
            List.of(name, twin.field(JmhResult.BENCHMARK), observed.quantity().ratioOf());
        Comparison pair = new Comparison(store.label(varying), store.observations(), observed);
        try {
          test.requireTestable(pair);
          lists.computeIfAbsent(key, fresh -> new ArrayList<>()).add(pair);
        } catch (BadInputException e) {
          // no operation ended: the ranking says so
        }
      }
    }
    List<Twin> all = lists.isEmpty() ? List.of() : compared(lists, others, test);
    return new Twins(others, bystanders, all);
  }

  private static List<Twin> compared(
      Map<List<String>, List<Comparison>> lists,
      List<SelectedResult> others,
      SuperiorityTest test) {
    List<Twin> twins = new ArrayList<>();
    try {
      List<SuperiorityReport> reports =
          test.withDelta(0)
              .withTwins(others.stream().map(SelectedResult::observations).toList(), 0)
              .testTogether(List.copyOf(lists.values()));
      for (List<String> key : lists.keySet()) {
        String benchmark = key.get(1).replaceAll("^.*\\.(?=[^.]+\\.[^.]+$)", "");
        Superiority row = reports.get(twins.size()).conclusion();
        twins.add(new Twin(key.get(0), benchmark, row, 1 - test.hypothesis().alpha()));
      }
    } catch (BadInputException e) {
      return List.of(); // of the method, which the ranking says too
    }
    return twins;
  }

  /** Each as a sentence, with its benchmark where there are several. */
  public List<String> sentences() {
    return all.stream()
        .map(twin -> "twin: " + twin.summary() + (all.size() > 1 ? ", " + twin.benchmark() : ""))
        .toList();
  }

  /** What a reader has to know; nothing unless twins differ. */
  public List<Finding> findings() {
    return all.stream()
        .filter(Twin::alarms)
        .map(twin -> new Finding(Finding.Kind.TWIN, twin.name(), twin.summary()))
        .toList();
  }

  /**
   * A test that counts the twins' rounds, and whose claims exceed what a twin says of equal stores.
   */
  public SuperiorityTest in(SuperiorityTest test) {
    double difference =
        all.stream()
            .filter(Twin::alarms)
            .mapToDouble(twin -> Math.abs(twin.row().primary().logRatio()))
            .max()
            .orElse(0);
    return all.isEmpty() ? test : test.withTwins(bystanders, difference);
  }
}
