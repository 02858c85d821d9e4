package org.docduel.stats.export;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;

/**
 * Every observation of some results, a row each, for notebooks and spreadsheets: the columns that
 * all have, then a column {@code param.NAME} for each parameter. A value that is not a number, such
 * as a profiler writes where it saw nothing, has no row.
 */
public final class LongTable {
  private static final List<Double> PERCENTILES = List.of(0.5, 0.95, 0.99);

  private LongTable() {}

  /**
   * One value.
   *
   * @param fork from 1; 0 of a metric that has one value for all forks
   * @param iteration from 1; 0 likewise
   */
  private record Row(
      MetricSeries series, String metric, int fork, int round, int iteration, double value) {
    String param(String name) {
      return series.result().params().getOrDefault(name, "");
    }
  }

  /** The table of some series. */
  public static Table of(List<MetricSeries> all) {
    Set<String> params = new LinkedHashSet<>();
    List<Row> rows = new ArrayList<>();
    for (MetricSeries series : all) {
      params.addAll(series.result().params().keySet());
      rows.addAll(rows(series));
    }
    Columns<Row> columns =
        new Columns<Row>()
            .text("file", "", row -> row.series().result().source().file())
            .text("benchmark", "", row -> row.series().result().benchmark())
            .text("mode", "", row -> row.series().result().mode().label())
            .cell("threads", "", true, row -> Cell.count(row.series().result().threads()))
            .text("store", "", row -> row.series().store())
            .text("product", "", row -> row.series().product())
            .cell("fork", "", true, row -> counted(row.fork()))
            .cell("round", "", true, row -> counted(row.round()))
            .cell("iteration", "", true, row -> counted(row.iteration()))
            .text("metric", "", Row::metric)
            .data("value", Row::value)
            .text("unit", "", row -> row.series().unit());
    params.forEach(name -> columns.text("param." + name, "", row -> row.param(name)));
    return columns.table("observations", "", rows);
  }

  private static Cell counted(int number) {
    return number == 0 ? Cell.NONE : Cell.count(number);
  }

  private static List<Row> rows(MetricSeries series) {
    List<Row> rows = new ArrayList<>();
    List<ForkSeries> forks = series.values().forks();
    if (forks.isEmpty() && Double.isFinite(series.values().score())) {
      double score = series.values().unit().toObservation(series.values().score());
      rows.add(new Row(series, series.metric(), 0, 0, 0, score));
    }
    for (ForkSeries fork : forks) {
      for (int i = 0; i < fork.size(); i++) {
        add(rows, series, series.metric(), fork, i, fork.value(i));
        if (!fork.histograms().isEmpty()) {
          List<Histogram> operations = List.of(fork.histograms().get(i));
          for (double share : PERCENTILES) {
            String name = "%s.p%d".formatted(series.metric(), Math.round(100 * share));
            add(rows, series, name, fork, i, Histogram.percentile(operations, share));
          }
        }
      }
    }
    return rows;
  }

  private static void add(
      List<Row> rows,
      MetricSeries series,
      String metric,
      ForkSeries fork,
      int iteration,
      double value) {
    if (Double.isFinite(value)) {
      rows.add(new Row(series, metric, fork.place() + 1, series.round(fork), iteration + 1, value));
    }
  }
}
