package org.docduel.core.launch;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.docduel.core.work.Latencies;

/**
 * The response times of each combination, the histograms of all its forks and iterations added up.
 */
final class ResponseTimes {
  /** With fewer values a percentile says nothing. */
  private static final long FEWEST = 20;

  private static final String TAG = "response;";
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, Histogram> byLabel = new LinkedHashMap<>();

  /**
   * Adds up a log.
   *
   * @param log in HdrHistogram's format, tagged by {@code response;NAME=VALUE;...}
   * @param labels how combinations are called
   */
  ResponseTimes(String log, Labels labels) {
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof AbstractHistogram histogram
            && histogram.getTag() != null
            && histogram.getTag().startsWith(TAG)) {
          byLabel
              .computeIfAbsent(
                  labels.of(parameters(histogram.getTag())), label -> Latencies.total())
              .add(histogram);
        }
      }
    }
  }

  private static Map<String, String> parameters(String tag) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : tag.substring(TAG.length()).split(";", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parameters.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return parameters;
  }

  /**
   * The table.
   *
   * @param order of the labels
   * @return its lines; none without a response time
   */
  List<String> lines(Comparator<String> order) {
    if (byLabel.isEmpty()) {
      return List.of();
    }
    int width = byLabel.keySet().stream().mapToInt(String::length).max().orElse(0);
    width = Math.max(width, "response times, ms".length());
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%-" + width + "s %11s %9s %9s %9s %9s %9s",
            "response times, ms",
            "operations",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max"));
    for (Map.Entry<String, Histogram> entry :
        byLabel.entrySet().stream().sorted(Map.Entry.comparingByKey(order)).toList()) {
      Histogram all = entry.getValue();
      StringBuilder line =
          new StringBuilder(
              String.format(
                  Locale.ROOT, "%-" + width + "s %,11d", entry.getKey(), all.getTotalCount()));
      for (double percent : new double[] {50, 95, 99, 99.9}) {
        line.append(
            all.getTotalCount() < FEWEST
                ? "         -"
                : millis(all.getValueAtPercentile(percent)));
      }
      lines.add(line.append(millis(all.getMaxValue())).toString());
    }
    return lines;
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, " %,9.3f", nanos / NANOS_PER_MILLI);
  }
}
