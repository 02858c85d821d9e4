package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.Comparison;
import org.docduel.stats.resample.Streams;

/**
 * Decides a family of comparisons while its forks come in, one look after each round, at the error
 * of a single test (Lan and DeMets 1983). Both claims spend, superior and inferior; a comparison is
 * decided when its interval holds neither Delta nor what mirrors it, and then needs no more forks.
 * A decided claim leaves the family to the others (step-down); one that is not shown stays in it.
 * Keeps the looks it has had, so that each run needs an object of its own. Not for several threads.
 */
public final class SequentialTest {
  /** No comparison is looked at before it has this many forks a side. */
  public static final int FIRST_LOOK = Units.ENOUGH;

  private final SuperiorityTest test;
  private final int mostForks;
  private final Spending spending;
  private final List<Double> looks = new ArrayList<>();
  private final Map<String, Decision> decided = new LinkedHashMap<>();
  private final Map<String, LogRatio> frozen = new LinkedHashMap<>();

  private SequentialTest(SuperiorityTest test, int mostForks, Spending spending) {
    this.test = test;
    this.mostForks = mostForks;
    this.spending = spending;
  }

  /**
   * A run that has not been looked at.
   *
   * @param test Delta, alpha, statistic, seed
   * @param mostForks forks a side at which the run ends in any case, from 3 on
   * @param spending how the error is spent
   * @throws IllegalArgumentException if there are fewer forks than a verdict needs
   */
  public static SequentialTest of(SuperiorityTest test, int mostForks, Spending spending) {
    if (mostForks < FIRST_LOOK) {
      throw new IllegalArgumentException(
          "most forks " + mostForks + " is out of range; " + FIRST_LOOK + " or more is expected");
    }
    return new SequentialTest(test, mostForks, spending);
  }

  /**
   * A comparison of the family.
   *
   * @param name what it is called, the same at every look
   * @param groups one comparison, or several whose ratios are averaged
   */
  public record Contest(String name, List<Comparison> groups) {
    /** Copies the list. */
    public Contest {
      groups = List.copyOf(groups);
    }
  }

  /**
   * What may be said about a comparison at a look.
   *
   * @param name the comparison
   * @param verdict what may be said; {@code too few} before the first look
   * @param delta time reduction as a fraction
   * @param interval its interval at this look
   * @param open whether more forks may still change the verdict
   */
  public record Decision(
      String name, Verdict verdict, double delta, Interval interval, boolean open) {}

  /**
   * Looks at the family after a round. Forks of a decided comparison are not looked at again.
   *
   * @param contests all comparisons of the family, decided ones too, with all forks so far
   * @return a decision for each, in their order; the run may end when none of them is open
   * @throws org.docduel.stats.BadInputException if observations cannot be compared
   */
  public List<Decision> look(List<Contest> contests) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (Contest contest : contests) {
      if (!decided.containsKey(contest.name())) {
        rows.put(contest.name(), row(contest));
      }
    }
    int forks = rows.values().stream().mapToInt(SequentialTest::forks).min().orElse(mostForks);
    boolean due =
        forks >= FIRST_LOOK && (looks.isEmpty() || share(forks) > looks.get(looks.size() - 1));
    if (due) {
      looks.add(share(forks));
    }
    double score = due ? score(rows) : Double.NaN;
    Map<String, Decision> now = new LinkedHashMap<>();
    rows.forEach((name, row) -> {
      Decision decision = decision(name, row, score, forks >= mostForks);
      now.put(name, decision);
      if (!decision.open()) {
        decided.put(name, decision);
        if (decision.verdict() != Verdict.SUPERIOR && decision.verdict() != Verdict.INFERIOR) {
          frozen.put(name, row.ratio());
        }
      }
    });
    return contests.stream()
        .map(contest -> now.getOrDefault(contest.name(), decided.get(contest.name())))
        .toList();
  }

  private double share(int forks) {
    return Math.min(1, (double) forks / mostForks);
  }

  private Row row(Contest contest) {
    List<Samples> samples = new ArrayList<>();
    for (Comparison group : contest.groups()) {
      test.requireTestable(group);
      samples.add(new Samples(List.of(group), test.approach().paired()));
    }
    Contrast contrast =
        samples.size() == 1 ? new Contrast.Single(samples.get(0)) : new Contrast.Mean(samples);
    Streams streams =
        new Streams(test.resampling().seed(), Streams.key("sequential", contest.name()));
    return Row.of(contest.name(), contrast, test.approach().statistic(), streams, List.of());
  }

  private static int forks(Row row) {
    return row.contrast().members().stream()
        .flatMap(member -> member.parts().stream())
        .mapToInt(part -> Math.min(part.baseline().forks().size(), part.candidate().forks().size()))
        .min()
        .orElse(0);
  }

  /** The score at this look of a claim that may still be made. */
  private double score(Map<String, Row> rows) {
    List<LogRatio> family = new ArrayList<>(frozen.values());
    rows.values().stream().filter(Row::testable).map(Row::ratio).forEach(family::add);
    family.removeIf(ratio -> !ratio.varies());
    Family all = new Family(family, test.hypothesis(), test.resampling(), "look " + looks.size());
    double[] scores = Boundaries.of(spending, all.level(), looks);
    return scores[scores.length - 1];
  }

  private Decision decision(String name, Row row, double score, boolean last) {
    LogRatio ratio = row.ratio();
    double delta = 1 - StrictMath.exp(ratio.theta());
    if (!row.enough() || Double.isNaN(score)) {
      Interval none = new Interval(Double.NEGATIVE_INFINITY, 1, Double.NaN);
      Verdict verdict = row.enough() ? Verdict.INCONCLUSIVE : Verdict.TOO_FEW;
      return new Decision(name, verdict, delta, none, !last);
    }
    double reach =
        ratio.varies() ? NormalScore.t(score, ratio.df()) * Math.sqrt(ratio.variance()) : 0;
    double threshold = test.hypothesis().logThreshold();
    double low = ratio.theta() - reach;
    double high = ratio.theta() + reach;
    Verdict verdict;
    boolean open;
    if (high <= threshold || low >= -threshold) {
      verdict = high <= threshold ? Verdict.SUPERIOR : Verdict.INFERIOR;
      open = false;
    } else {
      verdict = low > threshold ? Verdict.NOT_SHOWN : Verdict.INCONCLUSIVE;
      open = !(low > threshold && high < -threshold);
    }
    Interval interval =
        new Interval(
            1 - StrictMath.exp(high), 1 - StrictMath.exp(low), 1 - 2 * NormalScore.p(score));
    return new Decision(name, verdict, delta, interval, open && !last);
  }
}
