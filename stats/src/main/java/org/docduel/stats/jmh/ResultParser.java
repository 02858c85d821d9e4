package org.docduel.stats.jmh;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses one result; the parser stands at its first token. Fields this module does not use are
 * skipped.
 */
final class ResultParser {
  private final JsonParser parser;
  private final Source source;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<String, String> params = new LinkedHashMap<>();
  private final Map<String, JmhMetric> secondary = new LinkedHashMap<>();
  private final List<String> jvmArgs = new ArrayList<>();
  private @Nullable JmhMetric primary;

  ResultParser(JsonParser parser, Source source) {
    this.parser = parser;
    this.source = source;
  }

  JmhResult parse() throws IOException {
    require(JsonToken.START_OBJECT, "the result");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      field(field);
    }
    return result();
  }

  private void field(String name) throws IOException {
    switch (name) {
      case "benchmark",
          "mode",
          "jmhVersion",
          "jdkVersion",
          "vmName",
          "vmVersion",
          "jvm",
          "warmupTime",
          "measurementTime" ->
          texts.put(name, text(name));
      case "threads",
          "forks",
          "warmupIterations",
          "measurementIterations",
          "measurementBatchSize" ->
          numbers.put(name, integer(name));
      case "params" -> params();
      case "jvmArgs" -> jvmArgs();
      case "primaryMetric" -> primary = new MetricParser(parser, source, "primary").parse();
      case "secondaryMetrics" -> secondaryMetrics();
      default -> parser.skipChildren();
    }
  }

  private void params() throws IOException {
    require(JsonToken.START_OBJECT, "'params'");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = Printable.of(parser.currentName());
      parser.nextToken();
      params.put(name, text("params." + name));
    }
  }

  private void jvmArgs() throws IOException {
    require(JsonToken.START_ARRAY, "'jvmArgs'");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      jvmArgs.add(text("jvmArgs"));
    }
  }

  private void secondaryMetrics() throws IOException {
    require(JsonToken.START_OBJECT, "'secondaryMetrics'");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = Printable.of(MetricName.normalised(parser.currentName()));
      parser.nextToken();
      secondary.put(name, new MetricParser(parser, source, name).parse());
    }
  }

  private String text(String field) throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      throw new BadInputException(source, "'" + field + "' is not a string");
    }
    return Printable.of(parser.getText());
  }

  private int integer(String field) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw new BadInputException(source, "'" + field + "' is not a whole number");
    }
    return parser.getIntValue();
  }

  private void require(JsonToken expected, String what) {
    if (parser.currentToken() != expected) {
      throw new BadInputException(
          source,
          what + " is not " + (expected == JsonToken.START_ARRAY ? "an array" : "an object"));
    }
  }

  private JmhResult result() {
    String benchmark = texts.get("benchmark");
    String mode = texts.get("mode");
    if (benchmark == null || mode == null) {
      throw new BadInputException(
          source, "has no '" + (benchmark == null ? "benchmark" : "mode") + "'; is it JMH's JSON?");
    }
    if (primary == null) {
      throw new BadInputException(source, benchmark + " has no 'primaryMetric'; did it fail?");
    }
    Mode known =
        Mode.of(mode)
            .orElseThrow(() ->
                new BadInputException(
                    source, "unknown mode '" + mode + "'; known are thrpt, avgt, sample, ss"));
    return new JmhResult(
        source, benchmark, known, params, protocol(), environment(), primary, secondary);
  }

  private Protocol protocol() {
    return new Protocol(
        numbers.getOrDefault("threads", 0),
        numbers.getOrDefault("forks", 0),
        numbers.getOrDefault("warmupIterations", 0),
        texts.getOrDefault("warmupTime", ""),
        numbers.getOrDefault("measurementIterations", 0),
        texts.getOrDefault("measurementTime", ""),
        numbers.getOrDefault("measurementBatchSize", 0));
  }

  private Environment environment() {
    return new Environment(
        texts.getOrDefault("jmhVersion", ""),
        texts.getOrDefault("jdkVersion", ""),
        texts.getOrDefault("vmName", ""),
        texts.getOrDefault("vmVersion", ""),
        texts.getOrDefault("jvm", ""),
        jvmArgs);
  }
}
