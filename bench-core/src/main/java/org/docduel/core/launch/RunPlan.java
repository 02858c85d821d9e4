package org.docduel.core.launch;

import java.util.List;
import org.docduel.core.workload.Combination;

/**
 * What will run, and what of that which was asked for will not.
 *
 * @param kept the combinations, in the benchmarks' order
 * @param skips what was left out, each reason once
 */
public record RunPlan(List<Combination> kept, List<Skip> skips) {
  /** Copies the lists. */
  public RunPlan {
    kept = List.copyOf(kept);
    skips = List.copyOf(skips);
  }
}
