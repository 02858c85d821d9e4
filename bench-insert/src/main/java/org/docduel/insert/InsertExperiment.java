package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.spi.Capability;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;

/** The inserts, as the launcher sees them. */
final class InsertExperiment implements Experiment {
  @Override
  public Class<?> benchmark() {
    return InsertBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.INSERT);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return InsertParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    return OwnFile.is(combination.value(OwnFile.PARAMETER))
            && combination.get(InsertParameters.INDEX)
        ? Optional.of("the links are those of generated documents; a file takes index=none")
        : ladder(combination);
  }

  @Override
  public Combination settled(Combination combination) {
    return OwnFile.settled(combination);
  }

  /** Why a combination's attributes and payload do not go together. */
  static Optional<String> ladder(Combination combination) {
    if (OwnFile.is(combination.value(OwnFile.PARAMETER))) {
      return Optional.empty();
    }
    Attributes attributes = Attributes.parse(combination.value("attributes"));
    PayloadSize payload = PayloadSize.parse(combination.value("payload"));
    return attributes
        .payload()
        .filter(together -> !together.equals(payload))
        .map(together -> "a rung such as 200x20B goes with the payload it adds up to");
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "documents", "payload");
  }
}
