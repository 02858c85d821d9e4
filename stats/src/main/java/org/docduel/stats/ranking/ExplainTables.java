package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
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
   * A subject.
   *
   * @param configuration empty where there is but one
   * @param forks what they told
   * @param costs of an operation by their keys, see {@link #perOperation}; NaN where nobody watched
   */
  public record Side(
      String configuration, String subject, List<ExplainFact> forks, Map<String, Double> costs) {
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
  }

  /** What an operation costs, from what profilers measured during the timed executions. */
  private static Map<String, Double> costs(List<JmhResult> results) {
    double throughput = measured(results, "throughput");
    // NaN of a rate
    double score =
        results.stream()
            .map(JmhResult::primary)
            .mapToDouble(one -> one.unit().inSeconds(one.score()).orElse(Double.NaN))
            .average()
            .orElse(Double.NaN);
    double time = throughput > 0 ? 1 / throughput : score / results.get(0).callsAtOnce();
    double ofPercent = time / 100;
    double process = measured(results, "client.process");
    double perUpdate = measured(results, "pgstat.wal_per_update");
    boolean updates = perUpdate > 0;
    return Map.of(
        "client_cpu",
        Double.isNaN(process) ? measured(results, "client.cpu") * score / 100 : process * ofPercent,
        "server_cpu",
        measured(results, "servercpu.busy") * ofPercent,
        "wal_bytes",
        updates || Double.isNaN(score) ? perUpdate : measured(results, "pgstat.wal"),
        "hot_share",
        updates ? measured(results, "pgstat.hot_ratio") : Double.NaN,
        "cached_share",
        throughput > 0 ? measured(results, "pgstat.cache_hit_ratio") : Double.NaN);
  }

  /** The mean of the iterations that have a value; JMH counts one without as 0. */
  private static double measured(List<JmhResult> results, String metric) {
    return results.stream()
        .flatMap(result -> result.metric(metric).stream())
        .flatMap(found -> found.rawData().stream().flatMap(List::stream))
        .mapToDouble(value -> value)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
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
      all.add(
          new Side(
              Ranking.label(result, by), result.field(parameter), own, costs(result.results())));
    }
    return new ExplainTables(
        all.stream().filter(side -> !side.forks().isEmpty()).toList(),
        all.stream()
            .filter(side -> side.costs().values().stream().anyMatch(Double::isFinite))
            .toList());
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
        .number("client_cpu", "client's CPU", cost("client_cpu"), ExplainTables::time)
        .number("server_cpu", "server's CPU", cost("server_cpu"), ExplainTables::time)
        .number("wal_bytes", "WAL", cost("wal_bytes"), Numbers::bytes)
        .number("hot_share", "HOT updates", cost("hot_share"), Numbers::percent)
        .number("cached_share", "in buffers", cost("cached_share"), Numbers::percent)
        .table("costs", "Per operation, of the timed ones", watched);
  }

  private static ToDoubleFunction<Side> cost(String key) {
    return side -> side.costs().getOrDefault(key, Double.NaN);
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
