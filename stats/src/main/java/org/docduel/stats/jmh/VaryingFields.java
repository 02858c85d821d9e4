package org.docduel.stats.jmh;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the fields in which results differ. */
public final class VaryingFields {
  private VaryingFields() {}

  /**
   * The fields with more than one value, in order of first appearance; a missing field counts as a
   * value.
   */
  public static List<String> of(List<SelectedResult> results) {
    Set<String> fields = new LinkedHashSet<>();
    results.forEach(result -> fields.addAll(result.fields().keySet()));
    return fields.stream()
        .filter(field -> results.stream().map(r -> r.field(field)).distinct().count() > 1)
        .toList();
  }
}
