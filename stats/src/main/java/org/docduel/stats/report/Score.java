package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
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
 * @param durability of acknowledged writes; empty when nobody said
 * @param plans how its query was answered, each plan once; empty when nobody said
 */
record Score(
    SelectedResult selected,
    Summary summary,
    Statistic statistic,
    double level,
    String durability,
    List<PlanFact> plans) {
  static final String DURABILITY = "durability";

  /** The parameter that holds the offered rate, operations a second; 0 for a closed loop. */
  static final String RATE = "rate";

  private static final double CONFIDENCE = 0.95;

  static Score of(SelectedResult selected, Statistic statistic, List<SidecarFile> files) {
    Set<String> sources =
        selected.results().stream().map(r -> r.source().file()).collect(Collectors.toSet());
    List<Sidecar> beside =
        files.stream()
            .filter(file -> sources.contains(file.resultFile()))
            .map(SidecarFile::sidecar)
            .toList();
    String parameter = selected.field(DURABILITY);
    String stated =
        beside.stream()
            .flatMap(sidecar -> sidecar.stores().stream())
            .filter(store -> !store.durability().isEmpty())
            .filter(store -> isAbout(store.store(), store.parameters(), selected))
            .map(StoreFact::durability)
            .distinct()
            .collect(Collectors.joining(" or "));
    return new Score(
        selected,
        Summaries.of("", selected.observations(), CONFIDENCE),
        statistic,
        statistic.level(selected.observations()),
        parameter.isEmpty() ? stated : parameter,
        beside.stream()
            .flatMap(sidecar -> sidecar.plans().stream())
            .filter(plan -> isAbout(plan.store(), plan.parameters(), selected))
            .distinct()
            .toList());
  }

  private static boolean isAbout(
      String store, Map<String, String> parameters, SelectedResult result) {
    return result.fields().containsValue(store)
        && parameters.entrySet().stream()
            .allMatch(each ->
                each.getValue()
                    .equals(result.fields().getOrDefault(each.getKey(), each.getValue())));
  }

  Observations observations() {
    return selected.observations();
  }

  Quantity quantity() {
    return selected.observations().quantity();
  }

  /** The value of a field; the empty string when the result has no such field. */
  String field(String name) {
    return selected.field(name);
  }

  /** The first of the results that were merged, which speaks for all about the protocol. */
  JmhResult first() {
    return selected.results().get(0);
  }

  /** The offered rate; nothing for a closed loop. */
  OptionalDouble offered() {
    return Magnitude.of(field(RATE)).stream().filter(rate -> rate > 0).findFirst();
  }

  /** The interval of the level: there is one of means alone. No time or rate is below 0. */
  Interval interval() {
    Interval interval = summary.interval();
    if (statistic != Statistic.MEAN) {
      return new Interval(Double.NaN, Double.NaN, interval.confidence());
    }
    return quantity().kind() == Quantity.Kind.OTHER
        ? interval
        : new Interval(Math.max(0, interval.lower()), interval.upper(), interval.confidence());
  }

  /** Seconds an operation takes of a rate, operations a second of a time; NaN of anything else. */
  double inverse() {
    return quantity().kind() == Quantity.Kind.OTHER ? Double.NaN : selected.callsAtOnce() / level;
  }

  /**
   * The numbers of a secondary metric, where every merged result has them and all are usable: times
   * in seconds, rates as rates.
   */
  Optional<Observations> secondary(String name) {
    List<Observations> parts = new ArrayList<>();
    for (JmhResult result : selected.results()) {
      Optional<JmhMetric> found = result.metric(name).filter(JmhMetric::hasObservations);
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
    DoubleStream values =
        Stream.concat(
                metric.rawData().stream().flatMap(List::stream),
                metric.rawHistograms().stream().flatMap(List::stream).map(Histogram::min))
            .mapToDouble(value -> metric.unit().toObservation(value));
    return values.allMatch(value -> Double.isFinite(value) && (time ? value > 0 : value >= 0));
  }
}
