package org.docduel.stats.claims;

import java.util.List;
import java.util.stream.Collectors;
import org.docduel.stats.sidecar.Fact.PlanFact;

/** How a plan reaches its rows: the scans and how they are joined, without what they filter. */
final class AccessPath {
  private static final List<String> STEPS = List.of("Scan", "BitmapOr", "BitmapAnd", "Sort");

  private AccessPath() {}

  static String of(PlanFact plan) {
    return plan.lines().stream()
        .map(String::strip)
        .filter(line -> STEPS.stream().anyMatch(step -> node(line).contains(step)))
        .map(AccessPath::node)
        .collect(Collectors.joining(" > "));
  }

  /** The line up to where its conditions begin. */
  private static String node(String line) {
    int end = line.indexOf(':');
    return end < 0 ? line : line.substring(0, end);
  }
}
