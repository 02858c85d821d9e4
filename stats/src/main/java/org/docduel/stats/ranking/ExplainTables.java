package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/**
 * Where the time of subjects goes in a run with {@code --explain}, as sentences and tables, the
 * same wherever they are told.
 *
 * @param sides of every configuration of which forks told something, in order of first appearance
 * @param costs of every configuration whose client or server was watched
 */
public record ExplainTables(List<Side> sides, List<Cost> costs) {
  private static final double CONFIDENCE = 0.95;

  /** What the parts are and are not. */
  public static final String LIMITS =
      "Medians of executions after the timed ones, then means over forks, with intervals of %s."
              .formatted(Numbers.roundPercent(CONFIDENCE))
          + " Verdicts are of the timed ones. The wire is measured with as many rows of constants."
          + " Server and client work partly at once, so what is not explained may be below zero.";

  private static final int DIGITS = 3;

  /** Below a picosecond an interval is what rounding leaves. */
  private static final double LEAST = 1e-12;

  /** What a client waits for, and its parts in order. */
  public enum Part {
    CLIENT("client waits"),
    PLAN("planning"),
    EXECUTE("executing"),
    SERIALISE("detoasting and serialising"),
    WIRE("the wire and decoding"),
    REMAINDER("not explained");

    /** The parts without the whole; the last is what is left. */
    public static final List<Part> OF_CLIENT = List.of(values()).subList(1, values().length);

    private static final List<Part> MEASURED = OF_CLIENT.subList(0, OF_CLIENT.size() - 1);

    private final String words;

    Part(String words) {
      this.words = words;
    }

    /** The part in words. */
    public String words() {
      return words;
    }

    private String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A subject with what its forks told.
   *
   * @param configuration empty where there is but one
   */
  public record Side(String configuration, String subject, List<ExplainFact> forks) {
    /** What each fork told of a part, in seconds; what is left of the whole for the remainder. */
    private double[] seconds(Part part) {
      return forks.stream().mapToDouble(fork -> seconds(fork, part)).toArray();
    }

    private static double seconds(ExplainFact fork, Part part) {
      if (part != Part.REMAINDER) {
        return fork.millis().getOrDefault(part.key(), Double.NaN) / 1e3;
      }
      double left = seconds(fork, Part.CLIENT);
      for (Part other : Part.MEASURED) {
        double told = seconds(fork, other);
        left -= Double.isNaN(told) ? 0 : told;
      }
      return left;
    }

    /** What a part takes, in seconds; NaN where the server does not tell. */
    public double of(Part part) {
      return mean(fork -> seconds(fork, part));
    }

    private Interval interval(Part part) {
      return Summary.interval(seconds(part), CONFIDENCE);
    }

    /** A part with what its interval reaches. */
    private String shown(Part part) {
      double half = interval(part).upper() - of(part);
      return time(of(part)) + (half > LEAST ? " ± " + time(half) : "");
    }

    private double count(String name) {
      return mean(fork -> fork.counts().getOrDefault(name, Double.NaN));
    }

    private double mean(ToDoubleFunction<ExplainFact> told) {
      return forks.stream().mapToDouble(told).average().orElse(Double.NaN);
    }

    private String bytesPerRow() {
      return Numbers.bytes(Math.rint(count("bytes") / Math.max(1, count("rows"))));
    }
  }

  /**
   * What an operation costs beside its time, from what profilers measured during the timed ones.
   *
   * @param configuration empty where there is but one
   * @param client CPU time of the client, in seconds; NaN, as all others, where it is not known
   * @param server CPU time of the server, in seconds
   * @param hot the share of updates that touched no index, 0 to 1
   * @param cached the share of blocks that were in the server's buffers, 0 to 1
   */
  public record Cost(
      String configuration,
      String subject,
      double client,
      double server,
      double wal,
      double hot,
      double cached) {

    private static Cost of(String configuration, String subject, List<JmhResult> results) {
      double throughput = mean(results, "throughput");
      // NaN of a rate
      double time =
          results.stream()
              .map(JmhResult::primary)
              .mapToDouble(score -> score.unit().inSeconds(score.score()).orElse(Double.NaN))
              .average()
              .orElse(Double.NaN);
      double operation =
          (throughput > 0 ? 1 / throughput : time / results.get(0).callsAtOnce()) / 100;
      double process = mean(results, "client.process");
      double perUpdate = mean(results, "pgstat.wal_per_update");
      return new Cost(
          configuration,
          subject,
          Double.isNaN(process) ? mean(results, "client.cpu") * time / 100 : process * operation,
          mean(results, "servercpu.busy") * operation,
          perUpdate > 0 || Double.isNaN(time) ? perUpdate : mean(results, "pgstat.wal"),
          perUpdate > 0 ? mean(results, "pgstat.hot_ratio") : Double.NaN,
          throughput > 0 ? mean(results, "pgstat.cache_hit_ratio") : Double.NaN);
    }

    /** The mean of the iterations that have a value; JMH counts one without as 0. */
    private static double mean(List<JmhResult> results, String metric) {
      return results.stream()
          .flatMap(result -> result.metric(metric).stream())
          .flatMap(found -> found.rawData().stream().flatMap(List::stream))
          .mapToDouble(value -> value)
          .filter(Double::isFinite)
          .average()
          .orElse(Double.NaN);
    }

    private boolean isKnown() {
      return DoubleStream.of(client, server, wal).anyMatch(Double::isFinite);
    }
  }

  /**
   * Looks for what forks told of results.
   *
   * @param parameter whose values are compared
   */
  public static ExplainTables of(
      List<SidecarFile> sidecars, String parameter, List<SelectedResult> results) {
    List<ExplainFact> facts = sidecars.stream().flatMap(file -> file.explained().stream()).toList();
    List<String> by = new ArrayList<>(SelectedResult.varying(results));
    by.remove(parameter);
    List<Side> sides = new ArrayList<>();
    List<Cost> costs = new ArrayList<>();
    for (SelectedResult result : results) {
      String configuration = Ranking.label(result, by);
      String subject = result.field(parameter);
      costs.add(Cost.of(configuration, subject, result.results()));
      List<ExplainFact> own = new ArrayList<>(facts);
      own.removeIf(fact -> !result.fields().entrySet().containsAll(fact.parameters().entrySet()));
      if (!own.isEmpty()) {
        sides.add(new Side(configuration, subject, own));
      }
    }
    costs.removeIf(cost -> !cost.isKnown());
    return new ExplainTables(sides, costs);
  }

  /** The sides of each configuration. */
  public Map<String, List<Side>> configurations() {
    return sides.stream()
        .collect(
            Collectors.groupingBy(Side::configuration, LinkedHashMap::new, Collectors.toList()));
  }

  /**
   * The fastest side of each configuration against each of the others: what the difference is spent
   * on.
   */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    configurations()
        .forEach((configuration, members) -> {
          List<Side> ordered = new ArrayList<>(members);
          ordered.sort(Comparator.comparingDouble(side -> side.of(Part.CLIENT)));
          String where = configuration.isEmpty() ? "" : configuration + ": ";
          for (Side slow : ordered.subList(1, ordered.size())) {
            sentences.add(where + sentence(ordered.get(0), slow));
          }
        });
    return sentences;
  }

  private static String sentence(Side fast, Side slow) {
    double difference = slow.of(Part.CLIENT) - fast.of(Part.CLIENT);
    double left = difference;
    Map<String, Double> parts = new LinkedHashMap<>();
    for (Part part : Part.MEASURED) {
      double more = slow.of(part) - fast.of(part);
      if (!Double.isNaN(more)) {
        boolean sized = part == Part.SERIALISE && !slow.bytesPerRow().equals(fast.bytesPerRow());
        String sizes = " (%s a row against %s)".formatted(slow.bytesPerRow(), fast.bytesPerRow());
        parts.put(time(more) + " " + part.words() + (sized ? sizes : ""), Math.abs(more));
        left -= more;
      }
    }
    List<String> words = new ArrayList<>();
    parts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(part -> words.add(part.getKey()));
    words.add((words.isEmpty() ? "" : "and ") + time(left) + " are not explained");
    boolean told = !Double.isNaN(slow.of(Part.SERIALISE) - fast.of(Part.SERIALISE));
    return "%s is %sx faster than %s: of %s, %s%s."
        .formatted(
            fast.subject(),
            Numbers.significant(slow.of(Part.CLIENT) / fast.of(Part.CLIENT), 2),
            slow.subject(),
            time(difference),
            String.join(", ", words),
            told ? "" : " (the server of a side does not tell what it takes to serialise)");
  }

  private static String time(double seconds) {
    return Numbers.time(seconds, DIGITS);
  }

  /** What each part takes on each side. */
  public Table table() {
    Columns<Side> columns = named().count("forks", "forks", side -> side.forks().size());
    for (Part part : Part.values()) {
      columns
          .data(part.key(), side -> side.of(part))
          .data(part.key() + "_lower", side -> side.interval(part).lower())
          .data(part.key() + "_upper", side -> side.interval(part).upper())
          .shown(part.words(), side -> side.shown(part));
    }
    return columns.table("parts", "Where the time goes", sides);
  }

  private static Columns<Side> named() {
    return new Columns<Side>()
        .text("configuration", "configuration", Side::configuration)
        .text("subject", "subject", Side::subject);
  }

  /** What an operation costs client and server. */
  public Table perOperation() {
    return new Columns<Cost>()
        .text("configuration", "configuration", Cost::configuration)
        .text("subject", "subject", Cost::subject)
        .number("client_cpu", "client's CPU", Cost::client, ExplainTables::time)
        .number("server_cpu", "server's CPU", Cost::server, ExplainTables::time)
        .number("wal_bytes", "WAL", Cost::wal, Numbers::bytes)
        .number("hot_share", "HOT updates", Cost::hot, Numbers::percent)
        .number("cached_share", "in buffers", Cost::cached, Numbers::percent)
        .table("costs", "Per operation, of the timed ones", costs);
  }

  /** What a read moves on each side. */
  public Table counts() {
    return named()
        .number("rows", "rows", side -> side.count("rows"), Numbers::tick)
        .number("bytes", "on the wire", side -> side.count("bytes"), Numbers::bytes)
        .number("buffer_hits", "buffers hit", side -> side.count("hits"), Numbers::tick)
        .number("buffer_reads", "buffers read", side -> side.count("reads"), Numbers::tick)
        .number("plan_bytes", "planner's memory", side -> side.count("planBytes"), Numbers::bytes)
        .table("counts", "Per operation", sides);
  }
}
