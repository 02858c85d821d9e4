package org.docduel.insert;

import java.util.List;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.StorelessExperiment;
import org.docduel.core.workload.Workload;

/** What the launcher has to know of this module. */
public final class InsertWorkload implements Workload {
  @Override
  public String name() {
    return "insert";
  }

  @Override
  public List<Experiment> experiments() {
    return List.of(
        new InsertBenchmark.Insert(),
        new IngestionBenchmark.Ingest(),
        new StorelessExperiment(DocumentMakingBenchmark.class, InsertBenchmark.Insert.PARAMETERS));
  }
}
