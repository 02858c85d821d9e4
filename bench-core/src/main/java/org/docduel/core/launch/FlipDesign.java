package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.verdict.PlackettBurman;
import org.docduel.stats.verdict.PlackettBurman.Switch;

/**
 * The set-ups of a run that looks for what turns its verdict: each store in each set-up of a {@link
 * PlackettBurman} design of the switches that all stores have.
 *
 * @param leftOut switches that some store lacks, or that change nothing here
 * @param setUps each store in each set-up
 */
record FlipDesign(List<Switch> switches, List<Sidecar.Skip> leftOut, List<Combination> setUps) {
  /**
   * Makes a switch of each parameter that was typed with two values, and of those that the
   * benchmark knows.
   *
   * @param subject the parameter that is compared
   * @param bases each store with all switches off
   * @param given what was typed for a parameter
   * @param refusal why a combination cannot be run
   * @throws BadInputException if they make no design
   */
  static FlipDesign of(
      Experiment experiment,
      String subject,
      List<Combination> bases,
      Function<String, List<String>> given,
      Function<Combination, Optional<String>> refusal) {
    long stores = bases.stream().map(base -> base.value(subject)).distinct().count();
    if (stores < 2
        || stores < bases.size()
        || bases.stream().map(Combination::benchmark).distinct().count() > 1) {
      Labels labels = new Labels(Set.of(subject), bases);
      throw BadInputException.of(
          "--flip needs one benchmark, two stores or more, and one value (or two, a switch) of each"
              + " other parameter; there are %s",
          Printable.some(
              bases.stream()
                  .map(base -> base.shortName() + " " + labels.of(base.parameters()))
                  .toList(),
              3,
              ", "));
    }
    Set<String> names = new LinkedHashSet<>();
    bases.get(0).parameters().keySet().stream()
        .filter(name -> given.apply(name).size() == 2)
        .forEach(names::add);
    names.addAll(new TreeSet<>(experiment.switches().keySet()));
    names.remove(subject);
    List<Switch> switches = new ArrayList<>();
    List<Sidecar.Skip> leftOut = new ArrayList<>();
    for (String name : names) {
      List<String> typed = given.apply(name);
      List<String> levels =
          typed.isEmpty() ? experiment.switches().getOrDefault(name, typed) : typed;
      if (levels.size() == 2) {
        String off = bases.get(0).value(name);
        String on = levels.get(levels.get(0).equals(off) ? 1 : 0);
        Optional<String> without =
            bases.stream()
                .flatMap(base -> {
                  Combination changed = base.with(name, on);
                  return experiment.settled(changed).equals(base)
                      ? Stream.of("it means nothing beside the other parameters")
                      : refusal
                          .apply(changed)
                          .map(why -> base.value(subject) + ": " + why)
                          .stream();
                })
                .findFirst();
        without.ifPresentOrElse(
            reason -> leftOut.add(new Sidecar.Skip("the switch " + name, reason, "", 1)),
            () -> switches.add(new Switch(name, off, on)));
      }
    }
    if (switches.size() < PlackettBurman.FEWEST || switches.size() > PlackettBurman.MOST) {
      throw BadInputException.of(
          "--flip needs %d to %d switches that all stores have; there are %d (%s). -p NAME=OFF,ON"
              + " adds one%s",
          PlackettBurman.FEWEST,
          PlackettBurman.MOST,
          switches.size(),
          switches.stream().map(Switch::parameter).collect(Collectors.joining(", ")),
          leftOut.stream()
              .map(skip -> "; left out is " + skip.what() + ": " + skip.reason())
              .collect(Collectors.joining()));
    }
    return new FlipDesign(switches, leftOut, setUps(switches, bases, refusal));
  }

  private static List<Combination> setUps(
      List<Switch> switches,
      List<Combination> bases,
      Function<Combination, Optional<String>> refusal) {
    PlackettBurman design = new PlackettBurman(switches);
    List<Combination> setUps = new ArrayList<>();
    for (int run = 0; run < design.runs(); run++) {
      for (Combination base : bases) {
        Combination setUp = base;
        for (Map.Entry<String, String> each : design.setUp(run).entrySet()) {
          setUp = setUp.with(each.getKey(), each.getValue());
        }
        Optional<String> refused = refusal.apply(setUp);
        if (refused.isPresent()) {
          throw BadInputException.of(
              "--flip: %s cannot be run: %s; keep one of its switches as it is, by -p NAME=VALUE",
              setUp, refused.get());
        }
        setUps.add(setUp);
      }
    }
    return setUps;
  }
}
