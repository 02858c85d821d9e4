package org.docduel.update;

import java.util.List;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;

/** What the launcher has to know of this module. */
public final class UpdateWorkload implements Workload {
  @Override
  public String name() {
    return "update";
  }

  @Override
  public List<Experiment> experiments() {
    return List.of(new UpdateBenchmark.Update(), new MixedBenchmark.Mixed());
  }
}
