package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;

/**
 * The parameters that stores declare, and what a command line gives for them. Every combination of
 * a benchmark has all of them, so that results of different stores have the same parameters: a
 * store that does not declare one has its default.
 */
public final class StoreParameters {
  private final List<StoreProvider> providers;
  private final Map<String, String> given;

  /**
   * The declared parameters.
   *
   * @param providers the stores that there are
   * @param given what {@code -p} gives
   */
  public StoreParameters(List<StoreProvider> providers, Map<String, String> given) {
    this.providers = List.copyOf(providers);
    this.given = given;
  }

  /**
   * Those of an experiment.
   *
   * @param experiment the benchmark
   * @return by name, in the order of the stores
   */
  public Map<String, StoreParameter<?>> of(Experiment experiment) {
    Map<String, StoreParameter<?>> found = new LinkedHashMap<>();
    for (StoreProvider provider : providers) {
      for (StoreParameter<?> parameter : provider.parameters()) {
        if (experiment.needs().equals(Optional.of(parameter.role()))) {
          found.putIfAbsent(parameter.name(), parameter);
        }
      }
    }
    return found;
  }

  /**
   * Refuses values that no store takes.
   *
   * @param experiment whose parameters are checked
   * @throws BadInputException for the first of them
   */
  public void check(Experiment experiment) {
    of(experiment)
        .forEach((name, any) -> {
          if (given.containsKey(name)) {
            CrossProduct.values(given.get(name)).forEach(value -> check(name, value, any));
          }
        });
  }

  private void check(String name, String value, StoreParameter<?> any) {
    boolean taken =
        providers.stream()
            .flatMap(provider -> declared(provider, name).stream())
            .anyMatch(parameter -> refusal(parameter, value).isEmpty());
    if (!taken) {
      any.check(value);
    }
  }

  /**
   * A combination with every value for every declared parameter.
   *
   * @param combination one without them
   * @param experiment the benchmark
   * @return one for each value
   * @throws BadInputException when a store declares what the benchmark has
   */
  public List<Combination> multiply(Combination combination, Experiment experiment) {
    Map<String, StoreParameter<?>> declared = of(experiment);
    List<Combination> rows = List.of(combination);
    for (StoreParameter<?> parameter : declared.values()) {
      String name = parameter.name();
      if (combination.parameters().containsKey(name)) {
        throw new BadInputException(
            combination.shortName()
                + " has the parameter "
                + name
                + ", which a store declares too");
      }
      List<String> values =
          given.containsKey(name)
              ? CrossProduct.values(given.get(name))
              : List.of(standard(combination, experiment, parameter));
      List<Combination> longer = new ArrayList<>();
      for (Combination row : rows) {
        values.forEach(value -> longer.add(with(row, name, value)));
      }
      rows = longer;
    }
    return rows;
  }

  private String standard(
      Combination combination, Experiment experiment, StoreParameter<?> otherwise) {
    return experiment
        .subjects(providers)
        .store(combination)
        .flatMap(this::provider)
        .flatMap(provider -> declared(provider, otherwise.name()))
        .map(StoreParameter::standard)
        .orElse(otherwise.standard());
  }

  private static Combination with(Combination row, String name, String value) {
    Map<String, String> parameters = new LinkedHashMap<>(row.parameters());
    parameters.put(name, value);
    Set<String> declared = new LinkedHashSet<>(row.declared());
    declared.add(name);
    return new Combination(row.benchmark(), parameters, declared);
  }

  /**
   * Why a store does not run with the declared parameters of a combination.
   *
   * @return the reason, or empty when it does
   */
  Optional<String> refusal(StoreProvider provider, Combination combination, Experiment experiment) {
    for (StoreParameter<?> any : of(experiment).values()) {
      String value = combination.value(any.name());
      if (!combination.declared().contains(any.name())) {
        continue;
      }
      Optional<StoreParameter<?>> own = declared(provider, any.name());
      if (own.isPresent()) {
        Optional<String> reason = refusal(own.get(), value);
        if (reason.isPresent()) {
          return reason;
        }
      } else if (!value.equals(any.standard())) {
        return Optional.of("it has no parameter " + any.name());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> refusal(StoreParameter<?> parameter, String value) {
    try {
      parameter.check(value);
      return Optional.empty();
    } catch (BadInputException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<StoreParameter<?>> declared(StoreProvider provider, String name) {
    for (StoreParameter<?> parameter : provider.parameters()) {
      if (parameter.name().equals(name)) {
        return Optional.of(parameter);
      }
    }
    return Optional.empty();
  }

  private Optional<StoreProvider> provider(String name) {
    return providers.stream().filter(one -> one.name().equals(name)).findFirst();
  }
}
