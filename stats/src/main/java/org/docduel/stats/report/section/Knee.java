package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.docduel.stats.analysis.Summaries;
import org.docduel.stats.analysis.Summary;
import org.docduel.stats.input.MetricUnit;
import org.docduel.stats.input.Mode;
import org.docduel.stats.report.chart.CurvePanels;
import org.docduel.stats.report.chart.Tracks;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.page.DataTable.Emphasis;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.value.Shown;
import org.docduel.stats.report.value.TimeScale;

/**
 * What a store sustains: the achieved rate and the 99th percentile of response times over the asked
 * rate. Up to the knee both follow what is asked; beyond it work queues.
 */
public final class Knee {

  /** A rate counts as kept when at least this share of it is achieved. */
  private static final double KEPT = 0.99;

  /** Standard deviations of a Poisson count that chance may take away. */
  private static final double CHANCE = 2;

  /** Rates that spread this far are laid out by equal ratios. */
  private static final double WIDE_RANGE = 8;

  private static final String CRITERION =
      "Sustained is the highest of the asked rates up to which at least 99\u00a0% of what was asked was done, less"
          + " two standard deviations of what chance lets fall due.";

  private static final int MOST_CURVES = 3;
  private static final double CONFIDENCE = 0.95;
  private static final double PLOT = 150;
  private static final String ACHIEVED = "throughput";
  private static final String RESPONSE = "response.p99";

  private Knee() {}

  /** A figure for each group that was asked for two rates or more; nothing when there is none. */
  public static List<Block> of(Study study, Names names) {
    List<Block> blocks = new ArrayList<>();
    if (study.mode() != Mode.THROUGHPUT || !study.timed()) {
      return blocks;
    }
    for (Sweep sweep : sweeps(study)) {
      blocks.add(figure(names, sweep.group(), sweep.curves()));
    }
    return blocks;
  }

  /** What a study of asked rates shows, in words. */
  public static Page.Verdict verdict(Study study, String about) {
    List<String> parts = new ArrayList<>();
    List<Sweep> sweeps = sweeps(study);
    for (Sweep sweep : sweeps) {
      String group = sweep.group().isEmpty() ? "" : sweep.group() + ": ";
      sweep.curves().forEach(curve -> parts.add(group + curve.variant() + curve.words()));
    }
    String sentence =
        parts.isEmpty()
            ? study.name() + " was asked for one rate, so what is sustained cannot be seen"
            : String.join("; ", parts.subList(0, Math.min(MOST_CURVES, parts.size())));
    String more =
        parts.size() > MOST_CURVES
            ? " and %d more below".formatted(parts.size() - MOST_CURVES)
            : "";
    return new Page.Verdict(about, sentence + more + ".", CRITERION, Emphasis.UNDECIDED);
  }

  private record Sweep(String group, List<Curve> curves) {}

  private static List<Sweep> sweeps(Study study) {
    List<Sweep> sweeps = new ArrayList<>();
    for (Study.Group group : study.groupsWithout(OpenLoop.RATE)) {
      Map<String, Curve> curves = new LinkedHashMap<>();
      for (Score score : group.scores()) {
        OpenLoop.asked(score)
            .ifPresent(asked -> {
              boolean compared = OpenLoop.isCompared(study);
              String variant = compared ? study.name() : study.variant(score);
              int series = compared ? 0 : study.series(score);
              curves
                  .computeIfAbsent(variant, name -> new Curve(name, series, new ArrayList<>()))
                  .steps()
                  .add(step(score, asked));
            });
      }
      curves.values().removeIf(curve -> curve.steps().size() < 2);
      curves.values().forEach(curve -> curve.steps().sort(Comparator.comparingDouble(Step::asked)));
      if (!curves.isEmpty()) {
        sweeps.add(new Sweep(group.label(), List.copyOf(curves.values())));
      }
    }
    return sweeps;
  }

  /**
   * The rates of one variant.
   *
   * @param steps sorted by the asked rate
   */
  private record Curve(String variant, int series, List<Step> steps) {
    OptionalDouble sustained() {
      return steps.stream().takeWhile(Step::kept).mapToDouble(Step::asked).max();
    }

    String words() {
      OptionalDouble sustained = sustained();
      return sustained.isPresent()
          ? " sustains " + Shown.tick(sustained.getAsDouble()) + " operations a second"
          : " keeps up with none of the asked rates";
    }
  }

  /**
   * One rate.
   *
   * @param asked operations a second
   * @param achieved mean over the iterations, operations a second
   * @param seconds that were measured; 0 when the file does not say
   * @param response 99th percentile in seconds: the median and the worst of the iterations; absent
   *     when it was not measured
   */
  private record Step(double asked, double achieved, double seconds, Optional<Tail> response) {

    // How many operations fall due in a given time is chance where arrivals are random.
    boolean kept() {
      double chance = seconds > 0 ? CHANCE * Math.sqrt(asked / seconds) : 0;
      return achieved >= KEPT * asked - chance;
    }
  }

  private record Tail(double median, double worst) {}

  private static Step step(Score score, double asked) {
    double achieved =
        score
            .secondary(ACHIEVED)
            .map(found -> Summaries.of(ACHIEVED, found, CONFIDENCE).mean())
            .orElseGet(() -> meanRate(score));
    Optional<Tail> tail =
        score
            .secondary(RESPONSE)
            .flatMap(found -> {
              MetricUnit unit = new MetricUnit(found.quantity().unit());
              Summary summary = Summaries.of(RESPONSE, found, CONFIDENCE);
              OptionalDouble median = unit.inSeconds(summary.median());
              OptionalDouble worst = unit.inSeconds(summary.max());
              return median.isPresent() && worst.isPresent()
                  ? Optional.of(new Tail(median.getAsDouble(), worst.getAsDouble()))
                  : Optional.empty();
            });
    double seconds =
        score.observations().size() * Course.seconds(score.first().protocol().measurementTime());
    return new Step(asked, achieved, seconds, tail);
  }

  private static double meanRate(Score score) {
    double sum = 0;
    for (double seconds : score.observations().values()) {
      sum += 1 / seconds;
    }
    return sum / score.observations().size();
  }

  private static Block figure(Names names, String group, List<Curve> curves) {
    double[] asked = rates(curves, Step::asked);
    double[] achieved = rates(curves, Step::achieved);
    double low = asked[0];
    double high = asked[asked.length - 1];
    boolean wide = high / low >= WIDE_RANGE;
    double kept = Math.min(high, achieved[achieved.length - 1]);
    Point start = wide ? new Point(low, low) : new Point(0, 0);
    List<CurvePanels.Line> rates = new ArrayList<>();
    List<CurvePanels.Line> tails = new ArrayList<>();
    for (Curve curve : curves) {
      List<Point> done = new ArrayList<>();
      List<Point> response = new ArrayList<>();
      for (Step step : curve.steps()) {
        done.add(new Point(step.asked(), step.achieved()));
        step.response().ifPresent(tail -> response.add(new Point(step.asked(), tail.median())));
      }
      rates.add(new CurvePanels.Line(curve.variant(), curve.series(), done));
      if (!response.isEmpty()) {
        tails.add(new CurvePanels.Line(curve.variant(), curve.series(), response));
      }
    }
    List<Tracks.Track> tracks = new ArrayList<>();
    tracks.add(
        new Tracks.Track(
            "achieved, ops/s",
            Shown::compact,
            wide,
            rates,
            kept > start.x() ? List.of(start, new Point(kept, kept)) : List.of()));
    if (!tails.isEmpty()) {
      tracks.add(new Tracks.Track("p99 response time", TimeScale::tick, true, tails, List.of()));
    }
    String name = group.isEmpty() ? "knee" : "knee-" + FileName.of(group);
    return new Block.Figure(
        names.file(name),
        caption(group, curves, tails.isEmpty()) + names.conditions(),
        new Tracks(
            group.isEmpty() ? "Achieved over asked rate" : "Achieved over asked rate, " + group,
            "Rates and response times of " + Shown.count(curves.size(), "variant", "variants"),
            new Tracks.Across("asked rate, ops/s", wide ? low : 0, high),
            PLOT,
            tracks),
        numbers(names, name, curves));
  }

  private static double[] rates(List<Curve> curves, ToDoubleFunction<Step> rate) {
    return curves.stream()
        .flatMap(curve -> curve.steps().stream())
        .mapToDouble(rate)
        .sorted()
        .toArray();
  }

  private static String caption(String group, List<Curve> curves, boolean rateAlone) {
    StringBuilder text = new StringBuilder(group.isEmpty() ? "" : group + ": ");
    text.append("Achieved rate").append(rateAlone ? "" : " and 99th percentile of response times");
    text.append(" over the asked rate; on the dashed line all that is asked is done.");
    if (!rateAlone) {
      text.append(" Percentiles are medians of iterations.");
    }
    text.append(' ').append(CRITERION);
    for (Curve curve : curves) {
      text.append(' ').append(curve.variant()).append(curve.words()).append('.');
    }
    return text.toString();
  }

  private static DataTable numbers(Names names, String name, List<Curve> curves) {
    List<DataTable.Row> rows = new ArrayList<>();
    for (Curve curve : curves) {
      for (Step step : curve.steps()) {
        double share = step.achieved() / step.asked();
        rows.add(
            DataTable.Row.of(
                List.of(
                    Cell.text(curve.variant()),
                    Cell.number(step.asked(), Shown.tick(step.asked())),
                    Cell.number(step.achieved(), Shown.significant(step.achieved(), 4)),
                    Cell.number(share, Shown.percent(share))
                        .with(step.kept() ? Emphasis.NONE : Emphasis.INFERIOR),
                    step.response().map(tail -> millis(tail.median())).orElse(Cell.none()),
                    step.response().map(tail -> millis(tail.worst())).orElse(Cell.none()))));
      }
    }
    return new DataTable(
            names.file(name),
            "Asked and achieved rates",
            List.of(
                Column.text("variant", "variant"),
                Column.number("asked, ops/s", "asked"),
                Column.number("achieved, ops/s", "achieved"),
                Column.number("achieved / asked", "achieved_share"),
                Column.number("p99 response, ms (median of iterations)", "response_p99_seconds"),
                Column.number("worst iteration, ms", "response_p99_worst_seconds")),
            rows)
        .withoutEmptyColumns();
  }

  private static Cell millis(double seconds) {
    return Cell.number(seconds, Shown.significant(seconds * 1000));
  }
}
