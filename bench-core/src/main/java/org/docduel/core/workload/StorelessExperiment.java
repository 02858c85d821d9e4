package org.docduel.core.workload;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;

/**
 * A benchmark of the client alone, compared by JMH's own score.
 *
 * @param scale the parameter along which degradation factors are taken, or empty for none
 */
public record StorelessExperiment(Class<?> benchmark, List<Parameter<?>> parameters, String scale)
    implements Experiment {
  /** Copies the list. */
  public StorelessExperiment {
    parameters = List.copyOf(parameters);
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.empty();
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "1", scale);
  }
}
