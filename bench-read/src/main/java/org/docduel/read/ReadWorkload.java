package org.docduel.read;

import java.util.List;
import org.docduel.core.harness.workload.Experiment;
import org.docduel.core.harness.workload.StorelessExperiment;
import org.docduel.core.harness.workload.Workload;
import org.docduel.read.suite.QuerySuiteExperiment;

/** The benchmarks that read, as the launcher sees them. */
public final class ReadWorkload implements Workload {
  /** For ServiceLoader. */
  public ReadWorkload() {}

  @Override
  public String name() {
    return "read";
  }

  @Override
  public List<Experiment> experiments() {
    return List.of(
        new IndexedReadExperiment(),
        new QuerySuiteExperiment(),
        new StorelessExperiment(
            CodecBenchmark.class, KeyedDocuments.described(), KeyedDocuments.PARAMETER));
  }
}
