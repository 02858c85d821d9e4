package org.docduel.stats.report.section;

import java.util.List;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Block.Fact;

/** How to read the report, for someone who was not there. */
public final class Reading {

  private Reading() {}

  /** The words the report uses. */
  public static List<Block> blocks() {
    return List.of(
        new Block.Facts(
            "",
            List.of(
                new Fact(
                    "time reduction δ",
                    "(baseline − candidate) / baseline of the mean times: 20 % means that the"
                        + " candidate takes 20 % less time. It is a time ratio of 0.80 and a"
                        + " throughput ratio of 1.25, not of 1.20."),
                new Fact("Δ", "the least time reduction that counts as a difference worth having"),
                new Fact("superior", "the runs show a reduction of at least Δ"),
                new Fact("inferior", "the runs show the same for the baseline"),
                new Fact(
                    "not shown",
                    "the interval lies below Δ, but the baseline is not better by Δ either"),
                new Fact("inconclusive", "the interval contains Δ: more forks would decide"),
                new Fact("too few", "not enough independent forks or observations to decide"),
                new Fact(
                    "overall (stratified)",
                    "every group counts the same: the geometric mean of the groups' time ratios"),
                new Fact(
                    "overall (pooled)",
                    "all observations thrown together, so the slowest group decides"),
                new Fact(
                    "p (Holm)", "p adjusted for testing several groups at once; the raw p beside"),
                new Fact(
                    "p95",
                    "the 95th percentile: of operations where the run recorded them, else of"
                        + " observations"))));
  }
}
