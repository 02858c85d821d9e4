package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.OperationCosts.Resource;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/**
 * Where the time of subjects goes in a run with {@code --explain}, and what an operation costs.
 *
 * @param sides of which something is known, in order of first appearance
 */
public record ExplainTables(List<Side> sides) {
  /** What the parts are and are not. */
  public static final String LIMITS =
      "Medians of executions after the timed ones, then means over forks, with intervals of 95 %."
          + " Verdicts are of the timed ones. The wire is measured with as many rows of constants."
          + " What a server does not tell is not explained. Server and client work partly at once,"
          + " so what is not explained may be below zero.";

  /** Seconds that no clock tells. */
  private static final double ROUNDING = 1e-12;

  /** What a client waits for, among the numbers of a side. */
  public static final String CLIENT = "client";

  private static final String REMAINDER = "remainder";

  /** The parts of that in words, by their names among the numbers, and what is left of it. */
  public static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("plan", "planning");
    PARTS.put("execute", "executing");
    PARTS.put("serialise", "detoasting and serialising");
    PARTS.put("wire", "the wire and decoding");
    PARTS.put(REMAINDER, "not explained");
  }

  /**
   * A subject.
   *
   * @param configuration empty where there is but one
   * @param metrics numbers by their names: of executions after the timed ones, a map for each fork,
   *     with times in seconds, and what a timed operation costs
   */
  public record Side(String configuration, String subject, List<Map<String, Double>> metrics) {
    /** A number, such as the seconds that a part takes; NaN where nobody tells it. */
    public double of(String name) {
      return DoubleStream.of(each(name)).average().orElse(Double.NaN);
    }

    private double[] each(String name) {
      return metrics.stream()
          .flatMap(numbers -> Stream.ofNullable(numbers.get(name)))
          .mapToDouble(number -> number)
          .toArray();
    }

    private Interval interval(String part) {
      return Summary.interval(each(part), 0.95);
    }

    private String format(String part) {
      double half = interval(part).upper() - of(part);
      return time(of(part)) + (half > ROUNDING ? " ± " + time(half) : "");
    }

    private String bytesPerRow() {
      return Numbers.bytes(Math.rint(of("bytes") / Math.max(1, of("rows"))));
    }
  }

  /** Looks for what is known of results of which the values of a parameter are compared. */
  public static ExplainTables of(
      List<SidecarFile> sidecars, String parameter, List<SelectedResult> results) {
    List<String> by = new ArrayList<>(SelectedResult.varying(results));
    by.remove(parameter);
    List<Side> sides = new ArrayList<>();
    for (SelectedResult result : results) {
      List<Map<String, Double>> metrics = new ArrayList<>();
      result.results().forEach(timed -> metrics.add(costs(timed)));
      sidecars.stream()
          .flatMap(file -> file.sidecar().explained().stream())
          .filter(fact -> SidecarFile.isAbout(fact.store(), fact.parameters(), result))
          .forEach(fact -> metrics.add(numbers(fact)));
      sides.add(new Side(Ranking.label(result, by), result.field(parameter), metrics));
    }
    sides.removeIf(side -> side.metrics().stream().allMatch(Map::isEmpty));
    return new ExplainTables(sides);
  }

  private static Map<String, Double> costs(JmhResult timed) {
    double updates = metric("throughput", timed);
    MetricUnit unit = timed.primary().unit();
    double score = unit.toObservation(timed.primary().score());
    double operations = unit.isRate() ? score : timed.callsAtOnce() / score;
    double process = metric("client.process", timed);
    double threads = metric("client.cpu", timed) * timed.callsAtOnce();
    JmhResult counted = OperationCosts.UNPRICED.addTo(List.of(timed)).get(0);
    Map<String, Double> costs = new HashMap<>();
    costs.put(
        "client_cpu",
        (Double.isNaN(process) ? threads : process) / 100 / (updates > 0 ? updates : operations));
    costs.put("server_cpu", metric(Resource.CPU.metric(), counted));
    costs.put("wal_bytes", metric(Resource.WAL.metric(), counted));
    double updated = metric("pgstat.updates", timed);
    costs.put("hot_share", updated > 0 ? metric("pgstat.hot_ratio", timed) : Double.NaN);
    costs.values().removeIf(cost -> !Double.isFinite(cost));
    return costs;
  }

  /** The mean of the iterations that have a value; JMH counts one without as 0. */
  private static double metric(String name, JmhResult timed) {
    return timed.metric(name).stream()
        .flatMapToDouble(JmhMetric::finite)
        .average()
        .orElse(Double.NaN);
  }

  private static Map<String, Double> numbers(ExplainFact fork) {
    Map<String, Double> numbers = new HashMap<>(fork.counts());
    fork.millis().forEach((part, millis) -> numbers.put(part, millis / 1e3));
    double remainder = numbers.getOrDefault(CLIENT, Double.NaN);
    for (String part : PARTS.keySet()) {
      remainder -= numbers.getOrDefault(part, 0.0);
    }
    numbers.put(REMAINDER, remainder);
    return numbers;
  }

  /** The sides whose forks told where the time goes, by their configurations. */
  public Map<String, List<Side>> configurations() {
    return sides.stream()
        .filter(side -> side.each(CLIENT).length > 0)
        .collect(
            Collectors.groupingBy(Side::configuration, LinkedHashMap::new, Collectors.toList()));
  }

  /** The fastest side of each configuration against each other one: what makes the difference. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (List<Side> members : configurations().values()) {
      members.sort(Comparator.comparingDouble(side -> side.of(CLIENT)));
      members.stream().skip(1).map(slow -> sentence(members.get(0), slow)).forEach(sentences::add);
    }
    return sentences;
  }

  private static String sentence(Side fast, Side slow) {
    ToDoubleFunction<String> more = part -> slow.of(part) - fast.of(part);
    List<String> parts = new ArrayList<>(PARTS.keySet());
    parts.removeIf(part -> part.equals(REMAINDER) || Double.isNaN(more.applyAsDouble(part)));
    parts.sort(Comparator.comparingDouble(part -> -Math.abs(more.applyAsDouble(part))));
    double remainder = more.applyAsDouble(CLIENT);
    StringBuilder breakdown = new StringBuilder();
    for (String part : parts) {
      remainder -= more.applyAsDouble(part);
      breakdown.append(time(more.applyAsDouble(part))).append(' ').append(PARTS.get(part));
      if (part.equals("serialise") && !slow.bytesPerRow().equals(fast.bytesPerRow())) {
        breakdown.append(
            " (%s a row against %s)".formatted(slow.bytesPerRow(), fast.bytesPerRow()));
      }
      breakdown.append(", ");
    }
    return "%s%s is %sx faster than %s: of %s, %sand %s are not explained.%s"
        .formatted(
            fast.configuration().isEmpty() ? "" : fast.configuration() + ": ",
            fast.subject(),
            Numbers.significant(slow.of(CLIENT) / fast.of(CLIENT), 2),
            slow.subject(),
            time(more.applyAsDouble(CLIENT)),
            breakdown,
            time(remainder),
            slow.interval(CLIENT).lower() > fast.interval(CLIENT).upper()
                ? ""
                : " No intervals set the two apart: this may be chance.");
  }

  private static String time(double seconds) {
    return Numbers.time(Math.abs(seconds) <= ROUNDING ? 0 : seconds, 3); // NaN stays nothing
  }

  /** What each part takes on each side. */
  public Table parts() {
    Columns<Side> columns = sideColumns().count("forks", "forks", side -> side.each(CLIENT).length);
    part(columns, CLIENT, "client waits");
    PARTS.forEach((part, heading) -> part(columns, part, heading));
    List<Side> listedSides = configurations().values().stream().flatMap(List::stream).toList();
    return columns.table("parts", "Where the time goes", listedSides);
  }

  private static void part(Columns<Side> columns, String part, String heading) {
    columns
        .data(part, side -> side.of(part))
        .interval(part + "_", heading, side -> side.interval(part), side -> side.format(part));
  }

  private static Columns<Side> sideColumns() {
    return new Columns<Side>()
        .text("configuration", "configuration", Side::configuration)
        .text("subject", "subject", Side::subject);
  }

  /** What an operation moves, and what the timed ones cost client and server. */
  public Table perOperation() {
    return sideColumns()
        .number("rows", "rows", side -> side.of("rows"), Numbers::tick)
        .number("bytes", "on the wire", side -> side.of("bytes"), Numbers::bytes)
        .number("buffer_hits", "buffers hit", side -> side.of("hits"), Numbers::tick)
        .number("buffer_reads", "buffers read", side -> side.of("reads"), Numbers::tick)
        .number("plan_bytes", "planner's memory", side -> side.of("planBytes"), Numbers::bytes)
        .number("client_cpu", "client's CPU", side -> side.of("client_cpu"), ExplainTables::time)
        .number("server_cpu", "server's CPU", side -> side.of("server_cpu"), ExplainTables::time)
        .number("wal_bytes", "WAL", side -> side.of("wal_bytes"), Numbers::bytes)
        .number("hot_share", "HOT updates", side -> side.of("hot_share"), Numbers::percent)
        .table("per_operation", "Per operation", sides);
  }
}
