package org.docduel.core.launch.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.docduel.core.config.BadInputException;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.workload.Combination;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Switch;

/**
 * What {@code --flip} runs: each store in set-ups of switches that are off and on.
 *
 * @param off each store with all switches off
 */
record FlipDesign(Bench bench, List<Combination> off) {
  /**
   * The switches of {@code --flip}: each parameter that was typed with two values, and then those
   * that the benchmark knows and nobody typed.
   *
   * @param skips where switches go that some store lacks, or that change nothing here
   */
  List<Switch> switches(Arguments arguments, Skips skips) {
    Set<String> varying = Labels.varying(off.stream().map(Combination::parameters));
    Predicate<Combination> retainsData =
        combination ->
            bench.subjects().store(combination).filter(Comparisons::retainsData).isPresent();
    if (off.stream().filter(retainsData).count() < 2
        || !varying.equals(Set.of(bench.subjects().parameter()))
        || off.stream().map(Combination::benchmark).distinct().count() > 1) {
      throw BadInputException.of(
          "--flip needs one benchmark, two stores or more that keep documents, and one value (or two,"
              + " a switch) of each other parameter; given: %s, different in %s",
          Numbers.count(off.size(), "combination", "combinations"), varying);
    }
    Combination first = off.get(0);
    Map<String, List<String>> levels = new LinkedHashMap<>();
    first.parameters().keySet().forEach(name -> levels.put(name, arguments.valuesOf(name)));
    levels.values().removeIf(List::isEmpty);
    new TreeMap<>(bench.experiment().switches()).forEach(levels::putIfAbsent);
    levels.remove(bench.subjects().parameter());
    levels.values().removeIf(values -> values.size() != 2);
    List<Switch> switches = new ArrayList<>();
    levels.forEach((name, values) -> {
      String offValue = first.value(name);
      String onValue = values.get(values.get(0).equals(offValue) ? 1 : 0);
      off.stream()
          .flatMap(store -> unsupportedReason(store, store.with(name, onValue)).stream())
          .findFirst()
          .ifPresentOrElse(
              why -> skips.add(new Sidecar.Skip("the switch " + name, why, "", 1)),
              () -> switches.add(new Switch(name, offValue, onValue)));
    });
    return switches;
  }

  private Optional<String> unsupportedReason(Combination store, Combination changed) {
    return bench.experiment().normalize(changed).equals(store)
        ? Optional.of("it means nothing beside the other parameters")
        : bench.unsupportedReason(changed).map(why -> bench.subject(store) + ": " + why);
  }

  /** Each store in each set-up of a {@linkplain Switch#design design}. */
  List<Combination> setUps(List<Switch> switches) {
    List<Combination> setUps = new ArrayList<>();
    for (Set<Switch> on : Switch.design(switches)) {
      for (Combination store : off) {
        Combination setUp = store;
        for (Switch toggle : switches) {
          setUp = setUp.with(toggle.parameter(), toggle.in(on));
        }
        Optional<String> rejection = bench.unsupportedReason(setUp);
        if (rejection.isPresent()) {
          throw BadInputException.of(
              "--flip: %s cannot be run: %s; keep one of its switches as it is, by -p NAME=VALUE",
              setUp, rejection.get());
        }
        setUps.add(setUp);
      }
    }
    return setUps;
  }
}
