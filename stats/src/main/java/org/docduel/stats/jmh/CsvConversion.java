package org.docduel.stats.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.docduel.stats.jmh.JmhResult.Mode;

/**
 * Turns a table of timings into JMH's JSON, so that runs made by other tools can be tested too. A
 * row is an observation; rows with the same parameters make one result, in the order of the file,
 * as one fork or as one fork per value of a fork column.
 *
 * @param benchmark the name the results get
 * @param params columns that are parameters
 * @param fork column that tells forks apart; empty when all rows of a result are one fork
 * @param value column of the primary metric and its unit
 * @param secondary columns of secondary metrics and their units
 */
public record CsvConversion(
    String benchmark, List<String> params, String fork, Measure value, List<Measure> secondary) {

  public CsvConversion {
    params = List.copyOf(params);
    secondary = List.copyOf(secondary);
  }

  /** A column of numbers and its unit, as JMH writes units. */
  public record Measure(String column, String unit) {}

  private static String cell(String where, CSVRecord cells, String column) {
    if (!cells.isMapped(column)) {
      List<String> header = cells.getParser().getHeaderNames();
      throw new BadInputException(
          "%s: there is no column '%s'; there are %s"
              .formatted(where, column, String.join(", ", header)));
    }
    return cells.get(column);
  }

  private static double number(String where, CSVRecord cells, String column) {
    String cell = cell(where, cells, column);
    try {
      return Double.parseDouble(cell.strip());
    } catch (NumberFormatException e) {
      throw new BadInputException(where + ": '" + column + "' is '" + cell + "', no number", e);
    }
  }

  /**
   * Converts a table.
   *
   * @param name what messages call the table
   * @param text comma-separated values (RFC 4180), a header first; empty lines are passed over
   * @return JMH's JSON
   * @throws BadInputException if a column is missing, a row is too short or a value is no number
   */
  public String convert(String name, String text) {
    List<Measure> measures = new ArrayList<>(secondary);
    measures.add(0, value);
    // The numbers of each row, by parameters and fork.
    Map<Map<String, String>, Map<String, List<double[]>>> results = new LinkedHashMap<>();
    CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build();
    try (CSVParser parser = CSVParser.parse(text, format)) {
      for (CSVRecord cells : parser) {
        String where = name + ", line " + parser.getCurrentLineNumber();
        int columns = parser.getHeaderNames().size();
        if (cells.size() != columns) {
          throw new BadInputException(
              "%s: has %d cells, but the header has %d".formatted(where, cells.size(), columns));
        }
        Map<String, String> key = new LinkedHashMap<>();
        params.forEach(param -> key.put(param, cell(where, cells, param)));
        results
            .computeIfAbsent(key, unused -> new LinkedHashMap<>())
            .computeIfAbsent(
                fork.isEmpty() ? "" : cell(where, cells, fork), unused -> new ArrayList<>())
            .add(
                measures.stream()
                    .mapToDouble(measure -> number(where, cells, measure.column()))
                    .toArray());
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new BadInputException(name + ": is not a CSV table (" + e.getMessage() + ")", e);
    }
    if (results.isEmpty()) {
      throw new BadInputException(name + ": holds no rows; a header and rows are expected");
    }
    List<Object> json = new ArrayList<>();
    results.forEach((key, forks) -> json.add(result(key, List.copyOf(forks.values()))));
    return JsonTree.write(json) + "\n";
  }

  private Map<String, Object> result(Map<String, String> key, List<List<double[]>> forks) {
    Map<String, Object> others = new LinkedHashMap<>();
    for (int i = 0; i < secondary.size(); i++) {
      others.put(secondary.get(i).column(), metric(secondary.get(i).unit(), i + 1, forks));
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("benchmark", benchmark);
    result.put("mode", Mode.SINGLE_SHOT.shortName());
    result.put("threads", 1);
    result.put("forks", forks.size());
    result.put("warmupIterations", 0);
    result.put("measurementIterations", forks.get(0).size());
    result.put("params", key);
    result.put("primaryMetric", metric(value.unit(), 0, forks));
    result.put("secondaryMetrics", others);
    return result;
  }

  private static Map<String, Object> metric(String unit, int place, List<List<double[]>> forks) {
    List<List<Double>> raw =
        forks.stream().map(rows -> rows.stream().map(numbers -> numbers[place]).toList()).toList();
    double[] all = raw.stream().flatMap(List::stream).mapToDouble(each -> each).toArray();
    double sum = 0;
    for (double number : all) {
      sum += number;
    }
    Map<String, Object> metric = new LinkedHashMap<>();
    metric.put("score", sum / all.length);
    metric.put("scoreUnit", unit);
    metric.put("rawData", raw);
    return metric;
  }
}
