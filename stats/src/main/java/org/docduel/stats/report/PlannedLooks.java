package org.docduel.stats.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.UntilDecided;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;

/** Reads from sidecars how the forks of a run were planned. */
public final class PlannedLooks {
  private PlannedLooks() {}

  /**
   * The plan that the sidecars of some files state.
   *
   * @param sidecars of the files that are read together
   * @return empty when their forks were planned
   * @throws BadInputException if the plans differ, or one is none
   */
  public static Optional<Looks> of(List<SidecarFile> sidecars) {
    Set<Looks> plans = new LinkedHashSet<>();
    for (SidecarFile file : sidecars) {
      file.sidecar().untilDecided().ifPresent(plan -> plans.add(of(file.resultFile(), plan)));
    }
    if (plans.size() > 1) {
      throw new BadInputException(
          "the runs were to end at different forks ("
              + plans.stream().map(Looks::toString).collect(Collectors.joining("; "))
              + "); give their files one by one");
    }
    return plans.stream().findFirst();
  }

  private static Looks of(String file, UntilDecided plan) {
    if (plan.maxForks() < Looks.FIRST || Spending.of(plan.spending()).isEmpty()) {
      throw new BadInputException(
          file
              + ": its sidecar says that it ended at most after "
              + plan.maxForks()
              + " forks, spending "
              + plan.spending()
              + ", which is no plan; remove the sidecar or write it again");
    }
    return new Looks(plan.maxForks(), Spending.of(plan.spending()).orElseThrow());
  }
}
