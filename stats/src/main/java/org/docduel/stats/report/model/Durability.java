package org.docduel.stats.report.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.report.sidecar.Sidecar;
import org.docduel.stats.select.SelectedResult;

/** Finds what an acknowledgement promised when a result was measured. */
final class Durability {

  private static final String NAME = "durability";

  private Durability() {}

  /**
   * The parameter of that name, else what the sidecars say of the store; empty when neither does.
   */
  static String of(SelectedResult result, List<Sidecar> sidecars) {
    if (!result.field(NAME).isEmpty()) {
      return result.field(NAME);
    }
    Set<String> files =
        result.results().stream().map(r -> r.source().file()).collect(Collectors.toSet());
    return sidecars.stream()
        .filter(sidecar -> files.contains(sidecar.resultFile()))
        .flatMap(sidecar -> sidecar.stores().stream())
        .filter(store -> !store.durability().isEmpty() && describes(store, result))
        .map(Sidecar.Store::durability)
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private static boolean describes(Sidecar.Store store, SelectedResult result) {
    return result.fields().containsValue(store.store())
        && store.parameters().entrySet().stream()
            .allMatch(parameter -> agrees(parameter, result.fields()));
  }

  private static boolean agrees(Map.Entry<String, String> parameter, Map<String, String> fields) {
    return parameter
        .getValue()
        .equals(fields.getOrDefault(parameter.getKey(), parameter.getValue()));
  }
}
