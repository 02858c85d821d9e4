package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.work.Window;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.OpenLoopRun;
import org.docduel.stats.jmh.Selection;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Says where the client rather than the server set the pace, so that a number is not taken for what
 * it is not. Three signs: the client's thread was busy nearly all the time, the collector took a
 * large share of it, or the store took hardly longer than the floor, the same documents encoded and
 * thrown away.
 */
record ClientWarnings(Workload workload, List<StoreProvider> stores, Labels labels) {
  /** Percent of the time that a client's thread may be on a processor. */
  private static final double BUSY_PERCENT = 80;

  /** Percent of the time that garbage collection may take. */
  private static final double GC_PERCENT = 10;

  /** Percent of a store's time that the floor may take. */
  private static final double FLOOR_PERCENT = 50;

  List<String> findings(Collection<RunResult> results) {
    // the stores that keep nothing are the floors; at an offered rate they do no more than others
    Set<String> floors =
        stores.stream()
            .filter(store -> !Comparisons.keeps(store))
            .map(StoreProvider::name)
            .collect(Collectors.toSet());
    Map<String, Double> lowest = new TreeMap<>();
    for (RunResult result : results) {
      Map<String, String> parameters = StoreState.parameters(result.getParams());
      if (floors.contains(store(result)) && !Selection.offersRate(parameters)) {
        lowest.merge(others(result), median(result), Math::min);
      }
    }
    List<String> findings = new ArrayList<>();
    for (RunResult result : results) {
      if (!floors.contains(store(result))) {
        String who = labels.of(StoreState.combination(result.getParams()));
        of(result, lowest.getOrDefault(others(result), 0.0))
            .forEach(it -> findings.add(who + ": " + it));
      }
    }
    return findings;
  }

  private List<String> of(RunResult result, double lowest) {
    List<String> findings = new ArrayList<>();
    double busy = percent(result, ClientLoad.CPU);
    double collecting = percent(result, ClientLoad.GC);
    double floor = 100 * lowest / median(result);
    if (busy >= BUSY_PERCENT) {
      findings.add(
          "the client's thread was busy %.0f %% of the time and may have set the pace"
              .formatted(busy));
    }
    if (collecting >= GC_PERCENT) {
      findings.add(
          "garbage collection took %.0f %% of the time; give it more heap".formatted(collecting));
    }
    if (floor >= FLOOR_PERCENT) {
      findings.add(
          "encoding alone takes %.0f %% of the time: the client sets the pace".formatted(floor));
    }
    if (result.getSecondaryResults().containsKey(Window.BACKLOG)) { // else it is a part of a loop
      Result<?> done = primary(result);
      double seconds =
          done.getSampleCount()
              * result.getParams().getMeasurement().getTime().convertTo(TimeUnit.MILLISECONDS)
              / 1000.0;
      double asked = Double.parseDouble(result.getParams().getParam("rate"));
      OpenLoopRun run = new OpenLoopRun(asked, done.getScore(), seconds, OptionalDouble.empty());
      if (!run.sustained()) {
        findings.add(
            "%,.0f a second were asked for and %,.0f done: the rate is not sustained, and response times tell the backlog"
                .formatted(run.asked(), run.achieved()));
      }
    }
    return findings;
  }

  /** What the benchmark is compared by. */
  private Result<?> primary(RunResult result) {
    String metric = workload.experiment(result.getParams().getBenchmark()).primaryMetric().metric();
    Result<?> found = result.getSecondaryResults().get(metric);
    return found == null ? result.getPrimaryResult() : found;
  }

  /** The median time, in the result's unit whatever that is: only ratios are used. */
  private double median(RunResult result) {
    Result<?> primary = primary(result);
    double median = primary.getStatistics().getPercentile(50);
    String unit = primary.getScoreUnit();
    return unit.startsWith("ops/") || unit.endsWith("/s") ? 1 / median : median;
  }

  /** The median of what was measured of the client; 0 where it was not. */
  private static double percent(RunResult result, String name) {
    Result<?> metric = result.getSecondaryResults().get(name);
    return metric == null ? 0 : metric.getStatistics().getPercentile(50);
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
