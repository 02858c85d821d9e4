package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.Fact.ExplainFact.Part;
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
 * @param sides of which forks told something, in order of first appearance
 * @param watched whose client or server profilers watched
 */
public record ExplainTables(List<Side> sides, List<Side> watched) {
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

  /**
   * A subject with what its forks told and what profilers measured during the timed executions.
   *
   * @param configuration empty where there is but one
   */
  public record Side(
      String configuration, String subject, List<ExplainFact> forks, List<JmhResult> results) {
    /** What a part takes, in seconds; NaN where the server does not tell. */
    public double of(Part part) {
      return mean(fork -> fork.seconds(part));
    }

    private Interval interval(Part part) {
      double[] seconds = forks.stream().mapToDouble(fork -> fork.seconds(part)).toArray();
      return Summary.interval(seconds, CONFIDENCE);
    }

    /** A part with what its interval reaches. */
    private String shown(Part part) {
      double half = interval(part).upper() - of(part);
      return time(of(part)) + (half > LEAST ? " ± " + time(half) : "");
    }

    private double more(Part part, Side than) {
      return of(part) - than.of(part);
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

    /** The mean of the iterations that have a value; JMH counts one without as 0. */
    private double measured(String metric) {
      return results.stream()
          .flatMap(result -> result.metric(metric).stream())
          .flatMap(found -> found.rawData().stream().flatMap(List::stream))
          .mapToDouble(value -> value)
          .filter(Double::isFinite)
          .average()
          .orElse(Double.NaN);
    }

    /** The seconds of a score; NaN of a rate. */
    private double score() {
      return results.stream()
          .map(JmhResult::primary)
          .mapToDouble(score -> score.unit().inSeconds(score.score()).orElse(Double.NaN))
          .average()
          .orElse(Double.NaN);
    }

    /** What an operation takes of a processor that is busy by one percent, in seconds. */
    private double ofPercent() {
      double throughput = measured("throughput");
      return (throughput > 0 ? 1 / throughput : score() / results.get(0).callsAtOnce()) / 100;
    }

    private double clientCpu() {
      double process = measured("client.process");
      return Double.isNaN(process) ? measured("client.cpu") * score() / 100 : process * ofPercent();
    }

    private double serverCpu() {
      return measured("servercpu.busy") * ofPercent();
    }

    private double wal() {
      double perUpdate = measured("pgstat.wal_per_update");
      return perUpdate > 0 || Double.isNaN(score()) ? perUpdate : measured("pgstat.wal");
    }

    /** A metric that says something only where another is above zero. */
    private double measured(String metric, String where) {
      return measured(where) > 0 ? measured(metric) : Double.NaN;
    }

    private boolean isWatched() {
      return DoubleStream.of(clientCpu(), serverCpu(), wal()).anyMatch(Double::isFinite);
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
    List<Side> all = new ArrayList<>();
    for (SelectedResult result : results) {
      List<ExplainFact> own = new ArrayList<>(facts);
      own.removeIf(fact -> !result.fields().entrySet().containsAll(fact.parameters().entrySet()));
      all.add(new Side(Ranking.label(result, by), result.field(parameter), own, result.results()));
    }
    return new ExplainTables(
        all.stream().filter(side -> !side.forks().isEmpty()).toList(),
        all.stream().filter(Side::isWatched).toList());
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
    double left = slow.more(Part.CLIENT, fast);
    List<Part> told = new ArrayList<>(Part.OF_CLIENT);
    told.remove(Part.REMAINDER);
    told.removeIf(part -> Double.isNaN(slow.more(part, fast)));
    told.sort(Comparator.comparingDouble(part -> -Math.abs(slow.more(part, fast))));
    List<String> words = new ArrayList<>();
    for (Part part : told) {
      boolean sized = part == Part.SERIALISE && !slow.bytesPerRow().equals(fast.bytesPerRow());
      String sizes = " (%s a row against %s)".formatted(slow.bytesPerRow(), fast.bytesPerRow());
      words.add(time(slow.more(part, fast)) + " " + part.words() + (sized ? sizes : ""));
      left -= slow.more(part, fast);
    }
    words.add((words.isEmpty() ? "" : "and ") + time(left) + " are not explained");
    boolean overlap = slow.interval(Part.CLIENT).lower() <= fast.interval(Part.CLIENT).upper();
    return "%s is %sx faster than %s: of %s, %s%s.%s"
        .formatted(
            fast.subject(),
            Numbers.significant(slow.of(Part.CLIENT) / fast.of(Part.CLIENT), 2),
            slow.subject(),
            time(slow.more(Part.CLIENT, fast)),
            String.join(", ", words),
            told.contains(Part.SERIALISE)
                ? ""
                : " (the server of a side does not tell what it takes to serialise)",
            overlap ? " Their intervals overlap: this may be chance." : "");
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
    return named()
        .number("client_cpu", "client's CPU", Side::clientCpu, ExplainTables::time)
        .number("server_cpu", "server's CPU", Side::serverCpu, ExplainTables::time)
        .number("wal_bytes", "WAL", Side::wal, Numbers::bytes)
        .number(
            "hot_share",
            "HOT updates",
            side -> side.measured("pgstat.hot_ratio", "pgstat.wal_per_update"),
            Numbers::percent)
        .number(
            "cached_share",
            "in buffers",
            side -> side.measured("pgstat.cache_hit_ratio", "throughput"),
            Numbers::percent)
        .table("costs", "Per operation, of the timed ones", watched);
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
