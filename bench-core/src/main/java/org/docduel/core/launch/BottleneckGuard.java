package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Says where the client rather than the server set the pace, so that a number is not taken for what
 * it is not. Three signs: the client's thread was busy nearly all the time, the collector took a
 * large share of it, or the store took hardly longer than the floor, the same documents encoded and
 * thrown away.
 */
final class BottleneckGuard {
  /** Percent of the time that a client's thread may be on a processor. */
  static final double BUSY_PERCENT = 80;

  /** Percent of the time that garbage collection may take. */
  static final double GC_PERCENT = 10;

  /** Percent of a store's time that the floor may take. */
  static final double FLOOR_PERCENT = 50;

  private final Set<String> floors;
  private final Labels labels;

  private BottleneckGuard(Set<String> floors, Labels labels) {
    this.floors = floors;
    this.labels = labels;
  }

  /**
   * A guard.
   *
   * @param stores every store there is; those that keep nothing are the floors
   * @param labels how combinations are called
   * @return the guard
   */
  static BottleneckGuard of(Collection<StoreProvider> stores, Labels labels) {
    return new BottleneckGuard(
        stores.stream()
            .filter(store -> !store.capabilities().contains(Capability.READ_BACK))
            .map(StoreProvider::name)
            .collect(Collectors.toSet()),
        labels);
  }

  /**
   * Looks at the results of a run.
   *
   * @param results all of them
   * @return a line for each sign at each combination
   */
  List<String> findings(Collection<RunResult> results) {
    Map<String, Double> lowest = new TreeMap<>();
    for (RunResult result : results) {
      if (floors.contains(store(result))) {
        lowest.merge(others(result), median(result), Math::min);
      }
    }
    List<String> findings = new ArrayList<>();
    for (RunResult result : results) {
      if (!floors.contains(store(result))) {
        double floor = lowest.getOrDefault(others(result), 0.0);
        add(findings, result, 100 * floor / median(result));
      }
    }
    return findings;
  }

  private void add(List<String> findings, RunResult result, double floorPercent) {
    String what = labels.of(StoreState.parameters(result.getParams()));
    metric(result, ClientLoad.CPU)
        .ifPresent(busy -> {
          if (busy >= BUSY_PERCENT) {
            findings.add(
                line(
                    what,
                    "the client's thread was busy %.0f %% of the time and may have set the pace",
                    busy));
          }
        });
    metric(result, ClientLoad.GC)
        .ifPresent(collecting -> {
          if (collecting >= GC_PERCENT) {
            findings.add(
                line(
                    what,
                    "garbage collection took %.0f %% of the time; give it more heap",
                    collecting));
          }
        });
    if (floorPercent >= FLOOR_PERCENT) {
      findings.add(
          line(
              what,
              "encoding alone takes %.0f %% of the time: the client sets the pace",
              floorPercent));
    }
  }

  private static String line(String what, String format, double percent) {
    return what + ": " + String.format(Locale.ROOT, format, percent);
  }

  /**
   * The median time of an operation, in the result's unit whatever that is: only ratios are used.
   */
  private static double median(RunResult result) {
    double median = result.getPrimaryResult().getStatistics().getPercentile(50);
    return result.getPrimaryResult().getScoreUnit().startsWith("ops/") ? 1 / median : median;
  }

  private static OptionalDouble metric(RunResult result, String name) {
    Result<?> metric = result.getSecondaryResults().get(name);
    return metric == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(metric.getStatistics().getPercentile(50));
  }

  private static String store(RunResult result) {
    return StoreState.parameters(result.getParams()).getOrDefault("store", "");
  }

  private static String others(RunResult result) {
    Map<String, String> parameters = StoreState.parameters(result.getParams());
    parameters.remove("store");
    return result.getParams().getBenchmark() + parameters;
  }
}
