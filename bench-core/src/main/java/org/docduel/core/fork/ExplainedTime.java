package org.docduel.core.fork;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.ServerTime;
import org.docduel.core.spi.StoreException;
import org.docduel.stats.sidecar.Fact.ExplainFact;

/**
 * Where the time of an operation goes ({@code --explain}): the timed executions of a fork are
 * followed by some that a client waits for and the server then takes apart, in the same session.
 * None of them is part of a score.
 */
public final class ExplainedTime {
  /** The setting that asks for it. */
  public static final String SETTING = "explain";

  private static final int LEAST = 5;
  private static final int MOST = 100;
  private static final long ENOUGH_NANOS = 1_000_000_000;

  private ExplainedTime() {}

  /** Leaves it with the results of the fork, if it was asked for. */
  public static void tell(
      String subject, Map<String, String> parameters, ServerTime.Source query, Runnable execution) {
    if (Settings.ofProcess().get(SETTING).isEmpty()) {
      return;
    }
    try {
      of(subject, parameters, query, execution)
          .ifPresentOrElse(
              ForkFacts::leave,
              () -> ForkFacts.finding(subject + ": --explain: its server does not tell"));
    } catch (StoreException e) {
      ForkFacts.finding(subject + ": --explain: " + e.getMessage());
    }
  }

  /**
   * Takes a query apart, in medians.
   *
   * @param execution runs the query once, as the workload does
   * @return empty when the store cannot tell
   */
  public static Optional<ExplainFact> of(
      String subject, Map<String, String> parameters, ServerTime.Source query, Runnable execution) {
    execution.run();
    if (query.serverTime().isEmpty()) { // the first of each is slower, and not counted
      return Optional.empty();
    }
    Map<String, DoubleStream.Builder> millis = new LinkedHashMap<>();
    Map<String, DoubleStream.Builder> counts = new LinkedHashMap<>();
    long started = System.nanoTime();
    int done = 0;
    while (done < LEAST || (done < MOST && System.nanoTime() - started < ENOUGH_NANOS)) {
      long begun = System.nanoTime();
      execution.run();
      add(millis, ExplainFact.CLIENT, (System.nanoTime() - begun) / 1e6);
      ServerTime told = query.serverTime().orElseThrow();
      for (ServerTime.Part part : ServerTime.Part.values()) {
        Double took = told.millis().get(part);
        if (took != null) {
          add(millis, Parameter.label(part), took);
        }
      }
      told.counts().forEach((name, count) -> add(counts, name, count));
      done++;
    }
    return Optional.of(
        new ExplainFact(subject, parameters, done, medians(millis), medians(counts)));
  }

  private static void add(Map<String, DoubleStream.Builder> all, String name, double value) {
    all.computeIfAbsent(name, ignored -> DoubleStream.builder()).add(value);
  }

  private static Map<String, Double> medians(Map<String, DoubleStream.Builder> all) {
    Map<String, Double> medians = new LinkedHashMap<>();
    all.forEach((name, values) -> {
      double[] sorted = values.build().sorted().toArray();
      int middle = sorted.length / 2;
      medians.put(name, (sorted[middle] + sorted[(sorted.length - 1) / 2]) / 2);
    });
    return medians;
  }
}
