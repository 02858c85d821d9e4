package org.docduel.stats.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Observations.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads JMH's JSON result files, token by token, so that a file of raw histograms needs the memory
 * of its numbers and no more. Fields that nothing here uses are passed over.
 */
public final class JmhFile {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // Python's json.dump writes bare NaN; JMH quotes it.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final JsonParser parser;
  private final Source source;
  private final Map<String, String> stated = new LinkedHashMap<>();
  private final Map<String, String> params = new LinkedHashMap<>();
  private final Map<String, JmhMetric> secondary = new LinkedHashMap<>();
  private @Nullable JmhMetric primary;
  private String metric = "";

  /** Where histograms are read, from 1. */
  private int fork;

  private int iteration;
  // Reused between histograms: a file holds many, and most have a similar length.
  private double[] values = new double[64];
  private long[] counts = new long[64];

  private JmhFile(JsonParser parser, Source source) {
    this.parser = parser;
    this.source = source;
  }

  /**
   * Reads several files, one after the other.
   *
   * @throws BadInputException if a file cannot be read, is not JMH's JSON, is truncated or is named
   *     twice
   */
  public static List<JmhResult> readAll(List<Path> files) {
    Set<Path> seen = new LinkedHashSet<>();
    List<JmhResult> all = new ArrayList<>();
    for (Path file : files) {
      if (!seen.add(file.toAbsolutePath().normalize())) {
        throw new BadInputException(file + ": the file is named twice; name every file once");
      }
      all.addAll(read(file));
    }
    return List.copyOf(all);
  }

  /**
   * Reads one file, JMH's or a {@link SeriesFile}; it holds at least one result.
   *
   * @throws BadInputException if the file cannot be read, is not JMH's JSON or is truncated
   */
  public static List<JmhResult> read(Path file) {
    if (SeriesFile.isNamedBy(file)) {
      return SeriesFile.read(file);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in);
    } catch (IOException e) {
      Path series = SeriesFile.beside(file);
      throw Files.notExists(file) && Files.exists(series)
          ? new BadInputException(
              file + ": no such file: no fork of the run ended; its iterations are in " + series, e)
          : JsonTree.unreadable(file, e);
    }
  }

  /**
   * Reads the results of a stream, at least one.
   *
   * @param name what messages call the stream
   * @throws IOException if the stream fails
   * @throws BadInputException if the stream is not JMH's JSON or ends early
   */
  public static List<JmhResult> read(String name, InputStream in) throws IOException {
    List<JmhResult> results = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(in)) {
      JsonToken root = parser.nextToken();
      if (root == null) {
        throw new BadInputException(name + ": the file is empty; a JMH JSON file is expected");
      }
      if (root != JsonToken.START_ARRAY) {
        throw new BadInputException(
            name
                + ": not a JMH result file: the root is not an array; JMH writes JSON with -rf json");
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        results.add(new JmhFile(parser, new Source(name, results.size())).result());
      }
      if (parser.nextToken() != null) {
        throw new BadInputException(name + ": there is more after the results; is it two files?");
      }
    } catch (JsonProcessingException e) {
      throw unreadable(new Source(name, results.size()), e);
    }
    if (results.isEmpty()) {
      throw new BadInputException(name + ": holds no results; did the run fail?");
    }
    return results;
  }

  private static BadInputException unreadable(Source source, JsonProcessingException e) {
    String problem = String.valueOf(e.getOriginalMessage());
    String at =
        e.getLocation() == null
            ? "an unknown place"
            : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
    // The parser has several exceptions for an early end, and says it in these words in all.
    return problem.contains("end-of-input")
        ? new BadInputException(
            source + ": the file is truncated at " + at + "; copy it again or repeat the run", e)
        : new BadInputException(
            source.file()
                + ": not JSON at "
                + at
                + JsonTree.reason(e)
                + "; JMH writes it with -rf json",
            e);
  }

  private JmhResult result() throws IOException {
    fields("the result", this::field);
    String benchmark = stated.get("benchmark");
    String mode = stated.get("mode");
    if (benchmark == null || mode == null) {
      String missing = benchmark == null ? "benchmark" : "mode";
      throw bad("has no '" + missing + "'; is it JMH's JSON?");
    }
    if (primary == null) {
      throw bad(benchmark + " has no 'primaryMetric'; did it fail?");
    }
    Mode parsedMode =
        HasLabel.of(Mode.values(), mode)
            .orElseThrow(
                () -> bad("unknown mode '" + mode + "'; known are thrpt, avgt, sample, ss"));
    return new JmhResult(source, benchmark, parsedMode, params, stated, primary, secondary);
  }

  private void field(String name) throws IOException {
    switch (name) {
      case "benchmark", "mode" -> stated.put(name, text(name));
      case "threads",
          "forks",
          "warmupIterations",
          "measurementIterations",
          "measurementBatchSize" -> {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
          throw bad("'" + name + "' is not a whole number");
        }
        stated.put(name, Integer.toString(parser.getIntValue()));
      }
      case "params" ->
          fields(
              "'params'",
              param -> params.put(Printable.of(param), text("params." + Printable.of(param))));
      case "jvmArgs" ->
          stated.put(
              name, String.join(" ", list("'jvmArgs' is not an array", () -> text("jvmArgs"))));
      case "primaryMetric" -> primary = metric("primary");
      case "secondaryMetrics" ->
          fields(
              "'secondaryMetrics'",
              metricName -> {
                String plain = Printable.of(JmhMetric.plainName(metricName));
                secondary.put(plain, metric(plain));
              });
      default -> {
        if (parser.currentToken().isScalarValue()) {
          stated.put(name, text(name));
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  private String text(String field) throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      throw bad("'" + field + "' is not a string");
    }
    return Printable.of(parser.getText());
  }

  private JmhMetric metric(String name) throws IOException {
    metric = name;
    String[] unit = {""};
    double[] score = {Double.NaN};
    List<List<?>> raw = new ArrayList<>();
    fields(
        "metric '" + name + "'",
        field -> {
          switch (field) {
            case "scoreUnit" -> unit[0] = Printable.of(parser.getText());
            case "score" -> score[0] = number();
            case "rawData" -> raw.addAll(list(() -> list(this::number)));
            case "rawDataHistogram" -> {
              fork = 0;
              raw.addAll(list(this::histograms));
            }
            default -> parser.skipChildren();
          }
        });
    require(!unit[0].isEmpty(), "has no 'scoreUnit'");
    try {
      return JmhMetric.of(source, name, new MetricUnit(unit[0]), score[0], raw);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(source + ": metric '" + name + "': " + e.getMessage(), e);
    }
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
      default -> throw bad("metric '" + metric + "' has the value '" + parser.getText() + "'");
    };
  }

  private List<Histogram> histograms() throws IOException {
    fork++;
    iteration = 0;
    return list(this::histogram);
  }

  private Histogram histogram() throws IOException {
    iteration++;
    require(parser.currentToken() == JsonToken.START_ARRAY, "has a histogram that is not an array");
    int size = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      require(
          parser.currentToken() == JsonToken.START_ARRAY,
          "has a histogram bucket that is not a pair");
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
        counts = Arrays.copyOf(counts, size * 2);
      }
      parser.nextToken();
      values[size] = number();
      require(
          parser.nextToken() == JsonToken.VALUE_NUMBER_INT,
          "has a histogram count that is not a whole number");
      counts[size++] = parser.getLongValue();
      require(
          parser.nextToken() == JsonToken.END_ARRAY, "has a histogram bucket that is not a pair");
    }
    require(
        size > 0,
        "has an empty histogram in fork %d, iteration %d: no operation was sampled; take longer iterations"
            .formatted(fork, iteration));
    try {
      return Histogram.of(values, counts, size);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(source + ": metric '" + metric + "': " + e.getMessage(), e);
    }
  }

  private <T> List<T> list(Element<T> element) throws IOException {
    return list("metric '" + metric + "' has raw data that is not an array", element);
  }

  private <T> List<T> list(String otherwise, Element<T> element) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw bad(otherwise);
    }
    List<T> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(element.parse());
    }
    return elements;
  }

  private void fields(String what, FieldReader field) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw bad(what + " is not an object");
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      field.read(name);
    }
  }

  private void require(boolean valid, String problem) {
    if (!valid) {
      throw bad("metric '" + metric + "' " + problem);
    }
  }

  private BadInputException bad(String problem) {
    return new BadInputException(source + ": " + problem);
  }

  /** Reads one element of an array; the parser stands at its first token. */
  private interface Element<T> {
    T parse() throws IOException;
  }

  /** Reads the value of a field; the parser stands at its first token. */
  private interface FieldReader {
    void read(String name) throws IOException;
  }
}
