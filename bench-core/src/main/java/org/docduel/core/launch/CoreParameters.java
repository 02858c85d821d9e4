package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Durability;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Subjects;

/** The parameters that every benchmark with a store has, around its own. */
public final class CoreParameters {
  private CoreParameters() {}

  /**
   * A benchmark's parameters with those that every benchmark with a store has.
   *
   * @param experiment the benchmark
   * @param stores every store there is
   * @return in the order in which the help shows them
   */
  public static List<Parameter<?>> with(Experiment experiment, List<StoreProvider> stores) {
    if (experiment.needs().isEmpty()) {
      return experiment.parameters();
    }
    Subjects subjects = experiment.subjects(stores);
    String name = subjects.parameter();
    Set<String> values = subjects.stores().keySet();
    List<Parameter<?>> all = new ArrayList<>();
    all.add(
        new Parameter<>(
            name,
            "all, or any of those below",
            name + "=" + values.stream().limit(2).collect(Collectors.joining(",")),
            value -> {
              if (!value.equals(StoreState.ALL) && !values.contains(value)) {
                throw BadInputException.parameter(
                    name, value, "all, or any of " + String.join(", ", values));
              }
              return value;
            }));
    all.addAll(experiment.parameters());
    all.add(Durability.PARAMETER);
    return List.copyOf(all);
  }
}
