package org.docduel.stats.analysis;

import java.util.List;
import java.util.function.UnaryOperator;
import org.docduel.stats.Finding;
import org.docduel.stats.Observations;
import org.docduel.stats.resample.Streams;

/**
 * A comparison before its verdict.
 *
 * @param name the group, or the name of an overall row
 * @param contrast what is compared
 * @param units its units, one for each member of the contrast
 * @param ratio its log ratio, with the standard error that decides
 * @param streams its random streams
 * @param findings what is known about its observations
 */
record Row(
    String name,
    Contrast contrast,
    List<Units> units,
    LogRatio ratio,
    Streams streams,
    List<Finding> findings) {
  private static final int MOST_MORE = 1000;

  Row {
    units = List.copyOf(units);
    findings = List.copyOf(findings);
  }

  static Row of(
      String name,
      Contrast contrast,
      Statistic statistic,
      Streams streams,
      List<Finding> findings) {
    List<Units> units =
        contrast.members().stream().map(member -> Units.of(member, statistic)).toList();
    return new Row(name, contrast, units, LogRatio.of(units), streams, findings);
  }

  /** Whether there are forks and units enough for a verdict. */
  boolean enough() {
    return contrast.members().stream().allMatch(Samples::enoughForks)
        && units.stream().allMatch(Units::enough);
  }

  boolean forked() {
    return contrast.members().stream().allMatch(Samples::forked);
  }

  boolean directed() {
    return contrast.members().stream().allMatch(Samples::directed);
  }

  /** Whether a t can be made and decides something. */
  boolean testable() {
    return enough() && ratio.varies();
  }

  Row withRatio(LogRatio changed) {
    return new Row(name, contrast, units, changed, streams, findings);
  }

  /** Forks that bring the bound of this score to Delta, were the estimates to stay; 0 for none. */
  int moreForks(double score, Hypothesis hypothesis) {
    double distance = Math.abs(ratio.theta() - hypothesis.logThreshold());
    int forks = Integer.MAX_VALUE;
    for (Units member : units) {
      for (Stratum stratum : member.strata()) {
        forks = Math.min(forks, Math.min(stratum.numerator().length, stratum.denominator().length));
      }
    }
    for (int more = 1; testable() && more <= MOST_MORE; more++) {
      double part = (forks + more) / (double) forks;
      double df = ratio.df() * (forks + more - 1) / (forks - 1);
      if (NormalScore.t(score, df) * Math.sqrt(ratio.variance() / part) < distance) {
        return more;
      }
    }
    return 0;
  }

  Row map(UnaryOperator<Observations> change, Statistic statistic) {
    return of(name, contrast.map(change), statistic, streams, findings);
  }

  Row withStatistic(Statistic statistic) {
    return of(name, contrast, statistic, streams, findings);
  }
}
