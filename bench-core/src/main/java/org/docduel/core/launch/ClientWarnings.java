package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.Summary.Labels;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.OpenLoopRun;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Says where the client rather than the server set the pace, so that a number is not taken for what
 * it is not. Three signs: the client's thread was busy nearly all the time, the collector took a
 * large share of it, or the store took hardly longer than the floor, the same documents encoded and
 * thrown away.
 */
final class ClientWarnings {
  /** Percent of the time that a client's thread may be on a processor. */
  static final double BUSY_PERCENT = 80;

  /** Percent of the time that garbage collection may take. */
  static final double GC_PERCENT = 10;

  /** Percent of a store's time that the floor may take. */
  static final double FLOOR_PERCENT = 50;

  private final Workload workload;
  private final Labels labels;
  private final Set<String> floors;

  /** For a workload; the stores that keep nothing are the floors. */
  ClientWarnings(Workload workload, List<StoreProvider> stores, Labels labels) {
    this.workload = workload;
    this.labels = labels;
    floors =
        stores.stream()
            .filter(store -> !Comparisons.keeps(store))
            .map(StoreProvider::name)
            .collect(Collectors.toSet());
  }

  /** Looks at the results of a run. */
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
        missedRate(result).ifPresent(findings::add);
      }
    }
    return findings;
  }

  private void add(List<String> findings, RunResult result, double floorPercent) {
    sign(
        findings,
        result,
        percent(result, ClientLoad.CPU),
        BUSY_PERCENT,
        "the client's thread was busy %.0f %% of the time and may have set the pace");
    sign(
        findings,
        result,
        percent(result, ClientLoad.GC),
        GC_PERCENT,
        "garbage collection took %.0f %% of the time; give it more heap");
    sign(
        findings,
        result,
        floorPercent,
        FLOOR_PERCENT,
        "encoding alone takes %.0f %% of the time: the client sets the pace");
  }

  private void sign(
      List<String> findings, RunResult result, double percent, double most, String words) {
    if (percent >= most) {
      String what = labels.of(StoreState.parameters(result.getParams()));
      findings.add(what + ": " + String.format(Locale.ROOT, words, percent));
    }
  }

  /** An open loop that did not do what was asked of it measures its own backlog. */
  private Optional<String> missedRate(RunResult result) {
    double asked =
        Double.parseDouble(StoreState.parameters(result.getParams()).getOrDefault("rate", "0"));
    Result<?> done = primary(result);
    double seconds =
        done.getSampleCount()
            * result.getParams().getMeasurement().getTime().convertTo(TimeUnit.MILLISECONDS)
            / 1000.0;
    OpenLoopRun run = new OpenLoopRun(asked, done.getScore(), seconds, OptionalDouble.empty());
    return asked <= 0 || run.sustained()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s: %,.0f a second were asked for and %,.0f done: the rate is not sustained, and"
                    + " response times tell the backlog",
                labels.of(StoreState.parameters(result.getParams())),
                asked,
                done.getScore()));
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
