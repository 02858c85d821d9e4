package org.docduel.stats.report.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.sidecar.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;

/** What the sidecars say of a result. */
final class SidecarNotes {
  private static final String DURABILITY = "durability";

  private final List<SidecarFile> sidecars;

  SidecarNotes(List<SidecarFile> sidecars) {
    this.sidecars = sidecars;
  }

  /** What an acknowledgement promised: the parameter, else what the store's fact says. */
  String durability(SelectedResult result) {
    if (!result.field(DURABILITY).isEmpty()) {
      return result.field(DURABILITY);
    }
    return of(result)
        .flatMap(sidecar -> sidecar.stores().stream())
        .filter(store -> !store.durability().isEmpty())
        .filter(store -> isAbout(store.store(), store.parameters(), result))
        .map(StoreFact::durability)
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** The query plans, each once. */
  List<PlanFact> plans(SelectedResult result) {
    return of(result)
        .flatMap(sidecar -> sidecar.plans().stream())
        .filter(plan -> isAbout(plan.store(), plan.parameters(), result))
        .distinct()
        .toList();
  }

  private Stream<Sidecar> of(SelectedResult result) {
    Set<String> files =
        result.results().stream().map(r -> r.source().file()).collect(Collectors.toSet());
    return sidecars.stream()
        .filter(sidecar -> files.contains(sidecar.resultFile()))
        .map(SidecarFile::sidecar);
  }

  private static boolean isAbout(
      String store, Map<String, String> parameters, SelectedResult result) {
    return result.fields().containsValue(store)
        && parameters.entrySet().stream()
            .allMatch(entry ->
                entry
                    .getValue()
                    .equals(result.fields().getOrDefault(entry.getKey(), entry.getValue())));
  }
}
