package org.docduel.tools;

import java.util.List;
import org.docduel.core.harness.jmh.ClientProcess;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** Tells the client's processor time in an iteration, in percent of one processor. */
public final class ProcessorGate extends TurnGate {
  /** For JMH. */
  public ProcessorGate() {}

  @Override
  double time(IterationResult result, List<Result<?>> measured) {
    return metric(measured, ClientProcess.CPU);
  }
}
