package org.docduel.stats.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.stat.Summary;

/**
 * Means and their intervals as gauges in OpenMetrics text 1.0, which is also Prometheus text 0.0.4:
 * for a textfile collector or a Pushgateway. Parameters are labels; files of the same benchmark and
 * parameters are one sample.
 *
 * @param text ends in {@code # EOF}
 * @param leftOut metrics that have no mean, with the reason
 */
public record OpenMetrics(String text, List<String> leftOut) {
  private static final double CONFIDENCE = 0.95;
  private static final String PREFIX = "docduel_";

  public OpenMetrics {
    leftOut = List.copyOf(leftOut);
  }

  /** The gauges of some series. */
  public static OpenMetrics of(List<MetricSeries> all) {
    // by the name of the gauge, then by labels
    Map<String, Map<String, List<Observations>>> families = new TreeMap<>();
    Map<String, String> help = new TreeMap<>();
    List<String> leftOut = new ArrayList<>();
    for (MetricSeries series : all) {
      try {
        Observations observed = series.values().observations(series.result().source());
        String family = family(series);
        help.putIfAbsent(family, "%s, %s".formatted(series.metric(), series.unit()));
        families
            .computeIfAbsent(family, name -> new LinkedHashMap<>())
            .computeIfAbsent(labels(series), name -> new ArrayList<>())
            .add(observed);
      } catch (BadInputException e) {
        leftOut.add(String.valueOf(e.getMessage()));
      }
    }
    StringBuilder text = new StringBuilder();
    families.forEach((family, samples) -> {
      text.append("# TYPE %s gauge\n".formatted(family));
      text.append("# HELP %s %s\n".formatted(family, escaped(help.getOrDefault(family, ""))));
      samples.forEach((labels, parts) -> {
        Summary summary = Summary.of("", Observations.concat(parts), CONFIDENCE);
        sample(text, family, labels, "mean", summary.mean());
        sample(text, family, labels, "lower95", summary.interval().lower());
        sample(text, family, labels, "upper95", summary.interval().upper());
      });
    });
    return new OpenMetrics(text.append("# EOF\n").toString(), leftOut);
  }

  /** A bound that is not there, as of a single fork, has no line. */
  private static void sample(
      StringBuilder text, String family, String labels, String statistic, double value) {
    if (Double.isFinite(value)) {
      text.append("%s{%s,statistic=\"%s\"} %s\n".formatted(family, labels, statistic, value));
    }
  }

  private static String family(MetricSeries series) {
    String metric = series.metric().equals(Selection.SCORE) ? "score" : series.metric();
    String unit =
        series
            .unit()
            .replace("%", "percent")
            .replaceAll("s/op$", "seconds_per_op")
            .replace("/", "_per_");
    return PREFIX + identifier(metric + "_" + unit).toLowerCase(Locale.ROOT);
  }

  private static String labels(MetricSeries series) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("benchmark", series.result().benchmark());
    labels.put("mode", series.result().mode().label());
    labels.put("threads", String.valueOf(series.result().threads()));
    labels.put("product", series.product());
    series
        .result()
        .params()
        .forEach((name, value) -> labels.put("param_" + identifier(name), value));
    return labels.entrySet().stream()
        .map(label -> "%s=\"%s\"".formatted(label.getKey(), escaped(label.getValue())))
        .collect(Collectors.joining(","));
  }

  private static String identifier(String text) {
    return text.replaceAll("[^A-Za-z0-9_]+", "_").replaceAll("_$", "");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
