package org.docduel.read.key;

import java.util.List;
import java.util.Optional;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProviders;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Parameter;
import org.docduel.core.workload.PrimaryMetric;
import org.docduel.core.workload.Subjects;

/**
 * Reading a key of every document, as the launcher sees it.
 *
 * @param benchmark the JMH class
 * @param role what it needs of a store
 */
public record KeyAccessExperiment(Class<?> benchmark, Capability role) implements Experiment {
  @Override
  public Optional<Capability> needs() {
    return Optional.of(role);
  }

  @Override
  public List<Parameter> parameters() {
    return KeyAccessParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    String documents = combination.value(KeyedDocuments.PARAMETER);
    return KeyAccessParameters.refusal(
            documents,
            combination.value(KeyAccessParameters.KEY),
            combination.value(KeyAccessParameters.ANSWER),
            combination.value(KeyAccessParameters.RESULT))
        .or(() -> unfit(combination.value(Subjects.STORE), KeyedDocuments.parse(documents)));
  }

  private Optional<String> unfit(String store, KeyedDocuments documents) {
    return StoreProviders.named(store)
        .filter(provider -> provider.capabilities().contains(role))
        .flatMap(provider -> provider.refusal(documents.dataset().document(0).body()))
        .map(reason -> store + " cannot hold the documents: " + reason);
  }

  @Override
  public PrimaryMetric primaryMetric() {
    String rows = KeyAccessParameters.ROWS.parameter();
    return new PrimaryMetric("", rows, rows);
  }
}
