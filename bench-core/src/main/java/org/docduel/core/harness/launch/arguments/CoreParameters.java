package org.docduel.core.harness.launch.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Durability;
import org.docduel.core.harness.jmh.StoreState;
import org.docduel.core.harness.workload.Contestants;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.spi.StoreProvider;

/** The parameters that every workload has. */
public final class CoreParameters {
  private CoreParameters() {}

  /**
   * A workload's parameters with those that every workload has.
   *
   * @param workload the workload
   * @param stores every store there is
   * @return in the order in which the help shows them
   */
  public static List<Parameter> with(Workload workload, List<StoreProvider> stores) {
    Contestants contestants = workload.contestants(stores);
    String name = contestants.parameter();
    Set<String> values = contestants.stores().keySet();
    List<Parameter> all = new ArrayList<>();
    all.add(
        new Parameter(
            name,
            "all, or any of those below",
            name + "=" + values.stream().limit(2).collect(Collectors.joining(",")),
            value -> {
              if (!value.equals(StoreState.ALL) && !values.contains(value)) {
                throw BadInputException.parameter(
                    name, value, "all, or any of " + String.join(", ", values));
              }
            }));
    all.addAll(workload.parameters());
    all.add(
        new Parameter(
            Durability.PARAMETER,
            "default (survives a crash), relaxed (no wait for the log), none (unlogged)",
            "durability=default,relaxed",
            Durability::parse));
    return List.copyOf(all);
  }
}
