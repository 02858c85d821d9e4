package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.docduel.stats.Quantity;
import org.docduel.stats.report.chart.BarPanels;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.sample.Summary;

/** The scores of a study: tails or medians as bars, and everything in one table. */
public final class Scores {

  /** With more groups the bars show the fastest and the slowest. */
  private static final int ENDS = 12;

  private Scores() {}

  /**
   * 95th percentiles as bars, or medians where some result has too few observations for one;
   * nothing for a single result, which needs none.
   */
  public static List<Block> bars(StudyContext context) {
    Study study = context.study();
    if (study.scores().size() < 2) {
      return List.of();
    }
    boolean tails = study.scores().stream().noneMatch(score -> Double.isNaN(score.summary().p95()));
    ToDoubleFunction<Score> value =
        tails ? score -> score.summary().p95() : score -> score.summary().median();
    String shown = tails ? "95th percentile" : "Median";
    List<Study.Group> groups = ends(study.groups(), value);
    String caption =
        "%s of %s%s. Every group has its own scale from zero.%s%s"
            .formatted(
                shown,
                study.timed() ? "the time per operation" : study.unit(),
                direction(study.scores().get(0).observations().quantity().better()),
                groups.size() < study.groups().size()
                    ? " Shown are the %d fastest and the %d slowest of %s."
                        .formatted(
                            ENDS, ENDS, Display.count(study.groups().size(), "group", "groups"))
                    : "",
                context.conditions());
    return List.of(
        context
            .figures()
            .draw(
                context.file("p95"),
                caption,
                panels(context, groups, shown, value),
                context
                    .columns()
                    .number(
                        context.measure().heading("median"),
                        "median",
                        score -> score.summary().median(),
                        context::number)
                    .number(
                        context.measure().heading("p95"),
                        "p95",
                        score -> score.summary().p95(),
                        context::number)
                    .count("observations", "observations", score -> score.summary().n())
                    .table(context.file("p95"), "Medians and 95th percentiles", study.scores())));
  }

  private static String direction(Quantity.Better better) {
    return switch (better) {
      case LOWER -> "; shorter is better";
      case HIGHER -> "; longer is better";
      case UNKNOWN -> "";
    };
  }

  private static BarPanels panels(
      StudyContext context, List<Study.Group> groups, String title, ToDoubleFunction<Score> value) {
    Study study = context.study();
    List<BarPanels.BarGroup> panels = new ArrayList<>();
    for (Study.Group group : groups) {
      List<BarPanels.Bar> bars = new ArrayList<>();
      for (Score score : group.scores()) {
        double length = value.applyAsDouble(score);
        bars.add(
            new BarPanels.Bar(
                study.subject(score),
                Ink.series(study.series(score)),
                length,
                context.measure().show(length)));
      }
      panels.add(new BarPanels.BarGroup(group.label(), bars));
    }
    return new BarPanels(title, "Bars of %d groups".formatted(groups.size()), panels);
  }

  private static List<Study.Group> ends(List<Study.Group> groups, ToDoubleFunction<Score> value) {
    if (groups.size() <= 2 * ENDS) {
      return groups;
    }
    List<Study.Group> sorted =
        groups.stream()
            .sorted(
                Comparator.comparingDouble(
                    group -> group.scores().stream().mapToDouble(value).min().orElse(0)))
            .toList();
    List<Study.Group> ends = new ArrayList<>(sorted.subList(0, ENDS));
    ends.addAll(sorted.subList(sorted.size() - ENDS, sorted.size()));
    return ends;
  }

  /**
   * Every score with its spread and its rate.
   *
   * @param perParameter a parameter that counts what one operation handles, for a column of things
   *     per second; ignored where a result has no such number
   */
  public static List<Block> table(StudyContext context, String perParameter) {
    Study study = context.study();
    Columns<Score> columns =
        summary(
                context
                    .columns()
                    .count("forks", "forks", score -> score.summary().forks())
                    .count("n", "n", score -> score.summary().n()),
                context.measure())
            .number("ops/s", "operations_per_second", Scores::rate, Display::significant)
            .number(
                perParameter + "/s",
                "things_per_second",
                score -> rate(score) * things(score, perParameter),
                Display::significant);
    String caption =
        "Every score%s. best and worst are the smallest and largest; rates come from the mean.%s"
            .formatted(
                context.measure().unit().isEmpty()
                    ? ""
                    : ", in " + context.measure().unit() + " where nothing else is said",
                context.conditions());
    return List.of(
        new Block.TableBlock(
            columns.table(context.file("scores"), caption, study.scores()).withoutEmptyColumns(),
            false));
  }

  private static Columns<Score> summary(Columns<Score> columns, Measure measure) {
    columns
        .number(measure.heading("mean"), "mean", score -> score.summary().mean(), measure::number)
        .cell("95 % interval", "mean_interval", true, score -> interval(score.summary(), measure));
    number(columns, "sd", "sd", Summary::sd, measure);
    number(columns, "best", "min", Summary::min, measure);
    number(columns, "median", "median", Summary::median, measure);
    number(columns, "p95", "p95", Summary::p95, measure);
    number(columns, "p99", "p99", Summary::p99, measure);
    number(columns, "worst", "max", Summary::max, measure);
    return columns;
  }

  private static void number(
      Columns<Score> columns,
      String heading,
      String csvName,
      ToDoubleFunction<Summary> value,
      Measure measure) {
    columns.number(
        heading, csvName, score -> value.applyAsDouble(score.summary()), measure::number);
  }

  private static double rate(Score score) {
    return score.observations().quantity().time()
        ? score.selected().callsAtOnce() / score.summary().mean()
        : Double.NaN;
  }

  private static double things(Score score, String parameter) {
    String value = score.field(parameter);
    return value.matches("[1-9]\\d{0,9}") ? Double.parseDouble(value) : Double.NaN;
  }

  private static DataCell interval(Summary summary, Measure measure) {
    double lower = summary.interval().lower();
    double upper = summary.interval().upper();
    return Double.isNaN(lower) || Double.isNaN(upper)
        ? DataCell.NONE
        : new DataCell(
            "[%s, %s]".formatted(measure.number(lower), measure.number(upper)),
            lower + ".." + upper,
            Emphasis.NONE);
  }

  /** Results of any studies in one table, for reports of more studies than a person reads. */
  public static List<Block> all(List<Study> studies) {
    Columns<Entry> columns =
        new Columns<Entry>()
            .text("benchmark", "benchmark", entry -> entry.study().name())
            .text("parameters", "parameters", entry -> entry.study().label(entry.score()))
            .text("subject", "subject", entry -> entry.study().subject(entry.score()))
            .count("forks", "forks", entry -> entry.score().summary().forks())
            .count("n", "n", entry -> entry.score().summary().n());
    for (String heading : List.of("mean", "median", "p95")) {
      columns.number(
          heading, heading, entry -> value(entry.score().summary(), heading), Display::significant);
    }
    columns.text("unit", "unit", entry -> entry.study().unit());
    List<Entry> entries = new ArrayList<>();
    studies.forEach(study -> study.scores().forEach(score -> entries.add(new Entry(study, score))));
    return List.of(
        new Block.TableBlock(
            columns.table("scores", "Every score, in its unit", entries).withoutEmptyColumns(),
            false));
  }

  private record Entry(Study study, Score score) {}

  private static double value(Summary summary, String statistic) {
    return switch (statistic) {
      case "mean" -> summary.mean();
      case "median" -> summary.median();
      default -> summary.p95();
    };
  }
}
