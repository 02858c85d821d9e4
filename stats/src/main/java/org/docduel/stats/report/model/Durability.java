package org.docduel.stats.report.model;

import java.util.List;
import java.util.stream.Collectors;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;

/** Finds what an acknowledgement promised when a result was measured. */
final class Durability {

  private static final String NAME = "durability";

  private Durability() {}

  /**
   * The parameter of that name, else what the sidecars say of the store; empty when neither does.
   */
  static String of(SelectedResult result, List<SidecarFile> sidecars) {
    if (!result.field(NAME).isEmpty()) {
      return result.field(NAME);
    }
    return Described.in(sidecars, result)
        .flatMap(sidecar -> sidecar.sidecar().stores().stream())
        .filter(store -> !store.durability().isEmpty())
        .filter(store -> Described.by(store.store(), store.parameters(), result))
        .map(StoreFact::durability)
        .distinct()
        .collect(Collectors.joining(" or "));
  }
}
