package org.docduel.stats.report;

import java.util.List;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.sidecar.SidecarFile;
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
    List<Looks> plans = sidecars.stream().flatMap(file -> of(file).stream()).distinct().toList();
    if (plans.size() > 1) {
      String all = String.join("; ", plans.stream().map(Looks::toString).toList());
      throw new BadInputException(
          "the runs were to end at different forks (" + all + "); give their files one by one");
    }
    return plans.stream().findFirst();
  }

  private static Optional<Looks> of(SidecarFile file) {
    return file.sidecar()
        .untilDecided()
        .map(plan -> {
          Optional<Spending> spending = Spending.of(plan.spending());
          if (plan.maxForks() < Looks.FIRST || spending.isEmpty()) {
            throw new BadInputException(
                "%s: its sidecar says that it ended at most after %d forks, spending %s, which is no plan; remove the sidecar or write it again"
                    .formatted(file.resultFile(), plan.maxForks(), plan.spending()));
          }
          return new Looks(plan.maxForks(), spending.get());
        });
  }
}
