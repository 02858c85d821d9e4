package org.docduel.stats.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.docduel.stats.diagnose.Drift.Batches;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Means;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/** Whether long runs get slower with time, and whether what they store grows. */
public final class DriftTable {
  /** Counters of servers' maintenance, by what they count. */
  public static final Map<String, String> EVENTS =
      Map.of("pgstat.autovacuums", "autovacuum", "pgstat.checkpoints", "checkpoint");

  private static final List<String> SIZES =
      List.of("pgstat.dead_tuples", "pgstat.heap", "pgstat.index");
  private static final List<String> RESPONSES = List.of("response.p50", Selection.RESPONSE);
  private static final String CPU_TIME = "servercpu.per_operation";

  /** Stands for the metric by which a result is compared. */
  private static final String COMPARED = "";

  private static final int MIN_ITERATIONS = 30;
  private static final double MIN_SECONDS = 60;
  private static final double ALPHA = 0.05;
  private static final String HOUR = " % an hour";

  private final List<Row> rows = new ArrayList<>();

  /**
   * One metric of one result.
   *
   * @param isSize whether it says how much is stored, else how long an operation takes
   */
  private record Of(String label, String metric, boolean isSize) {}

  /** What is said of it; the run is empty for all. */
  private record Row(Of of, String run, Drift drift) {
    String label() {
      return (of.label + run).strip();
    }

    String metric() {
      return of.metric;
    }

    String outcome() {
      String rises = of.isSize ? "grows" : "slower";
      String falls = of.isSize ? "shrinks" : "faster";
      String scope = drift.runs() < Drift.MIN_SAMPLE ? ", in this run" : "";
      String needed = drift.hoursNeeded() > 0 ? hours(drift.hoursNeeded()) : "";
      return switch (drift.outcome()) {
        case RISES -> rises + ": " + percent() + scope;
        case FALLS -> falls + ": " + percent() + scope;
        case STAYS ->
            "not %s by %s%s %s%s"
                .formatted(
                    of.isSize ? "growing" : rises,
                    Numbers.fixed(100 * Drift.LIMIT, 0),
                    HOUR,
                    interval(),
                    scope);
        case CANNOT_TELL -> "cannot tell " + interval() + ": about " + needed + " would be needed";
        case TOO_SHORT ->
            "too short to judge: %s of whole maintenance cycles; about %s would be needed"
                .formatted(Numbers.count(drift.batches(), "batch", "batches"), needed);
      };
    }

    private String percent() {
      double percent = 100 * Math.expm1(drift.slope());
      return (percent > 0 ? "+" : "") + number(percent) + HOUR + " " + interval();
    }

    private String interval() {
      return "[%s, %s]".formatted(number(lower()), number(upper()));
    }

    double lower() {
      return 100 * Math.expm1(drift.bounds().lower());
    }

    double upper() {
      return 100 * Math.expm1(drift.bounds().upper());
    }

    private static String number(double percent) {
      return Double.isInfinite(percent)
          ? "unbounded"
          : Numbers.fixed(percent, Math.abs(percent) < 9.95 ? 1 : 0);
    }

    private static String hours(double hours) {
      return hours < 1 ? Math.round(60 * hours) + " min" : Numbers.fixed(hours, 1) + " h";
    }
  }

  private DriftTable() {}

  /**
   * Looks at those of some results that are long: 30 iterations or more, and a minute.
   *
   * @param results by what they are called
   */
  public static DriftTable of(Map<String, SelectedResult> results) {
    DriftTable table = new DriftTable();
    results.forEach(table::add);
    return table;
  }

  /** Whether none of the results is long. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Whether a result has series that are long enough to be looked at. */
  public static boolean isLong(SelectedResult result) {
    JmhResult first = result.results().get(0);
    int iterations =
        result.iterations().forks().stream().mapToInt(ForkSeries::size).max().orElse(0);
    return first.mode() != Mode.SINGLE_SHOT
        && iterations >= MIN_ITERATIONS
        && iterations * first.iterationSeconds() >= MIN_SECONDS;
  }

  private void add(String label, SelectedResult result) {
    if (!isLong(result)) {
      return;
    }
    Map<String, List<double[]>> times = new LinkedHashMap<>();
    if (Selection.offersRate(result.fields())) { // achieved whatever the store needs
      RESPONSES.forEach(name -> times.put(name, series(result, name)));
    } else {
      times.put(COMPARED, compared(result));
    }
    times.put(CPU_TIME, processorTimes(result));
    times.values().removeIf(List::isEmpty);
    boolean rate = result.iterations().quantity().moreIsBetter();
    double confidence = 1 - ALPHA / Math.max(1, times.size()); // Bonferroni
    times.forEach((name, runs) -> {
      boolean inverted = rate && name.equals(COMPARED);
      String metric = !name.equals(COMPARED) ? name : rate ? "throughput" : "time";
      ToDoubleFunction<double[]> value = inverted ? batch -> 1 / Means.mean(batch) : Means::mean;
      add(new Of(label, metric, false), runs, batches(result, value), confidence);
    });
    for (String name : SIZES) {
      Batches minima = batches(result, batch -> Math.max(1, Arrays.stream(batch).min().orElse(1)));
      add(new Of(label, name, true), series(result, name), minima, 1 - ALPHA);
    }
  }

  /** From three runs on one line of all; of fewer, one of each. */
  private void add(Of row, List<double[]> runs, Batches cut, double confidence) {
    if (runs.size() >= Drift.MIN_SAMPLE) {
      rows.add(new Row(row, "", Drift.of(runs, cut, confidence)));
      return;
    }
    for (int i = 0; i < runs.size(); i++) {
      String run = runs.size() == 1 ? "" : " run " + (i + 1);
      rows.add(new Row(row, run, Drift.of(List.of(runs.get(i)), cut, confidence)));
    }
  }

  private static List<double[]> compared(SelectedResult result) {
    return result.iterations().forks().stream().map(ForkSeries::values).toList();
  }

  private static List<double[]> series(SelectedResult result, String name) {
    return result.results().stream()
        .flatMap(each -> each.metric(name).stream())
        .flatMap(metric -> metric.forks().stream())
        .map(ForkSeries::values)
        .toList();
  }

  /** As a mix has it, else from how busy the server was and what it did. */
  private static List<double[]> processorTimes(SelectedResult result) {
    List<double[]> stated = series(result, CPU_TIME);
    List<double[]> busy = series(result, "servercpu.busy");
    List<double[]> done = series(result, "throughput");
    if (!stated.isEmpty() || busy.size() != done.size()) {
      return stated;
    }
    return IntStream.range(0, busy.size())
        .mapToObj(run ->
            IntStream.range(0, Math.min(busy.get(run).length, done.get(run).length))
                .mapToDouble(i -> busy.get(run)[i] / done.get(run)[i])
                .toArray())
        .toList();
  }

  /** How the series of a result are cut, by the slowest maintenance that is seen twice in a run. */
  static Batches batches(SelectedResult result, ToDoubleFunction<double[]> value) {
    double seconds = result.results().get(0).iterationSeconds();
    double cycle = 0;
    for (String counter : EVENTS.keySet()) {
      for (double[] run : series(result, counter)) {
        double events = Arrays.stream(run).sum();
        cycle = events < 2 ? cycle : Math.max(cycle, run.length * seconds / events);
      }
    }
    return new Batches(seconds, cycle, value);
  }

  /** From which second on the iterations of a result count. */
  public static double steadyFrom(SelectedResult result) {
    Batches cut = batches(result, Means::mean);
    int iterations = compared(result).stream().mapToInt(run -> run.length).max().orElse(0);
    return cut.start(iterations) * cut.iterationSeconds();
  }

  /** What is said of each result, in words, without a full stop. */
  public List<String> sentences() {
    return rows.stream()
        .map(row ->
            (row.label().isEmpty() ? "" : row.label() + ", ") + row.metric() + ": " + row.outcome())
        .toList();
  }

  /** All of it. */
  public Table table() {
    return new Columns<Row>()
        .text("label", "result", Row::label)
        .text("metric", "metric", Row::metric)
        .text("outcome", "with time", Row::outcome)
        .data("percent_per_hour", row -> 100 * Math.expm1(row.drift().slope()))
        .data("lower", row -> row.lower())
        .data("upper", row -> row.upper())
        .count("runs", "runs", row -> row.drift().runs())
        .count("batches", "batches", row -> row.drift().batches())
        .data("hours", row -> row.drift().hours())
        .data("hours_needed", row -> row.drift().hoursNeeded())
        .table("drift", "Does it get slower with time? Change an hour", rows);
  }
}
