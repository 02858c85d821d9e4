package org.docduel.stats.report.published;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.docduel.stats.BadInputException;
import org.docduel.stats.json.JsonTree;
import org.docduel.stats.select.ParameterMatch;

/**
 * A published figure of ratios, and the results of ours that belong into it.
 *
 * @param id names its files, lower case words and hyphens
 * @param source who published it, and where in the publication
 * @param title what it shows
 * @param published what the published points are of
 * @param where the results that belong into it
 * @param metric the metric that is compared; empty for the primary one
 * @param along the parameter along the axis
 * @param logarithmic whether equal lengths of the axis are equal ratios
 * @param lines a parameter with a line for each value; empty for none
 * @param compare the parameter that tells baseline from candidates
 * @param baseline its value for the baseline; every other value is a candidate
 * @param points the published ratios, by values of the parameter along the axis
 */
public record PublishedFigure(
    String id,
    String source,
    String title,
    String published,
    ParameterMatch where,
    String metric,
    String along,
    boolean logarithmic,
    String lines,
    String compare,
    String baseline,
    List<PublishedPoint> points) {
  private static final String SHIPPED = "figures.json";

  /**
   * A published ratio.
   *
   * @param value of the parameter along the axis
   * @param ratio time of the baseline over time of the candidate
   */
  public record PublishedPoint(String value, double ratio) {}

  /** Copies the points. */
  public PublishedFigure {
    points = List.copyOf(points);
  }

  /** The figures that ship with the module. */
  public static List<PublishedFigure> shipped() {
    try (InputStream in =
        Objects.requireNonNull(PublishedFigure.class.getResourceAsStream(SHIPPED), SHIPPED)) {
      return read(SHIPPED, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<PublishedFigure> read(String name, String text) {
    List<PublishedFigure> figures = new ArrayList<>();
    for (JsonTree element : JsonTree.parse(name, text).elements()) {
      figures.add(of(name, element.flat()));
    }
    return figures;
  }

  private static PublishedFigure of(String name, Map<String, String> fields) {
    List<PublishedPoint> points = new ArrayList<>();
    String given = fields.getOrDefault("points", "");
    if (!given.isEmpty()) {
      ParameterMatch.parse(given)
          .values()
          .forEach(
              (value, ratio) -> points.add(new PublishedPoint(value, Double.parseDouble(ratio))));
    }
    return new PublishedFigure(
        required(name, fields, "id"),
        required(name, fields, "source"),
        required(name, fields, "title"),
        fields.getOrDefault("published", ""),
        ParameterMatch.parse(required(name, fields, "where")),
        fields.getOrDefault("metric", ""),
        required(name, fields, "along"),
        fields.getOrDefault("scale", "linear").equals("log"),
        fields.getOrDefault("lines", ""),
        required(name, fields, "compare"),
        required(name, fields, "baseline"),
        points);
  }

  private static String required(String name, Map<String, String> fields, String field) {
    String value = fields.get(field);
    if (value == null || value.isEmpty()) {
      throw new BadInputException(name + ": a figure has no '" + field + "'; give it one");
    }
    return value;
  }
}
