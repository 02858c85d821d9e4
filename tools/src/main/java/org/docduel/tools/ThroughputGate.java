package org.docduel.tools;

import java.util.List;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Tells the seconds for each update by the harness's own metric, since JMH's score comes out lower
 * with many workers and short iterations. {@link BareUpdates} counts in the same way.
 */
public final class ThroughputGate extends TurnGate {
  private static final String METRIC = "throughput";

  /** For JMH. */
  public ThroughputGate() {}

  @Override
  double time(IterationResult result, List<Result<?>> measured) {
    return 1 / metric(measured, METRIC);
  }
}
