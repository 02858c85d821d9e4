package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Selection.SelectedResult;
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

  /** What a client waits for. */
  public static final Part CLIENT = new Part("client", "client waits");

  private static final Part REMAINDER = new Part("remainder", "not explained");

  /** The parts of that, and what is left of it. */
  public static final List<Part> PARTS =
      List.of(
          new Part("plan", "planning"),
          new Part("execute", "executing"),
          new Part("serialise", "detoasting and serialising"),
          new Part("wire", "the wire and decoding"),
          REMAINDER);

  /** A part of an operation's time, by its key among a fork's numbers. */
  public record Part(String key, String words) {}

  /**
   * A subject.
   *
   * @param configuration empty where there is but one
   * @param forks what they told of executions after the timed ones, times in seconds
   */
  public record Side(
      String configuration, String subject, List<Map<String, Double>> forks, SelectedResult timed) {
    /** What a part takes, in seconds; NaN where the server does not tell. */
    public double of(Part part) {
      return mean(part.key());
    }

    private double mean(String key) {
      return DoubleStream.of(each(key)).average().orElse(Double.NaN);
    }

    private double[] each(String key) {
      return forks.stream().mapToDouble(fork -> fork.getOrDefault(key, Double.NaN)).toArray();
    }

    private Interval interval(Part part) {
      return Summary.interval(each(part.key()), 0.95);
    }

    private String shown(Part part) {
      double half = interval(part).upper() - of(part);
      return time(of(part)) + (half > 1e-12 ? " ± " + time(half) : ""); // else it is rounding
    }

    private double more(Part part, Side than) {
      return of(part) - than.of(part);
    }

    private String bytesPerRow() {
      return Numbers.bytes(Math.rint(mean("bytes") / Math.max(1, mean("rows"))));
    }

    /** The mean of the iterations that have a value; JMH counts one without as 0. */
    private double metric(String name) {
      return timed.results().stream()
          .flatMap(result -> result.metric(name).stream())
          .flatMap(found -> found.rawData().stream().flatMap(List::stream))
          .mapToDouble(value -> value)
          .filter(Double::isFinite)
          .average()
          .orElse(Double.NaN);
    }

    /** Operations a second, whatever metric is compared. */
    private double rate() {
      double told = metric("throughput");
      return told > 0
          ? told
          : timed.results().stream()
              .mapToDouble(ExplainTables::perSecond)
              .average()
              .orElse(Double.NaN);
    }

    /** Of the process, or of as many threads as the one that was watched. */
    private double clientCpu() {
      double process = metric("client.process");
      double threads = metric("client.cpu") * timed.results().get(0).callsAtOnce();
      return (Double.isNaN(process) ? threads : process) / 100 / rate();
    }

    private double serverCpu() {
      return metric("servercpu.busy") / 100 / rate();
    }

    private double wal() {
      return metric(metric("throughput") > 0 ? "pgstat.wal_per_update" : "pgstat.wal");
    }

    private boolean isUnknown() {
      return forks.isEmpty()
          && DoubleStream.of(clientCpu(), serverCpu(), wal()).allMatch(Double::isNaN);
    }

    private double hotShare() {
      return metric("pgstat.wal_per_update") > 0 ? metric("pgstat.hot_ratio") : Double.NaN;
    }
  }

  /** Looks for what is known of results of which the values of a parameter are compared. */
  public static ExplainTables of(
      List<SidecarFile> sidecars, String parameter, List<SelectedResult> results) {
    List<String> by = new ArrayList<>(SelectedResult.varying(results));
    by.remove(parameter);
    List<Side> sides = new ArrayList<>();
    for (SelectedResult result : results) {
      Set<Map.Entry<String, String>> measured = result.measured().entrySet();
      List<Map<String, Double>> forks =
          sidecars.stream()
              .flatMap(file -> file.sidecar().explained().stream())
              .filter(fact -> measured.containsAll(fact.parameters().entrySet()))
              .map(ExplainTables::numbers)
              .toList();
      sides.add(new Side(Ranking.label(result, by), result.field(parameter), forks, result));
    }
    sides.removeIf(Side::isUnknown);
    return new ExplainTables(sides);
  }

  /** JMH's score, as operations a second. */
  private static double perSecond(JmhResult result) {
    MetricUnit unit = result.primary().unit();
    double score = result.primary().score();
    return unit.isRate()
        ? unit.toObservation(score)
        : result.callsAtOnce() / unit.inSeconds(score).orElse(Double.NaN);
  }

  private static Map<String, Double> numbers(ExplainFact fork) {
    Map<String, Double> numbers = new HashMap<>(fork.counts());
    fork.millis().forEach((part, millis) -> numbers.put(part, millis / 1e3));
    double left = numbers.getOrDefault(CLIENT.key(), Double.NaN);
    for (Part part : PARTS) {
      left -= numbers.getOrDefault(part.key(), 0.0);
    }
    numbers.put(REMAINDER.key(), left);
    return numbers;
  }

  /** The sides whose forks told where the time goes, by their configurations. */
  public Map<String, List<Side>> configurations() {
    return sides.stream()
        .filter(side -> !side.forks().isEmpty())
        .collect(
            Collectors.groupingBy(Side::configuration, LinkedHashMap::new, Collectors.toList()));
  }

  /** The fastest side of each configuration against each other one: what makes the difference. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    configurations()
        .forEach((configuration, members) -> {
          members.sort(Comparator.comparingDouble(side -> side.of(CLIENT)));
          String where = configuration.isEmpty() ? "" : configuration + ": ";
          for (Side slow : members.subList(1, members.size())) {
            sentences.add(where + sentence(members.get(0), slow));
          }
        });
    return sentences;
  }

  private static String sentence(Side fast, Side slow) {
    List<Part> told = new ArrayList<>(PARTS);
    told.removeIf(part -> part.equals(REMAINDER) || Double.isNaN(slow.more(part, fast)));
    told.sort(Comparator.comparingDouble(part -> -Math.abs(slow.more(part, fast))));
    double left = slow.more(CLIENT, fast);
    StringBuilder words = new StringBuilder();
    for (Part part : told) {
      left -= slow.more(part, fast);
      words.append(time(slow.more(part, fast))).append(' ').append(part.words());
      if (part.key().equals("serialise") && !slow.bytesPerRow().equals(fast.bytesPerRow())) {
        words.append(" (%s a row against %s)".formatted(slow.bytesPerRow(), fast.bytesPerRow()));
      }
      words.append(", ");
    }
    boolean apart = slow.interval(CLIENT).lower() > fast.interval(CLIENT).upper();
    return "%s is %sx faster than %s: of %s, %sand %s are not explained.%s"
        .formatted(
            fast.subject(),
            Numbers.significant(slow.of(CLIENT) / fast.of(CLIENT), 2),
            slow.subject(),
            time(slow.more(CLIENT, fast)),
            words,
            time(left),
            apart ? "" : " No intervals set the two apart: this may be chance.");
  }

  private static String time(double seconds) {
    return Numbers.time(seconds, 3);
  }

  /** What each part takes on each side. */
  public Table parts() {
    Columns<Side> columns = named().count("forks", "forks", side -> side.forks().size());
    part(columns, CLIENT);
    PARTS.forEach(part -> part(columns, part));
    List<Side> told = configurations().values().stream().flatMap(List::stream).toList();
    return columns.table("parts", "Where the time goes", told);
  }

  private static void part(Columns<Side> columns, Part part) {
    columns
        .data(part.key(), side -> side.of(part))
        .data(part.key() + "_lower", side -> side.interval(part).lower())
        .data(part.key() + "_upper", side -> side.interval(part).upper())
        .shown(part.words(), side -> side.shown(part));
  }

  private static Columns<Side> named() {
    return new Columns<Side>()
        .text("configuration", "configuration", Side::configuration)
        .text("subject", "subject", Side::subject);
  }

  /** What an operation moves, and what the timed ones cost client and server. */
  public Table perOperation() {
    return named()
        .number("rows", "rows", side -> side.mean("rows"), Numbers::tick)
        .number("bytes", "on the wire", side -> side.mean("bytes"), Numbers::bytes)
        .number("buffer_hits", "buffers hit", side -> side.mean("hits"), Numbers::tick)
        .number("buffer_reads", "buffers read", side -> side.mean("reads"), Numbers::tick)
        .number("plan_bytes", "planner's memory", side -> side.mean("planBytes"), Numbers::bytes)
        .number("client_cpu", "client's CPU", Side::clientCpu, ExplainTables::time)
        .number("server_cpu", "server's CPU", Side::serverCpu, ExplainTables::time)
        .number("wal_bytes", "WAL", Side::wal, Numbers::bytes)
        .number("hot_share", "HOT updates", Side::hotShare, Numbers::percent)
        .table("costs", "Per operation", sides);
  }
}
