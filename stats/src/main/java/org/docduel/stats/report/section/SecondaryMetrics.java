package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.docduel.stats.Quantity;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.sample.Summaries;

/** Metrics measured beside the time: blocks read, bytes allocated, whatever a profiler counted. */
public final class SecondaryMetrics {
  private static final double CONFIDENCE = 0.95;

  private SecondaryMetrics() {}

  /** The medians of all metrics that are not zero everywhere, in one table. */
  public static List<Block> of(StudyContext context) {
    Study study = context.study();
    List<Block> blocks = new ArrayList<>();
    Columns<Score> columns = context.columns();
    boolean any = false;
    for (String metric : study.secondaryNames()) {
      IdentityHashMap<Score, Double> medians = medians(study, metric);
      if (medians.values().stream().anyMatch(median -> median > 0)) {
        any = true;
        Quantity quantity =
            study.scores().stream()
                .flatMap(score -> score.secondary(metric).stream())
                .findFirst()
                .orElseThrow()
                .quantity();
        Measure measure = Measure.of(quantity, medians.values());
        columns.number(
            measure.heading(metric),
            metric,
            score -> medians.getOrDefault(score, Double.NaN),
            measure::number);
      }
    }
    if (any) {
      columns.number(
          context.measure().heading(study.timed() ? "time" : "primary"),
          "primary_median",
          score -> score.summary().median(),
          context::number);
      blocks.add(
          new Block.TableBlock(
              columns.table(
                  context.file("metrics"),
                  "Medians of what was measured beside the primary metric. What goes with a"
                      + " difference in time need not be its cause."
                      + context.conditions(),
                  study.scores()),
              false));
    }
    List<String> unusable =
        study.scores().stream()
            .flatMap(score -> score.secondaryNames().stream().filter(score::isUnusable))
            .distinct()
            .toList();
    if (!unusable.isEmpty()) {
      blocks.add(
          new Block.Prose(
              "Left out where a value is not a number or is negative: "
                  + String.join(", ", unusable)
                  + "."));
    }
    return blocks;
  }

  private static IdentityHashMap<Score, Double> medians(Study study, String metric) {
    IdentityHashMap<Score, Double> medians = new IdentityHashMap<>();
    for (Score score : study.scores()) {
      score
          .secondary(metric)
          .ifPresent(found -> medians.put(score, Summaries.of(metric, found, CONFIDENCE).median()));
    }
    return medians;
  }
}
