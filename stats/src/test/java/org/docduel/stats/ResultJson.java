package org.docduel.stats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JMH JSON for tests. */
public final class ResultJson {
  private final List<String> results = new ArrayList<>();

  /** Adds a result of average times. */
  public ResultJson add(String params, String unit, double[]... forks) {
    String raw =
        Arrays.stream(forks)
            .map(fork ->
                Arrays.stream(fork)
                    .mapToObj(Double::toString)
                    .collect(Collectors.joining(",", "[", "]")))
            .collect(Collectors.joining(",", "[", "]"));
    return addRaw(params, unit, "\"rawData\":" + raw);
  }

  /** Adds a result whose raw data are given as JSON. */
  public ResultJson addRaw(String params, String unit, String raw) {
    return addResult(
        "\"avgt\"", params, "{\"score\":1,\"scoreUnit\":\"" + unit + "\"," + raw + "}");
  }

  /** Adds a result. */
  public ResultJson addResult(String mode, String params, String primary) {
    return addResult(mode, params, primary, Map.of());
  }

  /**
   * Adds a result.
   *
   * @param secondary the values of one fork's iterations by their metrics' names, with commas
   */
  public ResultJson addResult(
      String mode, String params, String primary, Map<String, String> secondary) {
    String fields =
        params.isEmpty()
            ? ""
            : Arrays.stream(params.split(","))
                .map(p -> "\"" + p.replace("=", "\":\"") + "\"")
                .collect(Collectors.joining(","));
    return addResult("org.x.B.run", mode, fields, primary, secondary);
  }

  /** Adds a result of average times of a benchmark without parameters. */
  public ResultJson addBenchmark(String benchmark, String unit, double[]... forks) {
    return addResult(
        benchmark,
        "\"avgt\"",
        "",
        "{\"score\":1,\"scoreUnit\":\"%s\",\"rawData\":%s}"
            .formatted(unit, Arrays.deepToString(forks)),
        Map.of());
  }

  private ResultJson addResult(
      String benchmark, String mode, String fields, String primary, Map<String, String> secondary) {
    results.add(
        "{\"benchmark\":\""
            + benchmark
            + "\",\"mode\":"
            + mode
            + ",\"threads\":1,\"forks\":1,\"params\":{"
            + fields
            + "},\"primaryMetric\":"
            + primary
            + ",\"secondaryMetrics\":{"
            + secondary.entrySet().stream()
                .map(metric ->
                    "\"%s\":{\"score\":1,\"scoreUnit\":\"%s\",\"rawData\":[[%s]]}"
                        .formatted(
                            metric.getKey(),
                            metric.getKey().equals("throughput") ? "ops/s" : "x",
                            metric.getValue()))
                .collect(Collectors.joining(","))
            + "}}");
    return this;
  }

  /** The file's text. */
  @Override
  public String toString() {
    return results.stream().collect(Collectors.joining(",\n", "[", "]\n"));
  }

  /** Writes the file. */
  public Path writeTo(Path directory, String name) {
    try {
      return Files.writeString(directory.resolve(name), toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
