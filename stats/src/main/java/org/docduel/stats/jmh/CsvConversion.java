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

  /**
   * Converts a table.
   *
   * @param name what messages call the table
   * @param text comma-separated values (RFC 4180), a header first; empty lines are passed over
   * @return JMH's JSON
   * @throws BadInputException if a column is missing, a row is too short or a value is no number
   */
  public String convert(String name, String text) {
    // By parameters, then by column, then by fork.
    Map<Map<String, String>, Map<String, Map<String, List<Double>>>> results =
        new LinkedHashMap<>();
    CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build();
    try (CSVParser parser = CSVParser.parse(text, format)) {
      for (CSVRecord row : parser) {
        String where = name + ", line " + parser.getCurrentLineNumber();
        List<String> header = parser.getHeaderNames();
        if (row.size() != header.size()) {
          throw new BadInputException(
              where + ": has " + row.size() + " cells, but the header has " + header.size());
        }
        Map<String, String> key = new LinkedHashMap<>();
        params.forEach(param -> key.put(param, cell(where, row, param)));
        String forkOf = fork.isEmpty() ? "" : cell(where, row, fork);
        List<Measure> measures = new ArrayList<>(secondary);
        measures.add(value);
        for (Measure measure : measures) {
          results
              .computeIfAbsent(key, unused -> new LinkedHashMap<>())
              .computeIfAbsent(measure.column(), unused -> new LinkedHashMap<>())
              .computeIfAbsent(forkOf, unused -> new ArrayList<>())
              .add(number(where, measure.column(), cell(where, row, measure.column())));
        }
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new BadInputException(name + ": is not a CSV table (" + e.getMessage() + ")", e);
    }
    if (results.isEmpty()) {
      throw new BadInputException(name + ": holds no rows; a header and rows are expected");
    }
    List<Object> json = new ArrayList<>();
    results.forEach((key, columns) -> json.add(result(key, columns)));
    return JsonTree.write(json) + "\n";
  }

  private static String cell(String where, CSVRecord row, String column) {
    if (!row.isMapped(column)) {
      List<String> header = row.getParser().getHeaderNames();
      throw new BadInputException(
          where + ": there is no column '" + column + "'; there are " + String.join(", ", header));
    }
    return row.get(column);
  }

  private static double number(String where, String column, String cell) {
    try {
      return Double.parseDouble(cell.strip());
    } catch (NumberFormatException e) {
      throw new BadInputException(where + ": '" + column + "' is '" + cell + "', no number", e);
    }
  }

  private Map<String, Object> result(
      Map<String, String> key, Map<String, Map<String, List<Double>>> columns) {
    List<List<Double>> forks = forks(value, columns);
    Map<String, Object> others = new LinkedHashMap<>();
    secondary.forEach(measure -> others.put(measure.column(), metric(measure, columns)));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("benchmark", benchmark);
    result.put("mode", Mode.SINGLE_SHOT.shortName());
    result.put("threads", 1);
    result.put("forks", forks.size());
    result.put("warmupIterations", 0);
    result.put("measurementIterations", forks.get(0).size());
    result.put("params", key);
    result.put("primaryMetric", metric(value, columns));
    result.put("secondaryMetrics", others);
    return result;
  }

  private static Map<String, Object> metric(
      Measure measure, Map<String, Map<String, List<Double>>> columns) {
    List<List<Double>> forks = forks(measure, columns);
    Map<String, Object> metric = new LinkedHashMap<>();
    List<Double> numbers = forks.stream().flatMap(List::stream).toList();
    double sum = 0;
    for (double number : numbers) {
      sum += number;
    }
    metric.put("score", sum / numbers.size());
    metric.put("scoreUnit", measure.unit());
    metric.put("rawData", forks);
    return metric;
  }

  private static List<List<Double>> forks(
      Measure measure, Map<String, Map<String, List<Double>>> columns) {
    return List.copyOf(columns.getOrDefault(measure.column(), Map.of()).values());
  }
}
