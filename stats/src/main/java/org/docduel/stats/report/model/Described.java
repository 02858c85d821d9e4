package org.docduel.stats.report.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;

/** Finds what sidecars say of a result. */
final class Described {

  private Described() {}

  /** The sidecars of the files that a result comes from. */
  static Stream<SidecarFile> in(List<SidecarFile> sidecars, SelectedResult result) {
    Set<String> files =
        result.results().stream().map(r -> r.source().file()).collect(Collectors.toSet());
    return sidecars.stream().filter(sidecar -> files.contains(sidecar.resultFile()));
  }

  /**
   * Whether something is said of a result.
   *
   * @param store the store that it is said of
   * @param parameters those of the combination that it is said of
   * @param result the result
   */
  static boolean by(String store, Map<String, String> parameters, SelectedResult result) {
    return result.fields().containsValue(store)
        && parameters.entrySet().stream().allMatch(parameter -> agrees(parameter, result.fields()));
  }

  private static boolean agrees(Map.Entry<String, String> parameter, Map<String, String> fields) {
    return parameter
        .getValue()
        .equals(fields.getOrDefault(parameter.getKey(), parameter.getValue()));
  }
}
