package org.docduel.stats.diagnose;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.docduel.stats.diagnose.Series.Autocorrelation;
import org.docduel.stats.diagnose.Series.MannKendall;
import org.docduel.stats.diagnose.Series.Outlier;
import org.docduel.stats.diagnose.Series.Pettitt;
import org.docduel.stats.diagnose.Series.VarianceComponents;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
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
  private static final int ENOUGH_FORKS = 3;

  /** Each check says one sentence, or nothing. */
  private static final Map<Finding.Kind, Function<Observations, String>> CHECKS =
      new LinkedHashMap<>();

  static {
    CHECKS.put(Finding.Kind.TOO_FEW, Diagnostics::tooFew);
    CHECKS.put(Finding.Kind.STALLED, Diagnostics::stalled);
    CHECKS.put(Finding.Kind.TREND, Diagnostics::trend);
    CHECKS.put(Finding.Kind.CHANGE_POINT, Diagnostics::changePoint);
    CHECKS.put(Finding.Kind.AUTOCORRELATION, Diagnostics::autocorrelation);
    CHECKS.put(Finding.Kind.OUTLIERS, Diagnostics::outliers);
    CHECKS.put(Finding.Kind.FORK_VARIANCE, Diagnostics::forkVariance);
    CHECKS.put(Finding.Kind.RAGGED, Diagnostics::ragged);
  }

  private Diagnostics() {}

  /**
   * Makes all checks.
   *
   * @param subject what the findings call the observations
   */
  public static List<Finding> of(String subject, Observations observations) {
    return CHECKS.entrySet().stream()
        .map(check -> new Finding(check.getKey(), subject, check.getValue().apply(observations)))
        .filter(finding -> !finding.message().isEmpty())
        .toList();
  }

  private static String tooFew(Observations o) {
    int forks = o.forks().size();
    return forks == 1
        ? String.format(
            Locale.ROOT,
            "one fork of %d observations: what differs from fork to fork is not seen",
            o.size())
        : forks < ENOUGH_FORKS
            ? String.format(
                Locale.ROOT, "%d forks: at least %d are needed for a verdict", forks, ENOUGH_FORKS)
            : "";
  }

  private static String stalled(Observations o) {
    long stalled = Arrays.stream(o.values()).filter(value -> value == 0).count();
    return stalled > 0 && o.quantity().rate()
        ? String.format(
            Locale.ROOT,
            "%d of %d iterations ended no operation; they count as rates of 0",
            stalled,
            o.size())
        : "";
  }

  private static List<double[]> series(Observations o) {
    return o.forks().stream()
        .filter(fork -> fork.size() >= ENOUGH_FOR_A_SERIES)
        .map(ForkSeries::values)
        .toList();
  }

  private static String trend(Observations o) {
    List<MannKendall> trends = series(o).stream().map(MannKendall::of).toList();
    double p = Series.combined(trends.stream().mapToDouble(MannKendall::p));
    return p < LEVEL
        ? String.format(
            Locale.ROOT,
            "of %d forks, %d rise and %d fall steadily (Mann-Kendall, p %.2g over all)",
            trends.size(),
            trends.stream().filter(trend -> trend.p() < MENTIONED && trend.s() > 0).count(),
            trends.stream().filter(trend -> trend.p() < MENTIONED && trend.s() < 0).count(),
            p)
        : "";
  }

  private static String changePoint(Observations o) {
    List<Pettitt> changes = series(o).stream().map(Pettitt::of).toList();
    double p = Series.combined(changes.stream().mapToDouble(Pettitt::p));
    List<Pettitt> clear = changes.stream().filter(c -> c.p() < MENTIONED).toList();
    return p < LEVEL
        ? String.format(
            Locale.ROOT,
            "the level changes in %d of %d forks%s (Pettitt, p %.2g over all); did the warm-up"
                + " end?",
            clear.size(),
            changes.size(),
            clear.isEmpty() ? "" : ", first after iteration " + clear.get(0).after(),
            p)
        : "";
  }

  private static String autocorrelation(Observations o) {
    Autocorrelation correlation = Autocorrelation.of(o);
    return o.size() >= ENOUGH_FOR_A_SERIES && correlation.z() > LEVEL_Z
        ? String.format(
            Locale.ROOT,
            "neighbouring observations correlate (lag 1: %.2f), so they count for fewer than they are",
            correlation.lag1())
        : "";
  }

  private static String outliers(Observations o) {
    List<Outlier> outliers = Outlier.of(o);
    return outliers.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "%d of %d observations lie far out, first fork %d, iteration %d (%s); they are kept",
            outliers.size(),
            o.size(),
            outliers.get(0).fork() + 1,
            outliers.get(0).iteration() + 1,
            Numbers.of(outliers.get(0).value(), o.quantity()));
  }

  private static String forkVariance(Observations o) {
    VarianceComponents parts = VarianceComponents.of(o);
    return parts.p() < LEVEL
        ? String.format(
            Locale.ROOT,
            "%.0f %% of the variance lies between forks (F test, p %.2g): iterations of a fork are"
                + " not independent",
            100 * parts.betweenShare(),
            parts.p())
        : "";
  }

  private static String ragged(Observations o) {
    List<Integer> sizes = o.forks().stream().map(ForkSeries::size).toList();
    return sizes.stream().distinct().count() > 1
        ? String.format(Locale.ROOT, "the forks have %s observations; did a fork fail?", sizes)
        : "";
  }
}
