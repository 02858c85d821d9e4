package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Subjects;
import org.docduel.core.workload.Workload;

/**
 * Takes what cannot run out of a plan before JMH starts, each time with a reason. Pure: it is told
 * what can be had and starts nothing.
 */
public final class PlanFilter {
  private final Workload workload;
  private final StoreParameters declared;
  private final List<StoreProvider> providers;
  private final Map<String, Skip> unavailable;
  private final Set<String> named;

  /**
   * A filter.
   *
   * @param workload the module's own rules
   * @param providers every store there is
   * @param declared the parameters that stores declare
   * @param unavailable stores whose server cannot be had, with the reason
   * @param named subjects that were asked for by name: for these, not to be had is an error
   */
  public PlanFilter(
      Workload workload,
      List<StoreProvider> providers,
      StoreParameters declared,
      Map<String, Skip> unavailable,
      Set<String> named) {
    this.workload = workload;
    this.declared = declared;
    this.providers = List.copyOf(providers);
    this.unavailable = Map.copyOf(unavailable);
    this.named = Set.copyOf(named);
  }

  /**
   * Sorts combinations into those that run and those that do not.
   *
   * @param all the cross product
   * @return the plan
   * @throws BadInputException when what was named cannot be had, or when nothing is left
   */
  public RunPlan filter(List<Combination> all) {
    List<Combination> kept = new ArrayList<>();
    Map<String, Skip> skips = new LinkedHashMap<>();
    for (Combination combination : all) {
      Optional<Skip> skip = skip(combination);
      if (skip.isPresent()) {
        skips.merge(skip.get().what() + skip.get().reason(), skip.get(), PlanFilter::together);
      } else {
        kept.add(combination);
      }
    }
    RunPlan plan = new RunPlan(kept, List.copyOf(skips.values()));
    if (kept.isEmpty()) {
      throw new BadInputException("nothing is left to run: " + lines(plan.skips()));
    }
    return plan;
  }

  private Optional<Skip> skip(Combination combination) {
    Experiment experiment = workload.experiment(combination.benchmark());
    Optional<String> senseless = experiment.refusal(combination);
    if (senseless.isPresent()) {
      return Optional.of(new Skip(combination.shortName(), senseless.get(), "", 1));
    }
    if (experiment.needs().isEmpty()) {
      return Optional.empty();
    }
    Subjects subjects = experiment.subjects(providers);
    String subject = combination.value(subjects.parameter());
    String what = subjects.parameter() + "=" + subject;
    String store = subjects.store(combination).orElseThrow();
    StoreProvider provider =
        providers.stream().filter(p -> p.name().equals(store)).findFirst().orElseThrow();
    Capability needed = experiment.needs().get();
    if (!provider.capabilities().contains(needed)) {
      String reason = combination.shortName() + " needs a store that can " + needed.words();
      return Optional.of(new Skip(what, reason, "", 1));
    }
    Optional<String> refused =
        declared
            .refusal(provider, combination, experiment)
            .or(() -> provider.refusal(combination.storeConfig()))
            .or(() ->
                experiment
                    .collection(combination)
                    .flatMap(made -> provider.refusal(combination.storeConfig(), made)));
    if (refused.isPresent()) {
      return Optional.of(new Skip(what, refused.get(), "", 1));
    }
    Skip missing = unavailable.get(store);
    if (missing == null) {
      return Optional.empty();
    }
    if (named.contains(subject)) {
      throw new BadInputException("-p " + what + ": " + missing.reason() + "; " + missing.remedy());
    }
    return Optional.of(new Skip(what, missing.reason(), missing.remedy(), 1));
  }

  private static Skip together(Skip one, Skip other) {
    return new Skip(
        one.what(), one.reason(), one.remedy(), one.combinations() + other.combinations());
  }

  private static String lines(List<Skip> skips) {
    return String.join("; ", skips.stream().map(Skip::line).toList());
  }
}
