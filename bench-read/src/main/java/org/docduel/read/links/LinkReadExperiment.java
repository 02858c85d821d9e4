package org.docduel.read.links;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;

/** The reads along links, as the launcher sees them. */
public final class LinkReadExperiment implements Experiment {
  /** For the workload of this module. */
  public LinkReadExperiment() {}

  @Override
  public Class<?> benchmark() {
    return LinkReadBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.LINK_READ);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return LinkParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    int documents = combination.get(LinkParameters.DOCUMENTS);
    int links = combination.get(LinkParameters.LINKS);
    int lookups = combination.get(LinkParameters.LOOKUPS);
    if (documents < 2 * links) {
      return Optional.of("there are fewer than two documents for each link");
    }
    if (lookups > documents) {
      return Optional.of("there are fewer documents than look-ups");
    }
    if (combination.value(LinkKind.PARAMETER).equals(LinkKind.IN.label())
        && combination.value(LinkParameters.INDEX).equals(LinkParameters.NO_INDEX)) {
      return Optional.of("a document's key has an index in every store");
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1 ? Optional.of("look-ups along links are one client's") : Optional.empty();
  }

  /** Queries find different documents: their times are never compared. */
  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(
        "", LinkParameters.LOOKUPS.name(), LinkParameters.LINKS.name(), Set.of(LinkKind.PARAMETER));
  }
}
