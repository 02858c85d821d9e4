package org.docduel.stats.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

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

  /** Copies the lists. */
  public CsvConversion {
    params = List.copyOf(params);
    secondary = List.copyOf(secondary);
  }

  /**
   * A column of numbers.
   *
   * @param column its name
   * @param unit its unit, as JMH writes units
   */
  public record Measure(String column, String unit) {}

  /** The rows of one result, per column the values of each fork. */
  private record Rows(Map<String, Map<String, List<Double>>> columns) {
    void add(String column, String fork, double value) {
      columns
          .computeIfAbsent(column, key -> new LinkedHashMap<>())
          .computeIfAbsent(fork, key -> new ArrayList<>())
          .add(value);
    }

    List<List<Double>> forks(String column) {
      return List.copyOf(columns.getOrDefault(column, Map.of()).values());
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
    Map<Map<String, String>, Rows> results = new LinkedHashMap<>();
    CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build();
    try (CSVParser parser = CSVParser.parse(text, format)) {
      for (CSVRecord row : parser) {
        row(
            name + ", line " + parser.getCurrentLineNumber(),
            parser.getHeaderNames(),
            row,
            results);
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new BadInputException(name + ": is not a CSV table (" + e.getMessage() + ")", e);
    }
    if (results.isEmpty()) {
      throw new BadInputException(name + ": holds no rows; a header and rows are expected");
    }
    return json(results);
  }

  private void row(
      String where, List<String> header, CSVRecord row, Map<Map<String, String>, Rows> results) {
    if (row.size() != header.size()) {
      throw new BadInputException(
          where + ": has " + row.size() + " cells, but the header has " + header.size());
    }
    Map<String, String> key = new LinkedHashMap<>();
    for (String param : params) {
      key.put(param, cell(where, header, row, param));
    }
    Rows rows = results.computeIfAbsent(key, unused -> new Rows(new LinkedHashMap<>()));
    String forkOf = fork.isEmpty() ? "" : cell(where, header, row, fork);
    List<Measure> measures = new ArrayList<>(secondary);
    measures.add(value);
    for (Measure measure : measures) {
      String cell = cell(where, header, row, measure.column());
      rows.add(measure.column(), forkOf, number(where, measure.column(), cell));
    }
  }

  private static String cell(String where, List<String> header, CSVRecord row, String column) {
    if (!header.contains(column)) {
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

  private String json(Map<Map<String, String>, Rows> results) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
      json.writeStartArray();
      for (Map.Entry<Map<String, String>, Rows> result : results.entrySet()) {
        result(json, result.getKey(), result.getValue());
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString();
  }

  private void result(JsonGenerator json, Map<String, String> key, Rows rows) throws IOException {
    List<List<Double>> forks = rows.forks(value.column());
    json.writeStartObject();
    json.writeStringField("benchmark", benchmark);
    json.writeStringField("mode", Mode.SINGLE_SHOT.shortName());
    json.writeNumberField("threads", 1);
    json.writeNumberField("forks", forks.size());
    json.writeNumberField("warmupIterations", 0);
    json.writeNumberField("measurementIterations", forks.get(0).size());
    json.writeObjectFieldStart("params");
    for (Map.Entry<String, String> param : key.entrySet()) {
      json.writeStringField(param.getKey(), param.getValue());
    }
    json.writeEndObject();
    json.writeFieldName("primaryMetric");
    metric(json, value.unit(), forks);
    json.writeObjectFieldStart("secondaryMetrics");
    for (Measure measure : secondary) {
      json.writeFieldName(measure.column());
      metric(json, measure.unit(), rows.forks(measure.column()));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void metric(JsonGenerator json, String unit, List<List<Double>> forks)
      throws IOException {
    double sum = 0;
    int count = 0;
    for (List<Double> fork : forks) {
      for (double number : fork) {
        sum += number;
        count++;
      }
    }
    json.writeStartObject();
    json.writeNumberField("score", sum / count);
    json.writeStringField("scoreUnit", unit);
    json.writeArrayFieldStart("rawData");
    for (List<Double> fork : forks) {
      json.writeArray(fork.stream().mapToDouble(Double::doubleValue).toArray(), 0, fork.size());
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
