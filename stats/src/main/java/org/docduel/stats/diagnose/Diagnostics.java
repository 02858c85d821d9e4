package org.docduel.stats.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.docduel.stats.diagnose.Series.Autocorrelation;
import org.docduel.stats.diagnose.Series.MannKendall;
import org.docduel.stats.diagnose.Series.Outlier;
import org.docduel.stats.diagnose.Series.Pettitt;
import org.docduel.stats.diagnose.Series.VarianceComponents;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Finding.Kind;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.stat.Units;
import org.docduel.stats.table.Numbers;

/**
 * Looks at observations for what makes a verdict doubtful, and says so in named findings. Changes
 * nothing.
 */
public final class Diagnostics {
  /** The level of each check; low, because many are made. */
  public static final double LEVEL = 0.01;

  private static final double MENTIONED = 0.05;
  private static final double LEVEL_Z = 2.326; // one-sided 1 %
  private static final int ENOUGH_FOR_A_SERIES = 8;

  private final String subject;
  private final List<Finding> findings = new ArrayList<>();

  private Diagnostics(String subject) {
    this.subject = subject;
  }

  /**
   * Makes all checks.
   *
   * @param subject what the findings call the observations
   */
  public static List<Finding> of(String subject, Observations observations) {
    Diagnostics checks = new Diagnostics(subject);
    checks.forksAndStalls(observations);
    checks.series(observations);
    checks.iterations(observations);
    return List.copyOf(checks.findings);
  }

  private void say(boolean found, Kind kind, String words, Object... values) {
    if (found) {
      findings.add(Finding.of(kind, subject, words, values));
    }
  }

  private void forksAndStalls(Observations all) {
    int forks = all.forks().size();
    say(
        forks == 1,
        Kind.TOO_FEW,
        "one fork of %d observations: what differs from fork to fork is not seen",
        all.size());
    say(
        forks > 1 && forks < Units.ENOUGH,
        Kind.TOO_FEW,
        "%d forks: at least %d are needed for a verdict",
        forks,
        Units.ENOUGH);
    long stalled = Arrays.stream(all.values()).filter(value -> value == 0).count();
    say(
        stalled > 0 && all.quantity().rate(),
        Kind.STALLED,
        "%d of %d iterations ended no operation; they count as rates of 0",
        stalled,
        all.size());
  }

  private void series(Observations all) {
    List<double[]> series =
        all.forks().stream()
            .filter(fork -> fork.size() >= ENOUGH_FOR_A_SERIES)
            .map(ForkSeries::values)
            .toList();
    List<MannKendall> trends = series.stream().map(MannKendall::of).toList();
    double trend = Series.combined(trends.stream().mapToDouble(MannKendall::p));
    say(
        trend < LEVEL,
        Kind.TREND,
        "of %d forks, %d rise and %d fall steadily (Mann-Kendall, p %.2g over all)",
        trends.size(),
        trends.stream().filter(each -> each.p() < MENTIONED && each.s() > 0).count(),
        trends.stream().filter(each -> each.p() < MENTIONED && each.s() < 0).count(),
        trend);
    List<Pettitt> changes = series.stream().map(Pettitt::of).toList();
    double change = Series.combined(changes.stream().mapToDouble(Pettitt::p));
    List<Pettitt> clear = changes.stream().filter(each -> each.p() < MENTIONED).toList();
    say(
        change < LEVEL,
        Kind.CHANGE_POINT,
        "the level changes in %d of %d forks%s (Pettitt, p %.2g over all); did the warm-up end?",
        clear.size(),
        changes.size(),
        clear.isEmpty() ? "" : ", first after iteration " + clear.get(0).after(),
        change);
  }

  private void iterations(Observations all) {
    Autocorrelation correlation = Autocorrelation.of(all);
    say(
        all.size() >= ENOUGH_FOR_A_SERIES && correlation.z() > LEVEL_Z,
        Kind.AUTOCORRELATION,
        "neighbouring observations correlate (lag 1: %.2f), so they count for fewer than they are",
        correlation.lag1());
    List<Outlier> outliers = Outlier.of(all);
    outliers.stream()
        .limit(1)
        .forEach(first ->
            say(
                true,
                Kind.OUTLIERS,
                "%d of %d observations lie far out, first fork %d, iteration %d (%s); they are kept",
                outliers.size(),
                all.size(),
                first.fork() + 1,
                first.iteration() + 1,
                Numbers.of(first.value(), all.quantity())));
    VarianceComponents parts = VarianceComponents.of(all);
    say(
        parts.p() < LEVEL,
        Kind.FORK_VARIANCE,
        "%.0f %% of the variance lies between forks (F test, p %.2g): iterations of a fork are not independent",
        100 * parts.betweenShare(),
        parts.p());
    List<Integer> sizes = all.forks().stream().map(ForkSeries::size).toList();
    say(
        sizes.stream().distinct().count() > 1,
        Kind.RAGGED_FORKS,
        "the forks have %s observations; did a fork fail?",
        sizes);
  }
}
