package org.docduel.read.key;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;

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
  public List<Parameter<?>> parameters() {
    return KeyAccessParameters.described();
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    return KeyAccessParameters.refusal(
        combination.value(KeyedDocuments.PARAMETER),
        combination.value(KeyAccessParameters.KEY),
        combination.value(KeyAccessParameters.ANSWER),
        combination.value(KeyAccessParameters.RESULT));
  }

  @Override
  public Optional<Collection> collection(Combination combination) {
    KeyedDocuments documents = KeyedDocuments.parse(combination.value(KeyedDocuments.PARAMETER));
    return Optional.of(new Collection("keys", documents.dataset().document(0).body(), List.of()));
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1 ? Optional.of("one client reads the keys") : Optional.empty();
  }

  @Override
  public PrimaryMetric primaryMetric() {
    String rows = KeyAccessParameters.ROWS.name();
    return new PrimaryMetric("", rows, rows);
  }
}
