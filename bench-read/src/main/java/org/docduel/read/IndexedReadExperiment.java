package org.docduel.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;
import org.docduel.core.workload.Subjects;

/** The indexed reads, as the launcher sees them. */
final class IndexedReadExperiment implements Experiment {
  @Override
  public Class<?> benchmark() {
    return IndexedReadBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.READ);
  }

  /** Every store that reads, once on indexed fields and once on their twins. */
  @Override
  public Subjects subjects(List<StoreProvider> providers) {
    Map<String, String> stores = new LinkedHashMap<>();
    for (Variant variant : Variant.of(providers)) {
      stores.put(variant.name(), variant.store());
    }
    return new Subjects(Variant.PARAMETER, stores);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ReadParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    if (!combination.value("limit").equals("0") && !combination.value("scenario").equals("S10")) {
      return Optional.of("S10 alone has a limit");
    }
    if (!Variant.isIndexed(combination.value(Variant.PARAMETER))
        && !combination.value("index").equals(IndexChoice.PUBLISHED.label())) {
      return Optional.of("fields without an index are the same with every choice of indexes");
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1
        ? Optional.of("an indexed read is one execution by one client")
        : Optional.empty();
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "1", "rows");
  }
}
