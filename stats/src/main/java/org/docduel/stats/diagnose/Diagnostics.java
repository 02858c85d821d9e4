package org.docduel.stats.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.Observations;
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

  private Diagnostics() {}

  /**
   * Makes all checks.
   *
   * @param subject what the findings call the observations
   * @param observations the observations
   */
  public static List<Finding> of(String subject, Observations observations) {
    List<Finding> findings = new ArrayList<>();
    tooFew(subject, observations, findings);
    stalled(subject, observations, findings);
    trend(subject, observations, findings);
    changePoint(subject, observations, findings);
    autocorrelation(subject, observations, findings);
    outliers(subject, observations, findings);
    forkVariance(subject, observations, findings);
    ragged(subject, observations, findings);
    return findings;
  }

  private static void tooFew(String subject, Observations o, List<Finding> findings) {
    int forks = o.forks().size();
    if (forks == 1) {
      add(
          findings,
          Finding.Kind.TOO_FEW,
          subject,
          String.format(
              Locale.ROOT,
              "one fork of %d observations: what differs from fork to fork is not seen",
              o.size()));
    } else if (forks < ENOUGH_FORKS) {
      add(
          findings,
          Finding.Kind.TOO_FEW,
          subject,
          String.format(
              Locale.ROOT, "%d forks: at least %d are needed for a verdict", forks, ENOUGH_FORKS));
    }
  }

  private static void stalled(String subject, Observations o, List<Finding> findings) {
    long stalled = Arrays.stream(o.values()).filter(value -> value == 0).count();
    if (stalled > 0 && o.quantity().rate()) {
      add(
          findings,
          Finding.Kind.STALLED,
          subject,
          String.format(
              Locale.ROOT,
              "%d of %d iterations ended no operation; they count as rates of 0",
              stalled,
              o.size()));
    }
  }

  private static List<ForkSeries> series(Observations o) {
    return o.forks().stream().filter(fork -> fork.size() >= ENOUGH_FOR_A_SERIES).toList();
  }

  private static void trend(String subject, Observations o, List<Finding> findings) {
    List<MannKendall> trends =
        series(o).stream().map(fork -> MannKendall.of(fork.values())).toList();
    double p = Fisher.combined(trends.stream().mapToDouble(MannKendall::p));
    if (p < LEVEL) {
      add(
          findings,
          Finding.Kind.TREND,
          subject,
          String.format(
              Locale.ROOT,
              "of %d forks, %d rise and %d fall steadily (Mann-Kendall, p %.2g over all)",
              trends.size(),
              trends.stream().filter(trend -> trend.p() < MENTIONED && trend.s() > 0).count(),
              trends.stream().filter(trend -> trend.p() < MENTIONED && trend.s() < 0).count(),
              p));
    }
  }

  private static void changePoint(String subject, Observations o, List<Finding> findings) {
    List<Pettitt> changes = series(o).stream().map(fork -> Pettitt.of(fork.values())).toList();
    double p = Fisher.combined(changes.stream().mapToDouble(Pettitt::p));
    if (p < LEVEL) {
      List<Pettitt> clear = changes.stream().filter(c -> c.p() < MENTIONED).toList();
      String first = clear.isEmpty() ? "" : ", first after iteration " + clear.get(0).after();
      add(
          findings,
          Finding.Kind.CHANGE_POINT,
          subject,
          String.format(
              Locale.ROOT,
              "the level changes in %d of %d forks%s (Pettitt, p %.2g over all); did the warm-up"
                  + " end?",
              clear.size(),
              changes.size(),
              first,
              p));
    }
  }

  private static void autocorrelation(String subject, Observations o, List<Finding> findings) {
    Autocorrelation correlation = Autocorrelation.of(o);
    if (o.size() >= ENOUGH_FOR_A_SERIES && correlation.z() > LEVEL_Z) {
      add(
          findings,
          Finding.Kind.AUTOCORRELATION,
          subject,
          String.format(
              Locale.ROOT,
              "neighbouring observations correlate (lag 1: %.2f), so they count for fewer than they are",
              correlation.lag1()));
    }
  }

  private static void outliers(String subject, Observations o, List<Finding> findings) {
    List<Outliers.Place> outliers = Outliers.of(o);
    if (!outliers.isEmpty()) {
      Outliers.Place first = outliers.get(0);
      add(
          findings,
          Finding.Kind.OUTLIERS,
          subject,
          String.format(
              Locale.ROOT,
              "%d of %d observations lie far out, first fork %d, iteration %d (%s); they are kept",
              outliers.size(),
              o.size(),
              first.fork() + 1,
              first.iteration() + 1,
              Numbers.of(first.value(), o.quantity())));
    }
  }

  private static void forkVariance(String subject, Observations o, List<Finding> findings) {
    VarianceComponents parts = VarianceComponents.of(o);
    if (parts.p() < LEVEL) {
      add(
          findings,
          Finding.Kind.FORK_VARIANCE,
          subject,
          String.format(
              Locale.ROOT,
              "%.0f %% of the variance lies between forks (F test, p %.2g): iterations of a fork are"
                  + " not independent",
              100 * parts.betweenShare(),
              parts.p()));
    }
  }

  private static void ragged(String subject, Observations o, List<Finding> findings) {
    List<ForkSeries> forks = o.forks();
    int first = forks.get(0).size();
    if (IntStream.range(1, forks.size()).anyMatch(i -> forks.get(i).size() != first)) {
      add(
          findings,
          Finding.Kind.RAGGED,
          subject,
          String.format(
              Locale.ROOT,
              "the forks have %s observations; did a fork fail?",
              forks.stream().map(fork -> Integer.toString(fork.size())).toList()));
    }
  }

  private static void add(
      List<Finding> findings, Finding.Kind kind, String subject, String message) {
    findings.add(new Finding(kind, subject, message));
  }
}
