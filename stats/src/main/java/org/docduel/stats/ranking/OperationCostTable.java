package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.OperationCosts.Resource;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/** What an operation costs on each store, with intervals over forks. */
public final class OperationCostTable {
  private static final double CONFIDENCE = 0.95;
  private static final double DOCUMENTS = 1e6;

  private OperationCostTable() {}

  /** A result with its costs by metric; those that nobody counted are missing. */
  private record Row(
      String label, Map<String, Summary> costs, double storedBytes, double monthlyPrice) {
    double mean(String metric) {
      return Optional.ofNullable(costs.get(metric)).map(Summary::mean).orElse(Double.NaN);
    }

    Interval interval(String metric) {
      return Optional.ofNullable(costs.get(metric))
          .map(Summary::shownInterval)
          .orElse(new Interval(Double.NaN, Double.NaN, CONFIDENCE));
    }
  }

  /**
   * The table; empty when no result has a cost.
   *
   * @param heading over the labels
   * @param labels the parameters that label the rows
   */
  public static Optional<Table> of(
      OperationCosts prices,
      List<SelectedResult> results,
      List<SidecarFile> sidecars,
      String heading,
      List<String> labels) {
    List<Row> rows = new ArrayList<>();
    for (SelectedResult result : results) {
      Map<String, Summary> costs = new HashMap<>();
      for (Resource resource : Resource.values()) {
        add(costs, resource.metric(), result);
      }
      add(costs, OperationCosts.PRICE, result);
      if (!costs.isEmpty()) {
        double stored = storedBytes(result, sidecars);
        double monthly = prices.monthly(stored * DOCUMENTS);
        rows.add(new Row(result.label(labels), costs, stored, monthly));
      }
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Columns<Row> columns = new Columns<Row>().text("label", heading, Row::label);
    metric(columns, "cpu", "server's CPU per op", Resource.CPU.metric(), Numbers::time);
    metric(columns, "wal", "WAL per op", Resource.WAL.metric(), Numbers::bytes);
    metric(columns, "read", "read per op", Resource.READ.metric(), Numbers::bytes);
    metric(columns, "written", "written per op", Resource.WRITTEN.metric(), Numbers::bytes);
    columns.number("stored", "stored per document", Row::storedBytes, Numbers::bytes);
    metric(columns, "price", "price of 1M ops", OperationCosts.PRICE, Numbers::plain);
    columns.number("monthly", "price of 1M documents a month", Row::monthlyPrice, Numbers::plain);
    return Optional.of(columns.table("costs", "", rows));
  }

  private static void metric(
      Columns<Row> columns,
      String key,
      String heading,
      String metric,
      DoubleFunction<String> format) {
    columns
        .number(key, heading, row -> row.mean(metric), format)
        .interval(
            key + "_",
            Numbers.intervalHeading(CONFIDENCE),
            row -> row.interval(metric),
            row -> Numbers.interval(row.interval(metric), format));
  }

  private static void add(Map<String, Summary> costs, String metric, SelectedResult result) {
    List<Observations> parts = new ArrayList<>();
    for (JmhResult part : result.results()) {
      part.metric(metric).ifPresent(each -> parts.add(each.observations(part.source())));
    }
    if (!parts.isEmpty() && parts.size() == result.results().size()) {
      costs.put(metric, Summary.of("", Observations.concat(parts), CONFIDENCE));
    }
  }

  /** Bytes of a document with its indexes, as stored after a run; NaN when no sidecar says. */
  private static double storedBytes(SelectedResult result, List<SidecarFile> sidecars) {
    return sidecars.stream()
        .flatMap(file -> file.sidecar().stores().stream())
        .filter(fact -> SidecarFile.isAbout(fact.store(), fact.parameters(), result))
        .map(fact -> fact.sizes())
        .filter(sizes -> sizes.getOrDefault("documents", 0.0) > 0)
        .mapToDouble(sizes ->
            sizes.getOrDefault("totalBytes", Double.NaN) / sizes.getOrDefault("documents", 1.0))
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Checks that prices lead to a number.
   *
   * @throws BadInputException when a priced resource was counted in no result
   */
  public static void requireCounted(OperationCosts prices, List<JmhResult> results) {
    for (Resource resource : prices.prices().keySet()) {
      if (resource != Resource.STORED
          && results.stream().allMatch(each -> each.metric(resource.metric()).isEmpty())) {
        throw new BadInputException(
            "--price: no result has %s; run with -prof servercpu, and -prof pgstat or mongostat for WAL"
                .formatted(resource.metric()));
      }
    }
  }
}
