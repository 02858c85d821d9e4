package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.jmh.ClientLoad;
import org.docduel.core.jmh.StoreState;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * Says where the client rather than the server set the pace, so that a number is not taken for what
 * it is not. Three signs: the client's threads were busy nearly all the time, the collector took a
 * large share of it, or the store took hardly longer than the floor, the same documents encoded and
 * thrown away.
 */
final class BottleneckGuard {
  /** Cores per client thread from which the client counts as busy all the time. */
  static final double BUSY_CORES = 0.85;

  /** Percent of the time in garbage collection from which it is worth a word. */
  static final double GC_PERCENT = 10;

  /** Share of a store's time that the floor may take. */
  static final double FLOOR_SHARE = 0.5;

  private static final String FLOOR = "noop";

  private BottleneckGuard() {}

  static List<String> findings(Collection<RunResult> results) {
    Map<String, Double> floors = new TreeMap<>();
    for (RunResult result : results) {
      if (store(result).equals(FLOOR)) {
        floors.put(others(result), median(result));
      }
    }
    List<String> findings = new ArrayList<>();
    for (RunResult result : results) {
      if (!store(result).equals(FLOOR)) {
        add(findings, result, floors.get(others(result)));
      }
    }
    return findings;
  }

  private static void add(List<String> findings, RunResult result, @Nullable Double floor) {
    String what = store(result) + " " + others(result);
    double cores = metric(result, ClientLoad.CPU) / result.getParams().getThreads();
    if (cores >= BUSY_CORES) {
      findings.add(
          String.format(
              Locale.ROOT,
              "%s: the client was busy %.0f %% of the time: it, not the server, may have set the pace",
              what,
              100 * cores));
    }
    double gc = metric(result, ClientLoad.GC);
    if (gc >= GC_PERCENT) {
      findings.add(
          String.format(
              Locale.ROOT,
              "%s: garbage collection took %.0f %% of the client's time; give it more heap",
              what,
              gc));
    }
    if (floor != null && floor >= FLOOR_SHARE * median(result)) {
      findings.add(
          String.format(
              Locale.ROOT,
              "%s: encoding alone takes %.0f %% of the time: the client is the bottleneck",
              what,
              100 * floor / median(result)));
    }
  }

  private static double median(RunResult result) {
    Statistics statistics = result.getPrimaryResult().getStatistics();
    double median = statistics.getPercentile(50);
    boolean rate = result.getPrimaryResult().getScoreUnit().startsWith("ops/");
    return rate ? 1 / median : median;
  }

  private static double metric(RunResult result, String name) {
    Result<?> metric = result.getSecondaryResults().get(name);
    return metric == null ? 0 : metric.getStatistics().getPercentile(50);
  }

  private static String store(RunResult result) {
    BenchmarkParams params = result.getParams();
    return params.getParamsKeys().contains("store") ? params.getParam("store") : "";
  }

  private static String others(RunResult result) {
    Map<String, String> parameters = StoreState.parameters(result.getParams());
    parameters.remove("store");
    return parameters.toString();
  }
}
