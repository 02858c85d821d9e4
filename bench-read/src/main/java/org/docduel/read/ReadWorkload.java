package org.docduel.read;

import java.util.List;
import org.docduel.core.spi.Capability;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.StorelessExperiment;
import org.docduel.core.workload.Workload;
import org.docduel.read.key.CodecBenchmark;
import org.docduel.read.key.KeyAccessBenchmark;
import org.docduel.read.key.KeyAccessBenchmark.KeyAccess;
import org.docduel.read.key.KeyInClientBenchmark;
import org.docduel.read.links.LinkReadBenchmark;
import org.docduel.read.suite.QuerySuiteExperiment;
import org.docduel.read.suite.init.SuiteInit;

/** The benchmarks that read, as the launcher sees them. */
public final class ReadWorkload implements Workload {
  @Override
  public String name() {
    return "read";
  }

  @Override
  public List<Command> commands() {
    return List.of(new SuiteInit());
  }

  @Override
  public List<Experiment> experiments() {
    return List.of(
        new IndexedReadBenchmark.IndexedReadExperiment(),
        new LinkReadBenchmark.LinkReads(),
        new QuerySuiteExperiment(),
        new KeyAccess(KeyAccessBenchmark.class, Capability.KEY_ACCESS),
        new KeyAccess(KeyInClientBenchmark.class, Capability.KEY_ACCESS_IN_CLIENT),
        new StorelessExperiment(CodecBenchmark.class, CodecBenchmark.PARAMETERS));
  }
}
