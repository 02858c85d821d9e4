package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.docduel.stats.input.Mode;
import org.docduel.stats.load.OpenLoopRun;
import org.docduel.stats.report.chart.LinePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.TimeScale;

/**
 * Achieved rate and 99th percentile of response times over the asked rate. Up to saturation both
 * follow what is asked; beyond it work queues.
 */
public final class Saturation {
  private static final String CRITERION =
      "Sustained is the highest asked rate up to which at least 99\u00a0% of what was asked was done,"
          + " less two standard deviations of what chance lets fall due.";
  private static final double WIDE_RANGE = 8;
  private static final int MOST_CURVES = 3;
  private static final double PLOT = 150;

  private Saturation() {}

  /** A figure for each group that was asked for two rates or more; nothing when there is none. */
  public static List<Block> of(StudyContext context) {
    Study study = context.study();
    if (study.mode() != Mode.THROUGHPUT || !study.timed()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    sweeps(study).forEach((group, curves) -> blocks.add(figure(context, group, curves)));
    return blocks;
  }

  /** What a study of asked rates shows, in words. */
  public static Page.Statement statement(Study study, String about) {
    List<String> parts = new ArrayList<>();
    sweeps(study)
        .forEach((group, curves) -> {
          String where = group.isEmpty() ? "" : group + ": ";
          curves.forEach(curve -> parts.add(where + curve.subject() + curve.words()));
        });
    String sentence =
        parts.isEmpty()
            ? study.name() + " was asked for one rate, which does not show what is sustained"
            : String.join("; ", parts.subList(0, Math.min(MOST_CURVES, parts.size())));
    String more =
        parts.size() > MOST_CURVES
            ? " and %d more below".formatted(parts.size() - MOST_CURVES)
            : "";
    return new Page.Statement(about, sentence + more + ".", CRITERION, Emphasis.UNDECIDED);
  }

  /**
   * The rates of one subject.
   *
   * @param runs sorted by the asked rate
   */
  private record Curve(String subject, int series, List<OpenLoopRun> runs) {
    String words() {
      OptionalDouble sustained = OpenLoopRun.sustainedRate(runs);
      return sustained.isPresent()
          ? " sustains " + Display.tick(sustained.getAsDouble()) + " operations a second"
          : " sustains none of the asked rates";
    }
  }

  private static Map<String, List<Curve>> sweeps(Study study) {
    Map<String, List<Curve>> sweeps = new LinkedHashMap<>();
    boolean compared = OpenLoop.isCompared(study);
    for (Study.Group group : study.groupsWithout(OpenLoop.RATE)) {
      Map<String, Curve> curves = new LinkedHashMap<>();
      for (Score score : group.scores()) {
        String subject = compared ? study.name() : study.subject(score);
        int series = compared ? 0 : study.series(score);
        OpenLoop.asked(score)
            .ifPresent(asked ->
                curves
                    .computeIfAbsent(subject, name -> new Curve(name, series, new ArrayList<>()))
                    .runs()
                    .add(OpenLoopRun.of(asked, score.selected().results())));
      }
      curves.values().removeIf(curve -> curve.runs().size() < 2);
      curves
          .values()
          .forEach(curve -> curve.runs().sort(Comparator.comparingDouble(OpenLoopRun::asked)));
      if (!curves.isEmpty()) {
        sweeps.put(group.label(), List.copyOf(curves.values()));
      }
    }
    return sweeps;
  }

  private static Block figure(StudyContext context, String group, List<Curve> curves) {
    List<OpenLoopRun> runs = curves.stream().flatMap(curve -> curve.runs().stream()).toList();
    double low = runs.stream().mapToDouble(OpenLoopRun::asked).min().orElse(0);
    double high = runs.stream().mapToDouble(OpenLoopRun::asked).max().orElse(1);
    double most = runs.stream().mapToDouble(OpenLoopRun::achieved).max().orElse(1);
    boolean wide = high / low >= WIDE_RANGE;
    List<LinePanels.SeriesLine> rates = new ArrayList<>();
    List<LinePanels.SeriesLine> responses = new ArrayList<>();
    for (Curve curve : curves) {
      List<Point> done = new ArrayList<>();
      List<Point> slow = new ArrayList<>();
      for (OpenLoopRun run : curve.runs()) {
        done.add(new Point(run.asked(), run.achieved()));
        run.responseP99().ifPresent(seconds -> slow.add(new Point(run.asked(), seconds)));
      }
      rates.add(new LinePanels.SeriesLine(curve.subject(), curve.series(), done));
      if (!slow.isEmpty()) {
        responses.add(new LinePanels.SeriesLine(curve.subject(), curve.series(), slow));
      }
    }
    Point start = wide ? new Point(low, low) : new Point(0, 0);
    double end = Math.min(high, most);
    List<LinePanels.Panel> panels = new ArrayList<>();
    panels.add(
        new LinePanels.Panel(
            "achieved, ops/s",
            Display::compact,
            wide,
            rates,
            end > start.x() ? List.of(start, new Point(end, end)) : List.of()));
    if (!responses.isEmpty()) {
      panels.add(
          new LinePanels.Panel("p99 response time", TimeScale::tick, true, responses, List.of()));
    }
    String name = group.isEmpty() ? "saturation" : "saturation-" + FileName.of(group);
    return context
        .figures()
        .draw(
            context.file(name),
            caption(group, curves, responses.isEmpty()) + context.conditions(),
            new LinePanels(
                group.isEmpty() ? "Achieved over asked rate" : "Achieved over asked, " + group,
                "Rates of " + Display.count(curves.size(), "subject", "subjects"),
                LinePanels.Across.numbers("asked rate, ops/s", wide, wide ? low : 0, high),
                true,
                PLOT,
                panels),
            numbers(context.file(name), curves));
  }

  private static String caption(String group, List<Curve> curves, boolean rateAlone) {
    StringBuilder text = new StringBuilder(group.isEmpty() ? "" : group + ": ");
    text.append("Achieved rate").append(rateAlone ? "" : " and 99th percentile of response times");
    text.append(" over the asked rate; on the dashed line all that is asked is done.");
    text.append(rateAlone ? " " : " Percentiles are means over iterations. ").append(CRITERION);
    curves.forEach(
        curve -> text.append(' ').append(curve.subject()).append(curve.words()).append('.'));
    return text.toString();
  }

  private record Asked(String subject, OpenLoopRun run) {}

  private static DataTable numbers(String name, List<Curve> curves) {
    List<Asked> rows = new ArrayList<>();
    curves.forEach(curve -> curve.runs().forEach(run -> rows.add(new Asked(curve.subject(), run))));
    return new Columns<Asked>()
        .text("subject", "subject", Asked::subject)
        .number("asked, ops/s", "asked", asked -> asked.run().asked(), Display::tick)
        .number(
            "achieved, ops/s",
            "achieved",
            asked -> asked.run().achieved(),
            value -> Display.significant(value, 4))
        .cell(
            "achieved / asked",
            "achieved_share",
            true,
            asked -> {
              double share = asked.run().achieved() / asked.run().asked();
              return DataCell.number(share, Display.percent(share))
                  .with(asked.run().sustained() ? Emphasis.NONE : Emphasis.INFERIOR);
            })
        .number(
            "p99 response, ms",
            "response_p99_seconds",
            asked -> asked.run().responseP99().orElse(Double.NaN),
            seconds -> Display.significant(seconds * 1000))
        .table(name, "Asked and achieved rates", rows)
        .withoutEmptyColumns();
  }
}
