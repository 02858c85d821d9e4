package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhMetric;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.SelectedResult;
import org.docduel.stats.sidecar.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Summaries;
import org.docduel.stats.stat.Summary;

/**
 * One result with what the report says about it.
 *
 * @param selected the result, merged over the files that measured it
 * @param summary of its observations
 * @param statistic that is compared
 * @param level the value of that statistic
 * @param durability what an acknowledgement promised; empty when nobody said
 * @param plans how its query was answered, each plan once; empty when nobody said
 */
record Score(
    SelectedResult selected,
    Summary summary,
    Statistic statistic,
    double level,
    String durability,
    List<PlanFact> plans) {
  private static final String DURABILITY = "durability";
  private static final double CONFIDENCE = 0.95;

  static Score of(
      SelectedResult selected, String label, Statistic statistic, List<SidecarFile> sidecars) {
    Summary summary = Summaries.of(label, selected.observations(), CONFIDENCE);
    List<Sidecar> beside = beside(selected, sidecars);
    return new Score(
        selected,
        summary,
        statistic,
        statistic.level(selected.observations()),
        durability(selected, beside),
        beside.stream()
            .flatMap(sidecar -> sidecar.plans().stream())
            .filter(plan -> isAbout(plan.store(), plan.parameters(), selected))
            .distinct()
            .toList());
  }

  private static List<Sidecar> beside(SelectedResult result, List<SidecarFile> sidecars) {
    Set<String> files =
        result.results().stream().map(r -> r.source().file()).collect(Collectors.toSet());
    return sidecars.stream()
        .filter(sidecar -> files.contains(sidecar.resultFile()))
        .map(SidecarFile::sidecar)
        .toList();
  }

  // The parameter, else what the store's fact says.
  private static String durability(SelectedResult result, List<Sidecar> beside) {
    if (!result.field(DURABILITY).isEmpty()) {
      return result.field(DURABILITY);
    }
    return beside.stream()
        .flatMap(sidecar -> sidecar.stores().stream())
        .filter(store -> !store.durability().isEmpty())
        .filter(store -> isAbout(store.store(), store.parameters(), result))
        .map(StoreFact::durability)
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private static boolean isAbout(
      String store, Map<String, String> parameters, SelectedResult result) {
    return result.fields().containsValue(store)
        && parameters.entrySet().stream()
            .allMatch(entry ->
                entry
                    .getValue()
                    .equals(result.fields().getOrDefault(entry.getKey(), entry.getValue())));
  }

  Observations observations() {
    return selected.observations();
  }

  /** The value of a field; the empty string when the result has no such field. */
  String field(String name) {
    return selected.field(name);
  }

  /** The first of the results that were merged, which speaks for all about the protocol. */
  JmhResult first() {
    return selected.results().get(0);
  }

  /** The interval of the level: there is one of means alone. */
  Interval interval() {
    return statistic == Statistic.MEAN
        ? summary.interval()
        : new Interval(Double.NaN, Double.NaN, summary.interval().confidence());
  }

  /** How many operations end in a second; NaN of what is no time and no rate. */
  double rate() {
    return observations().quantity().rate()
        ? level
        : observations().quantity().time() ? selected.callsAtOnce() / level : Double.NaN;
  }

  /**
   * The numbers of a secondary metric, where every merged result has them and all are usable: times
   * in seconds, rates as rates.
   */
  Optional<Observations> secondary(String metric) {
    List<Observations> parts = new ArrayList<>();
    for (JmhResult result : selected.results()) {
      Optional<JmhMetric> found = result.metric(metric).filter(JmhMetric::hasObservations);
      if (found.isEmpty() || !isUsable(found.get())) {
        return Optional.empty();
      }
      parts.add(found.get().observations(result.source()));
    }
    return Optional.of(Observations.concat(parts));
  }

  // A profiler may print NaN where it saw nothing; that must not cost the reader the whole report.
  private static boolean isUsable(JmhMetric metric) {
    boolean time = metric.unit().quantity().time();
    return Stream.concat(
            metric.rawData().stream().flatMap(List::stream),
            metric.rawHistograms().stream().flatMap(List::stream).map(Histogram::min))
        .map(value -> metric.unit().toObservation(value))
        .allMatch(value -> Double.isFinite(value) && (time ? value > 0 : value >= 0));
  }
}
