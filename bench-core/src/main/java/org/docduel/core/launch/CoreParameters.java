package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Durability;
import org.docduel.core.jmh.StoreState;
import org.docduel.core.spi.StoreProvider;

/** The parameters that every workload has. */
final class CoreParameters {
  private CoreParameters() {}

  static List<Parameter> with(Workload workload, List<StoreProvider> stores) {
    String names = stores.stream().map(StoreProvider::name).collect(Collectors.joining(", "));
    List<Parameter> all = new ArrayList<>();
    all.add(
        new Parameter(
            "store",
            "all, or any of the stores below",
            "store="
                + stores.stream()
                    .map(StoreProvider::name)
                    .limit(2)
                    .collect(Collectors.joining(",")),
            value -> {
              if (!value.equals(StoreState.ALL)
                  && stores.stream().noneMatch(store -> store.name().equals(value))) {
                throw BadInputException.parameter("store", value, "all, or any of " + names);
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
