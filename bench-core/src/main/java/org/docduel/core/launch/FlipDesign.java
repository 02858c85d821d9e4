package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.workload.Combination;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.verdict.Switch;

/**
 * The set-ups of a run that looks for what turns its verdict: each store in each set-up of a
 * {@linkplain Switch#design design} of the switches that all stores have.
 *
 * @param leftOut the switches that some store lacks, or that change nothing here, and why
 */
record FlipDesign(List<Switch> switches, Map<String, String> leftOut, List<Combination> setUps) {
  /**
   * Makes a switch of each parameter that was typed with two values, and then of those that the
   * benchmark knows and nobody typed.
   *
   * @param stores each store with all switches off
   * @throws BadInputException if they make no design
   */
  static FlipDesign of(Bench bench, List<Combination> stores, Arguments arguments) {
    long subjects = stores.stream().map(bench::subject).distinct().count();
    if (subjects < Math.max(2, stores.size())
        || stores.stream().map(Combination::benchmark).distinct().count() > 1) {
      Labels labels = new Labels(Set.of(bench.subjects().parameter()), stores);
      throw BadInputException.of(
          "--flip needs one benchmark, two stores or more, and one value (or two, a switch) of each"
              + " other parameter; there are %s",
          Printable.some(
              stores.stream().map(it -> it.shortName() + " " + labels.of(it.parameters())).toList(),
              3,
              ", "));
    }
    Combination first = stores.get(0);
    Map<String, List<String>> levels = new LinkedHashMap<>();
    first.parameters().keySet().forEach(name -> levels.put(name, arguments.given(name)));
    levels.values().removeIf(List::isEmpty);
    new TreeMap<>(bench.experiment().switches()).forEach(levels::putIfAbsent);
    levels.remove(bench.subjects().parameter());
    List<Switch> switches = new ArrayList<>();
    Map<String, String> leftOut = new LinkedHashMap<>();
    levels.forEach((name, values) -> {
      if (values.size() == 2) {
        String off = first.value(name);
        String on = values.get(values.get(0).equals(off) ? 1 : 0);
        stores.stream()
            .flatMap(store -> refusal(bench, store, store.with(name, on)).stream())
            .findFirst()
            .ifPresentOrElse(
                reason -> leftOut.put(name, reason), () -> switches.add(new Switch(name, off, on)));
      }
    });
    List<Combination> setUps = new ArrayList<>();
    for (Set<Switch> on : design(switches, leftOut)) {
      for (Combination store : stores) {
        Combination setUp = store;
        for (Switch one : switches) {
          setUp = setUp.with(one.parameter(), one.in(on));
        }
        Optional<String> refused = bench.refusal(setUp);
        if (refused.isPresent()) {
          throw BadInputException.of(
              "--flip: %s cannot be run: %s; keep one of its switches as it is, by -p NAME=VALUE",
              setUp, refused.get());
        }
        setUps.add(setUp);
      }
    }
    return new FlipDesign(switches, leftOut, setUps);
  }

  private static Optional<String> refusal(Bench bench, Combination store, Combination changed) {
    return bench.experiment().settled(changed).equals(store)
        ? Optional.of("it means nothing beside the other parameters")
        : bench.refusal(changed).map(why -> bench.subject(store) + ": " + why);
  }

  private static List<Set<Switch>> design(List<Switch> switches, Map<String, String> leftOut) {
    try {
      return Switch.design(switches);
    } catch (org.docduel.stats.jmh.BadInputException e) {
      throw BadInputException.of(
          "--flip: %s; -p NAME=OFF,ON adds one; left out: %s",
          String.valueOf(e.getMessage()), leftOut);
    }
  }
}
