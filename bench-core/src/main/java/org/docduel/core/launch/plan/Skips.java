package org.docduel.core.launch.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;

/** What a plan leaves out, with reasons and remedies. */
public final class Skips {
  /** Of each combination that is left out. */
  private final List<Sidecar.Skip> skips = new ArrayList<>();

  void add(Sidecar.Skip skip) {
    skips.add(skip);
  }

  /** What was left out, each reason once. */
  public List<Sidecar.Skip> all() {
    Map<Sidecar.Skip, Long> counted =
        skips.stream()
            .collect(
                Collectors.groupingBy(skip -> skip, LinkedHashMap::new, Collectors.counting()));
    List<Sidecar.Skip> each = new ArrayList<>();
    counted.forEach((skip, count) ->
        each.add(new Sidecar.Skip(skip.what(), skip.reason(), skip.remedy(), count)));
    return each;
  }

  /** For people: what is left out for the same reason is one line. */
  public List<String> lines() {
    Map<List<String>, List<String>> valuesByReason = new LinkedHashMap<>();
    for (Sidecar.Skip skip : skips) {
      String parameter = skip.what().replaceFirst("(?<==).*", "");
      valuesByReason
          .computeIfAbsent(
              List.of(parameter, skip.reason(), skip.remedy()), key -> new ArrayList<>())
          .add(skip.what().substring(parameter.length()));
    }
    List<String> lines = new ArrayList<>();
    valuesByReason.forEach((why, values) ->
        lines.add(
            "skipped %s%s (%s): %s%s"
                .formatted(
                    why.get(0),
                    values.stream().distinct().collect(Collectors.joining(",")),
                    Numbers.count(values.size(), "combination", "combinations"),
                    why.get(1),
                    why.get(2).isEmpty() ? "" : "; " + why.get(2))));
    return lines;
  }
}
