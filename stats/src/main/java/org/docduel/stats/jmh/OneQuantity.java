package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The results that can be read together because they count the same.
 *
 * @param results those of the unit that most of them have; of several, the first
 * @param notes a sentence that names the others; none when there are none
 */
public record OneQuantity(List<SelectedResult> results, List<String> notes) {
  /** Copies the lists. */
  public OneQuantity {
    results = List.copyOf(results);
    notes = List.copyOf(notes);
  }

  /** Of results, at least one. */
  public static OneQuantity of(List<SelectedResult> all) {
    Map<String, List<SelectedResult>> byUnit = new LinkedHashMap<>();
    for (SelectedResult result : all) {
      byUnit
          .computeIfAbsent(result.observations().quantity().ratioOf(), unit -> new ArrayList<>())
          .add(result);
    }
    List<SelectedResult> most =
        byUnit.values().stream()
            .reduce((one, other) -> other.size() > one.size() ? other : one)
            .orElse(all);
    String unit = most.get(0).observations().quantity().ratioOf();
    List<String> notes = new ArrayList<>();
    byUnit.forEach((other, results) -> {
      if (!other.equals(unit)) {
        Set<String> names = new LinkedHashSet<>();
        results.forEach(result -> names.add(result.label(List.of(ResultFields.BENCHMARK))));
        notes.add(
            "Left out: %s (%s; most results are in %s); --where chooses."
                .formatted(String.join(", ", names), other, unit));
      }
    });
    return new OneQuantity(most, notes);
  }
}
