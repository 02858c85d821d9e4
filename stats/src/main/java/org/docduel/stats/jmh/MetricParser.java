package org.docduel.stats.jmh;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Parses one metric; the parser stands at its first token. */
final class MetricParser {
  private final JsonParser parser;
  private final Source source;
  private final String name;
  // Reused between histograms: a file holds many, and most have a similar length.
  private double[] values = new double[64];
  private long[] counts = new long[64];

  MetricParser(JsonParser parser, Source source, String name) {
    this.parser = parser;
    this.source = source;
    this.name = name;
  }

  JmhMetric parse() throws IOException {
    String unit = "";
    double score = Double.NaN;
    List<List<Double>> data = List.of();
    List<List<Histogram>> histograms = List.of();
    require(parser.currentToken() == JsonToken.START_OBJECT, "is not an object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "scoreUnit" -> unit = Printable.of(parser.getText());
        case "score" -> score = number();
        case "rawData" -> data = list(() -> list(this::number));
        case "rawDataHistogram" -> histograms = list(() -> list(this::histogram));
        default -> parser.skipChildren();
      }
    }
    require(!unit.isEmpty(), "has no 'scoreUnit'");
    return new JmhMetric(name, new MetricUnit(unit), score, data, histograms);
  }

  private <T> List<T> list(Element<T> element) throws IOException {
    require(parser.currentToken() == JsonToken.START_ARRAY, "has raw data that is not an array");
    List<T> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(element.parse());
    }
    return elements;
  }

  private double number() throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isNumeric()) {
      return parser.getDoubleValue();
    }
    require(token == JsonToken.VALUE_STRING, "has a value that is not a number");
    // JMH quotes what JSON has no number for.
    return switch (parser.getText()) {
      case "NaN" -> Double.NaN;
      case "INF", "+INF", "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
      case "-INF", "-Infinity" -> Double.NEGATIVE_INFINITY;
      default ->
          throw new BadInputException(
              source, "metric '" + name + "' has the value '" + parser.getText() + "'");
    };
  }

  private Histogram histogram() throws IOException {
    require(parser.currentToken() == JsonToken.START_ARRAY, "has a histogram that is no array");
    int size = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      require(
          parser.currentToken() == JsonToken.START_ARRAY, "has a histogram bucket that is no pair");
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
        counts = Arrays.copyOf(counts, size * 2);
      }
      parser.nextToken();
      values[size] = number();
      require(
          parser.nextToken() == JsonToken.VALUE_NUMBER_INT,
          "has a histogram count that is no whole number");
      counts[size++] = parser.getLongValue();
      require(parser.nextToken() == JsonToken.END_ARRAY, "has a histogram bucket that is no pair");
    }
    require(size > 0, "has an empty histogram");
    try {
      return Histogram.of(Arrays.copyOf(values, size), Arrays.copyOf(counts, size));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(source + ": metric '" + name + "': " + e.getMessage(), e);
    }
  }

  private void require(boolean holds, String complaint) {
    if (!holds) {
      throw new BadInputException(source, "metric '" + name + "' " + complaint);
    }
  }

  /** Parses one element of an array; the parser stands at its first token. */
  private interface Element<T> {
    T parse() throws IOException;
  }
}
