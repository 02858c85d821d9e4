package org.docduel.insert;

import java.util.List;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.StorelessExperiment;
import org.docduel.core.workload.Workload;

/** What the launcher has to know of this module. */
public final class InsertWorkload implements Workload {
  /** For ServiceLoader. */
  public InsertWorkload() {}

  @Override
  public String name() {
    return "insert";
  }

  @Override
  public List<Experiment> experiments() {
    return List.of(
        new InsertExperiment(),
        new IngestionExperiment(),
        new StorelessExperiment(
            DocumentMakingBenchmark.class, InsertExperiment.PARAMETERS, "payload"));
  }
}
