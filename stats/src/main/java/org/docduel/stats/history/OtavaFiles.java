package org.docduel.stats.history;

import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/**
 * A history as Apache Otava reads it: a CSV with a row for each run, and a configuration that names
 * its columns. Otava takes no empty cell, so that a series that is not in every run is left out.
 *
 * @param csv the columns {@code time} and {@code run}, then one for each series
 * @param leftOut the labels of series that are not in every run
 */
public record OtavaFiles(String csv, List<String> leftOut, List<History.Series> series) {
  /** The name of the test in the configuration. */
  public static final String TEST = "docduel";

  private static final String TIME = "time";
  private static final String RUN = "run";

  public OtavaFiles {
    leftOut = List.copyOf(leftOut);
    series = List.copyOf(series);
  }

  /**
   * The files of a history.
   *
   * @throws BadInputException if no series is in every run
   */
  public static OtavaFiles of(History history) {
    List<History.Series> complete =
        history.series().stream().filter(History.Series::complete).toList();
    List<String> leftOut =
        history.series().stream()
            .filter(series -> !series.complete())
            .map(History.Series::label)
            .toList();
    if (complete.isEmpty()) {
      throw new BadInputException(
          "no benchmark with the same parameters is in all %d files; leave out the files that differ, or choose with --where"
              .formatted(history.runs().size()));
    }
    Columns<Integer> columns =
        new Columns<Integer>()
            .text(
                TIME,
                "",
                i -> history.runs().get(i).time().truncatedTo(ChronoUnit.SECONDS).toString())
            .text(RUN, "", i -> history.runs().get(i).name());
    for (History.Series series : complete) {
      columns.data(
          column(series.label()),
          i -> series.points().get(i).map(Summary::mean).orElse(Double.NaN));
    }
    Table table =
        columns.table("history", "", IntStream.range(0, history.runs().size()).boxed().toList());
    return new OtavaFiles(Format.csv(table), leftOut, complete);
  }

  /** Otava's lists of metrics are parted by commas. */
  static String column(String label) {
    return label.replace(',', ';');
  }

  /** The configuration for a CSV file; YAML that is JSON too. */
  public String configuration(Path csvFile) {
    Map<String, Object> metrics = new LinkedHashMap<>();
    for (History.Series each : series) {
      String column = column(each.label());
      metrics.put(
          column,
          Map.of(
              "column", column, "direction", each.quantity().moreIsBetter() ? 1 : -1, "scale", 1));
    }
    Map<String, Object> test = new LinkedHashMap<>();
    test.put("type", "csv");
    test.put("file", csvFile.toString());
    test.put("time_column", TIME);
    test.put("attributes", List.of(RUN));
    test.put("csv_options", Map.of("delimiter", ",", "quote_char", "\""));
    test.put("metrics", metrics);
    return JsonTree.write(Map.of("tests", Map.of(TEST, test))) + "\n";
  }
}
