package org.docduel.stats.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.table.Numbers;

/** Which of several results were not measured in a steady state, in a line each direction. */
public final class TrendSummary {
  /** How a line ends of results that no number of warm-up iterations would have made warm. */
  public static final String ADVICE = "; --warmup steady warms up for as long as it takes";

  private static final int MAX_LISTED = 4;

  private record Found(String label, Observations of, CommonTrend trend) {
    double size() {
      double size = Math.abs(trend.timeChange(of));
      return Double.isNaN(size) ? Double.POSITIVE_INFINITY : size;
    }
  }

  private TrendSummary() {}

  /**
   * The lines, none where no result has a trend; they end without a full stop.
   *
   * @param results what is compared, by the name that a reader knows
   */
  public static List<String> of(Map<String, Observations> results) {
    Map<String, List<Found>> found =
        results.entrySet().stream()
            .map(each -> new Found(each.getKey(), each.getValue(), CommonTrend.of(each.getValue())))
            .filter(each -> each.trend.found())
            .sorted(Comparator.comparingDouble(Found::size).reversed())
            .collect(Collectors.groupingBy(each -> each.trend.course(each.of)));
    List<String> lines = new ArrayList<>();
    for (String course : CommonTrend.COURSES) {
      List<Found> those = found.getOrDefault(course, List.of());
      if (!those.isEmpty()) {
        lines.add(line(course, those, results.size()));
      }
    }
    return lines;
  }

  private static String line(String course, List<Found> those, int all) {
    boolean warm = course.equals(CommonTrend.FASTER);
    List<String> labels =
        those.stream().map(each -> each.label + each.trend.size(each.of, false)).toList();
    int minWarmUps =
        those.stream().mapToInt(each -> each.trend.enoughWarmUps(each.of)).min().orElse(0);
    int maxWarmUps =
        those.stream().mapToInt(each -> each.trend.enoughWarmUps(each.of)).max().orElse(0);
    return "%s: %d of %s still getting %s over the measured iterations (chance alone: %s), %s%s"
        .formatted(
            warm ? "not warm" : "not steady",
            those.size(),
            Numbers.count(all, "result is", "results are"),
            course,
            Numbers.fixed(CommonTrend.LEVEL * all, 1),
            Printable.some(labels, MAX_LISTED, "; "),
            !warm
                ? ""
                : minWarmUps > 0 ? "; -wi " + maxWarmUps + " would have been enough" : ADVICE);
  }
}
