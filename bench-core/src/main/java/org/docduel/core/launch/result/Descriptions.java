package org.docduel.core.launch.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.workload.Combination;
import org.docduel.stats.sidecar.Sidecar.Description;

/** The benchmarks of a run in words. */
final class Descriptions {
  private Descriptions() {}

  /**
   * One for each benchmark; none where its combinations need different ones.
   *
   * @param printable makes an example one line without secrets
   */
  static List<Description> of(
      Plan plan, List<Combination> order, PublishedNames names, UnaryOperator<String> printable) {
    Map<String, List<Description>> byBenchmark = new LinkedHashMap<>();
    for (Combination combination : order) {
      plan.workload
          .experiment(combination.benchmark())
          .description(combination)
          .map(each -> withDurability(each, combination))
          .ifPresent(each ->
              byBenchmark.computeIfAbsent(each.benchmark(), key -> new ArrayList<>()).add(each));
    }
    byBenchmark
        .values()
        .removeIf(all -> all.stream().map(Description::text).distinct().count() > 1);
    return byBenchmark.values().stream().map(all -> merged(all, names, printable)).toList();
  }

  private static Description withDurability(Description description, Combination combination) {
    String name = Durability.PARAMETER.name();
    if (combination.value(name).isEmpty()) {
      return description;
    }
    Map<String, String> labels = new LinkedHashMap<>(description.labels());
    labels.put(
        name + "=" + combination.value(name), combination.get(Durability.PARAMETER).promise());
    return new Description(
        description.benchmark(),
        description.text() + ", {" + name + "}",
        labels,
        description.example());
  }

  /** One for all combinations of a benchmark, with values as results have them. */
  private static Description merged(
      List<Description> all, PublishedNames names, UnaryOperator<String> printable) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (Description each : all) {
      each.labels()
          .forEach((assignment, text) -> {
            String name = assignment.substring(0, assignment.indexOf('='));
            String value = assignment.substring(name.length() + 1);
            labels.putIfAbsent(name + "=" + names.of(name, value), text);
          });
    }
    Description first = all.get(0);
    return new Description(
        first.benchmark(), first.text(), labels, printable.apply(first.example()));
  }
}
