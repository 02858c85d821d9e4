package org.docduel.stats.report.section;

import java.util.List;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Block.Fact;

/** How to read the report, for someone who was not there. */
public final class HowToRead {

  private HowToRead() {}

  /** The words the report uses. */
  public static List<Block> blocks() {
    return List.of(
        new Block.Facts(
            "",
            List.of(
                new Fact(
                    "time reduction δ",
                    "(baseline − candidate) / baseline of the mean times. 20 % is a time ratio of"
                        + " 0.80 and a throughput ratio of 1.25, not of 1.20."),
                new Fact("Δ", "the smallest time reduction that counts"),
                new Fact(
                    "interval",
                    "each bound errs with a chance of α at most, over all comparisons that are read"
                        + " together"),
                new Fact("superior", "the candidate takes at least Δ less time"),
                new Fact("inferior", "the baseline takes at least Δ less time"),
                new Fact("not shown", "the interval lies below Δ"),
                new Fact("inconclusive", "the interval contains Δ; more forks would decide"),
                new Fact("too few", "too few independent runs to decide"),
                new Fact("cannot be told apart", "no difference of Δ or more is shown, either way"),
                new Fact("shape", "one benchmark with one value of each other parameter"),
                new Fact("stratified", "geometric mean of the shapes' time ratios"),
                new Fact("pooled", "all observations together, so the slowest shape decides"),
                new Fact("p (adjusted)", "p for all comparisons that are read together"),
                new Fact(
                    "p95",
                    "the 95th percentile: of operations where the run recorded them, else of"
                        + " observations"))));
  }
}
