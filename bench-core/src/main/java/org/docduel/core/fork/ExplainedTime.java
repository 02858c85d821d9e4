package org.docduel.core.fork;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.TakenApart;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.Fact.ExplainFact.Part;

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

  /** Whether this fork is to tell it. */
  public static boolean isAsked() {
    return Settings.ofProcess().get(SETTING).isPresent();
  }

  /** Leaves it with the results of the fork, if it was asked for. */
  public static void tell(
      String subject, Map<String, String> parameters, TakenApart.Source query, Runnable execution) {
    if (!isAsked()) {
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
      String subject, Map<String, String> parameters, TakenApart.Source query, Runnable execution) {
    execution.run();
    return query.takenApart().map(apart -> of(subject, parameters, apart, execution));
  }

  private static ExplainFact of(
      String subject, Map<String, String> parameters, TakenApart query, Runnable execution) {
    query.once(); // the first is slower, and not counted
    List<Map<String, Double>> executions = new ArrayList<>();
    long started = System.nanoTime();
    while (executions.size() < LEAST
        || (executions.size() < MOST && System.nanoTime() - started < ENOUGH_NANOS)) {
      long begun = System.nanoTime();
      execution.run();
      double waited = (System.nanoTime() - begun) / 1e6;
      Map<String, Double> parts = new LinkedHashMap<>(query.once());
      parts.put(Part.CLIENT.key(), waited);
      executions.add(parts);
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    int last = executions.size() - 1;
    for (String part : executions.get(0).keySet()) {
      double[] took =
          executions.stream()
              .mapToDouble(parts -> parts.getOrDefault(part, Double.NaN))
              .sorted()
              .toArray();
      medians.put(part, (took[last / 2] + took[(last + 1) / 2]) / 2);
    }
    return new ExplainFact(subject, parameters, executions.size(), medians, query.counts());
  }
}
