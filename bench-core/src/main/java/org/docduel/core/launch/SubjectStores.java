package org.docduel.core.launch;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Subjects;
import org.docduel.core.workload.Workload;

/** Which store each combination runs on. */
public final class SubjectStores {
  private final Workload workload;
  private final List<StoreProvider> providers;

  /**
   * Makes one.
   *
   * @param workload whose combinations
   * @param providers all that there are
   */
  public SubjectStores(Workload workload, List<StoreProvider> providers) {
    this.workload = workload;
    this.providers = providers;
  }

  /**
   * Replaces {@code all} by every subject that takes part unasked.
   *
   * @param combination as asked for
   * @return one for each subject, or the combination itself
   */
  public List<Combination> expand(Combination combination) {
    if (experiment(combination).needs().isEmpty()) {
      return List.of(combination);
    }
    Subjects subjects = experiment(combination).subjects(providers);
    String parameter = subjects.parameter();
    if (!combination.value(parameter).equals(StoreState.ALL)) {
      return List.of(combination);
    }
    Set<String> taking =
        providers.stream()
            .filter(provider -> !provider.onlyWhenNamed())
            .map(StoreProvider::name)
            .collect(Collectors.toSet());
    return subjects.stores().entrySet().stream()
        .filter(subject -> taking.contains(subject.getValue()))
        .map(subject -> combination.with(parameter, subject.getKey()))
        .toList();
  }

  /**
   * The names of subjects, as their parameter has them.
   *
   * @param combinations expanded
   * @param ofStore which stores' subjects
   * @return in order
   */
  public Set<String> names(List<Combination> combinations, Predicate<String> ofStore) {
    Set<String> names = new LinkedHashSet<>();
    for (Combination combination : combinations) {
      if (of(combination).filter(ofStore).isPresent()) {
        names.add(combination.value(experiment(combination).subjects(providers).parameter()));
      }
    }
    return names;
  }

  /**
   * The stores of combinations.
   *
   * @param combinations expanded
   * @return each once, in order
   */
  public Set<String> of(List<Combination> combinations) {
    return combinations.stream()
        .flatMap(combination -> of(combination).stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * The store of one combination.
   *
   * @param combination expanded
   * @return nothing if its experiment needs no store
   */
  public Optional<String> of(Combination combination) {
    Experiment experiment = experiment(combination);
    return experiment.needs().isEmpty()
        ? Optional.empty()
        : experiment.subjects(providers).store(combination);
  }

  private Experiment experiment(Combination combination) {
    return workload.experiment(combination.benchmark());
  }
}
