package org.docduel.stats.jmh;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What several machines measured for the same benchmark, mode, threads and parameters.
 *
 * @param fields the values it can be selected by
 * @param results the results, one per file
 * @param metric the selected metric; empty for the primary one
 * @param observations their observations of the selected metric, file after file
 */
public record SelectedResult(
    Map<String, String> fields, List<JmhResult> results, String metric, Observations observations) {

  /** Copies the collections, keeping their order. */
  public SelectedResult {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    results = List.copyOf(results);
  }

  /**
   * The fields in which results differ, in order of first appearance; a missing field counts as a
   * value.
   */
  public static List<String> varying(Collection<SelectedResult> results) {
    Set<String> fields = new LinkedHashSet<>();
    results.forEach(result -> fields.addAll(result.fields().keySet()));
    return fields.stream()
        .filter(field -> results.stream().map(r -> r.field(field)).distinct().count() > 1)
        .toList();
  }

  /** The same with other observations. */
  public SelectedResult with(Observations changed) {
    return new SelectedResult(fields, results, metric, changed);
  }

  /** How many calls of the benchmark end within the time of an observation. */
  public long callsAtOnce() {
    return metric.isEmpty() ? results.get(0).callsAtOnce() : 1;
  }

  /** The value of a field, or the empty string when the result has no such field. */
  public String field(String name) {
    return fields.getOrDefault(name, "");
  }

  /** A label made of the values of some fields; no field gives {@code all}. */
  public String label(Collection<String> names) {
    return names.isEmpty()
        ? "all"
        : names.stream()
            .map(name -> ParameterMatch.shown(name, field(name)))
            .collect(Collectors.joining(", "));
  }
}
