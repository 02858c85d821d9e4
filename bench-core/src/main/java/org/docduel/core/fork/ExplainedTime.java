package org.docduel.core.fork;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.StoreException;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * Where the time of an operation goes ({@code --explain}): the timed executions of a fork are
 * followed by some that a client waits for and the server then takes apart, in the same session.
 * None of them is part of a score.
 */
public final class ExplainedTime {
  /** The setting that asks for it. */
  public static final String SETTING = "explain";

  private static final int MIN_RUNS = 5;
  private static final int MAX_RUNS = 100;
  private static final Duration TIME_BUDGET = Duration.ofSeconds(1);

  private ExplainedTime() {}

  /** Whether this fork is to tell it. */
  public static boolean isRequested() {
    return Settings.ofProcess().get(SETTING).isPresent();
  }

  /** Leaves it with the results of the fork, if it was asked for. */
  public static void recordIfRequested(
      String subject,
      Map<String, String> combination,
      ExecutionBreakdown.Source query,
      Runnable execution) {
    if (isRequested()) {
      try {
        ForkFacts.record(of(subject, combination, query, execution));
      } catch (StoreException | UnsupportedOperationException e) {
        ForkFacts.finding(subject + ": --explain: " + e.getMessage());
      }
    }
  }

  /** Takes a query apart, in medians; {@code execution} runs it once, as the workload does. */
  public static ExplainFact of(
      String subject,
      Map<String, String> parameters,
      ExecutionBreakdown.Source query,
      Runnable execution) {
    return of(subject, parameters, query, execution, TIME_BUDGET);
  }

  /**
   * The same within another time.
   *
   * @param budget after which no execution begins, once there are five
   */
  public static ExplainFact of(
      String subject,
      Map<String, String> parameters,
      ExecutionBreakdown.Source query,
      Runnable execution,
      Duration budget) {
    execution.run();
    ExecutionBreakdown breakdown = query.breakdown();
    Map<String, Double> unused = breakdown.times().get(); // the first are slower
    Map<String, MultisetStatistics> samplesByPhase = new TreeMap<>();
    int executions = 0;
    long started = System.nanoTime();
    while (executions < MIN_RUNS
        || (executions < MAX_RUNS && System.nanoTime() - started < budget.toNanos())) {
      long runStart = System.nanoTime();
      execution.run();
      double waited = (System.nanoTime() - runStart) / 1e6;
      Map<String, Double> parts = new TreeMap<>(breakdown.times().get());
      parts.put("client", waited);
      parts.forEach((part, took) ->
          samplesByPhase
              .computeIfAbsent(part, first -> new MultisetStatistics())
              .addValue(took, 1));
      executions++;
    }
    Map<String, Double> medians = new TreeMap<>();
    samplesByPhase.forEach((part, took) -> medians.put(part, took.getPercentile(50)));
    return new ExplainFact(subject, parameters, executions, medians, breakdown.counts());
  }
}
