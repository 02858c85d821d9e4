package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
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
 */
final class FlipDesign {
  private final Experiment experiment;
  private final String subject;
  private final List<Combination> bases;
  private final Function<Combination, Optional<String>> refusal;
  private final List<Switch> switches = new ArrayList<>();
  private final List<Sidecar.Skip> leftOut = new ArrayList<>();

  /**
   * Chooses the switches.
   *
   * @param subject the parameter that is compared
   * @param bases each store with all switches off
   * @param given what was typed for the parameters; two values make a switch
   * @param refusal why a combination cannot be run
   */
  FlipDesign(
      Experiment experiment,
      String subject,
      List<Combination> bases,
      Function<String, List<String>> given,
      Function<Combination, Optional<String>> refusal) {
    this.experiment = experiment;
    this.subject = subject;
    this.bases = bases;
    this.refusal = refusal;
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
    candidates(given).forEach(this::consider);
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
  }

  /** What was typed with two values, then what the benchmark knows. */
  private Map<String, List<String>> candidates(Function<String, List<String>> given) {
    Map<String, List<String>> candidates = new LinkedHashMap<>();
    bases.get(0).parameters().keySet().stream()
        .filter(name -> !name.equals(subject) && given.apply(name).size() == 2)
        .forEach(name -> candidates.put(name, given.apply(name)));
    new TreeMap<>(experiment.switches())
        .forEach((name, levels) -> {
          if (given.apply(name).isEmpty()) {
            candidates.put(name, levels);
          }
        });
    return candidates;
  }

  private void consider(String name, List<String> levels) {
    String off = bases.get(0).value(name);
    String on = levels.get(0).equals(off) ? levels.get(1) : levels.get(0);
    Optional<String> reason = withoutEffect(name, on);
    if (reason.isPresent()) {
      leftOut.add(new Sidecar.Skip("the switch " + name, reason.get(), "", 1));
    } else {
      switches.add(new Switch(name, off, on));
    }
  }

  /** Why a value cannot be, or is the same as another, with the rest as it is. */
  private Optional<String> withoutEffect(String name, String on) {
    for (Combination base : bases) {
      Combination changed = base.with(name, on);
      if (experiment.settled(changed).equals(base)) {
        return Optional.of("it means nothing beside the other parameters");
      }
      Optional<String> refused = refusal.apply(changed);
      if (refused.isPresent()) {
        return Optional.of(base.value(subject) + ": " + refused.get());
      }
    }
    return Optional.empty();
  }

  /** From {@link PlackettBurman#FEWEST} to {@link PlackettBurman#MOST}. */
  List<Switch> switches() {
    return List.copyOf(switches);
  }

  /** Switches that some store lacks, or that change nothing here. */
  List<Sidecar.Skip> leftOut() {
    return List.copyOf(leftOut);
  }

  /** Each store in each set-up. */
  List<Combination> setUps() {
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
