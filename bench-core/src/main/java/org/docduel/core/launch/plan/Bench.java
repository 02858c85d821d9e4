package org.docduel.core.launch.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * A benchmark that is named, and the combinations that a command line asks of it.
 *
 * @param declared the parameters that stores declare for what it needs of them, by name. Every
 *     combination has all of them, so that results of different stores have the same parameters; a
 *     store that does not declare one has its default.
 */
public record Bench(
    BenchmarkListEntry entry,
    Experiment experiment,
    Subjects subjects,
    Map<String, StoreParameter<?>> declared) {
  public static Bench of(BenchmarkListEntry entry, Workload workload, List<StoreProvider> stores) {
    Experiment experiment = workload.experiment(entry.getUsername());
    Map<String, StoreParameter<?>> declared = new LinkedHashMap<>();
    for (StoreProvider store : stores) {
      for (StoreParameter<?> parameter : store.parameters()) {
        if (experiment.requiredCapability().filter(parameter.roles()::contains).isPresent()) {
          declared.putIfAbsent(parameter.name(), parameter);
        }
      }
    }
    return new Bench(entry, experiment, experiment.subjects(stores), declared);
  }

  /**
   * Its parameters, around its own those that every benchmark with a store has.
   *
   * @return in the order in which the help shows them
   */
  public List<Parameter<?>> parameters() {
    List<Parameter<?>> all = new ArrayList<>(experiment.parameters());
    if (experiment.requiredCapability().isPresent()) {
      all.add(0, subject());
      all.add(Durability.PARAMETER);
    }
    return all;
  }

  private Parameter<String> subject() {
    String name = subjects.parameter();
    Set<String> values = subjects.stores().keySet();
    Map<String, StoreProvider> able = new LinkedHashMap<>(subjects.stores());
    able.values().removeIf(store -> !runs(store));
    return new Parameter<>(
        name,
        "all, or any of those below; with @18 behind a store, on a server of that version",
        name + "=" + able.keySet().stream().limit(2).collect(Collectors.joining(",")),
        value -> {
          if (!value.equals(StoreState.ALL) && !values.contains(value)) {
            throw BadInputException.parameter(
                name, value, "all, or any of " + String.join(", ", values));
          }
          return value;
        });
  }

  /** Whether a store can do what it needs. */
  public boolean runs(StoreProvider store) {
    return experiment.requiredCapability().filter(store.capabilities()::contains).isPresent();
  }

  /** The values of its own parameters unless the command line gives others. */
  public Map<String, List<String>> defaults() {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    entry
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) -> fields.put(name, Arrays.asList(values)));
    fields.remove(StoreState.SETTINGS);
    return fields;
  }

  /** What a combination compares. */
  String subject(Combination combination) {
    return combination.value(subjects.parameter());
  }

  /** Each value of each of its own parameters. */
  List<Combination> requestedCombinations(Arguments arguments) {
    List<Combination> rows = List.of(new Combination(entry.getUsername(), Map.of()));
    for (Map.Entry<String, List<String>> field : defaults().entrySet()) {
      List<String> values = values(field.getKey(), field.getValue(), arguments);
      rows = crossProduct(rows, field.getKey(), values, false);
    }
    List<Combination> normalized =
        rows.stream()
            .map(row -> DataSize.resolve(experiment, row, arguments.memory))
            .map(experiment::normalize)
            .distinct()
            .toList();
    // what a benchmark puts in place of a value that means nothing is no value of the parameter
    for (Parameter<?> parameter : experiment.parameters()) {
      if (defaults().containsKey(parameter.name())
          && !arguments.valuesOf(parameter.name()).isEmpty()
          && normalized.stream()
              .allMatch(combination ->
                  unsupportedReason(parameter, combination.value(parameter.name())).isPresent())) {
        throw BadInputException.of(
            "-p %s has no effect with the other parameters; leave it out", parameter.name());
      }
    }
    return normalized;
  }

  /** The values that combinations are made of: of two that are to be a switch, the first. */
  private List<String> values(String name, List<String> standard, Arguments arguments) {
    List<String> requested = arguments.valuesOf(name);
    boolean isSwitch =
        arguments.has(Option.FLIP) && requested.size() == 2 && !name.equals(subjects.parameter());
    return requested.isEmpty() ? standard : isSwitch ? requested.subList(0, 1) : requested;
  }

  private static List<Combination> crossProduct(
      List<Combination> rows, String name, List<String> values, boolean declared) {
    return rows.stream()
        .flatMap(row -> values.stream().map(value -> row.and(name, value, declared)))
        .toList();
  }

  /** {@code all} is every subject whose store takes part unasked. */
  List<Combination> onEachStore(Combination combination) {
    if (!subject(combination).equals(StoreState.ALL)) {
      return List.of(combination);
    }
    return subjects.stores().entrySet().stream()
        .filter(subject -> !subject.getValue().onlyWhenNamed())
        .map(subject -> combination.with(subjects.parameter(), subject.getKey()))
        .toList();
  }

  /** Each value of each parameter that stores declare. */
  List<Combination> withStoreParameters(Combination combination, Arguments arguments) {
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
      String standard =
          subjects
              .store(combination)
              .flatMap(store -> store.parameter(name))
              .map(StoreParameter::standard)
              .orElse(parameter.standard());
      rows = crossProduct(rows, name, values(name, List.of(standard), arguments), true);
    }
    return rows;
  }

  /** Why a combination cannot be run on its store, or makes no sense on any. */
  Optional<String> unsupportedReason(Combination combination) {
    return experiment
        .unsupportedReason(combination)
        .or(() ->
            subjects.store(combination).flatMap(store -> unsupportedReason(store, combination)));
  }

  private Optional<String> unsupportedReason(StoreProvider store, Combination combination) {
    if (!runs(store)) {
      String needed = experiment.requiredCapability().orElseThrow().description();
      return Optional.of(combination.shortName() + " needs a store that can " + needed);
    }
    for (StoreParameter<?> any : declared.values()) {
      String value = combination.value(any.name());
      Optional<StoreParameter<?>> storeParameter = store.parameter(any.name());
      if (storeParameter.isEmpty() && !value.equals(any.standard())) {
        return Optional.of("it has no parameter " + any.name());
      }
      Optional<String> reason =
          storeParameter.flatMap(parameter -> unsupportedReason(parameter.parameter(), value));
      if (reason.isPresent()) {
        return reason;
      }
    }
    return store
        .unsupportedReason(combination.storeConfig())
        .or(() ->
            experiment
                .collection(combination)
                .flatMap(
                    collection -> store.unsupportedReason(combination.storeConfig(), collection)));
  }

  private static Optional<String> unsupportedReason(Parameter<?> parameter, String value) {
    try {
      parameter.parse(value);
      return Optional.empty();
    } catch (BadInputException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Refuses a value that a parameter does not take; one of a store's parameter has to be one for
   * some store.
   */
  void validateValues(Arguments arguments) {
    Set<String> benchmarkParameters = defaults().keySet();
    parameters().stream()
        .filter(parameter -> benchmarkParameters.contains(parameter.name()))
        .forEach(parameter ->
            arguments.valuesOf(parameter.name()).stream()
                .filter(value -> !DataSize.isRatio(parameter.name(), value))
                .forEach(parameter::parse));
    declared.forEach((name, any) -> {
      for (String value : arguments.valuesOf(name)) {
        if (subjects.stores().values().stream()
            .flatMap(store -> store.parameter(name).stream())
            .allMatch(parameter -> unsupportedReason(parameter.parameter(), value).isPresent())) {
          any.parameter().parse(value);
        }
      }
    });
  }
}
