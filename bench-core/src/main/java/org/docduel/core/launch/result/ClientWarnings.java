package org.docduel.core.launch.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.launch.plan.Comparisons;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.work.Window;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.OpenLoopRun;
import org.docduel.stats.jmh.Selection;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Says where the client rather than the server set the pace, so that a number is not taken for what
 * it is not. Three signs: the client's thread was busy nearly all the time, the collector took a
 * large share of it, or the store took hardly longer than the floor, the same documents encoded and
 * thrown away.
 */
public record ClientWarnings(Workload workload, List<StoreProvider> stores, Labels labels) {
  /** Percent of the time that a client's thread may be on a processor. */
  private static final double BUSY_PERCENT = 80;

  /** Percent of the time that garbage collection may take. */
  private static final double GC_PERCENT = 10;

  /** Percent of a store's time that the floor may take. */
  private static final double FLOOR_PERCENT = 50;

  public List<String> findings(List<JmhResult> results) {
    // the stores that keep nothing are the floors; at an offered rate they do no more than others
    Set<String> floors =
        stores.stream()
            .filter(store -> !Comparisons.retainsData(store))
            .map(StoreProvider::name)
            .collect(Collectors.toSet());
    Map<Map<String, String>, Double> lowest = new HashMap<>();
    for (JmhResult result : results) {
      if (floors.contains(store(result)) && !Selection.offersRate(result.params())) {
        lowest.merge(others(result), time(result), Math::min);
      }
    }
    List<String> findings = new ArrayList<>();
    for (JmhResult result : results) {
      if (!floors.contains(store(result))) {
        of(result, lowest.getOrDefault(others(result), 0.0))
            .forEach(finding -> findings.add(labels.of(result) + ": " + finding));
      }
    }
    return findings;
  }

  private List<String> of(JmhResult result, double lowest) {
    List<String> findings = new ArrayList<>();
    double busy = percent(result, ClientLoad.CPU);
    double collecting = percent(result, ClientLoad.GC);
    double floor = 100 * lowest / time(result);
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
    if (result.metric(Window.BACKLOG).isPresent()) { // else it is a part of a loop
      double requestedRate = Double.parseDouble(result.params().getOrDefault("rate", ""));
      OpenLoopRun run = OpenLoopRun.of(requestedRate, List.of(result));
      if (!run.sustained()) {
        findings.add(
            "%,.0f operations/s were offered and %,.0f completed: the rate is not sustained, and response times show the backlog"
                .formatted(run.offered(), run.achieved()));
      }
    }
    return findings;
  }

  /**
   * The time of what was done: only ratios are used. Of sampled operations too it is the mean of an
   * iteration, since a share of the time is one of sums, and the median of the iterations, of which
   * one may be disturbed.
   */
  private double time(JmhResult result) {
    String metric = workload.experiment(result.benchmark()).primaryMetric().metric();
    JmhMetric primary = result.metric(metric).orElse(result.primary());
    return primary.unit().isRate() ? 1 / median(primary) : median(primary);
  }

  /** The median of what was measured of the client; 0 where it was not. */
  private static double percent(JmhResult result, String name) {
    return result.metric(name).map(ClientWarnings::median).orElse(0.0);
  }

  private static double median(JmhMetric metric) {
    return new ListStatistics(metric.finite().toArray()).getPercentile(50);
  }

  private static String store(JmhResult result) {
    return result.params().getOrDefault("store", "");
  }

  /** What it shares with its floor: times of other modes or threads are of other things. */
  private static Map<String, String> others(JmhResult result) {
    Map<String, String> fields = result.fields();
    fields.remove("store");
    return fields;
  }
}
