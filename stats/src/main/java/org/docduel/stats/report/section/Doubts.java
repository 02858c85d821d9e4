package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.docduel.stats.Finding;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;

/** Why a reader may have to doubt the verdict, right below it. */
public final class Doubts {
  private static final int NAMED = 8;

  private Doubts() {}

  /** One warning with all reasons; nothing when there is none. */
  public static List<Block> of(
      List<Study> studies,
      List<SidecarFile> sidecars,
      List<Finding> findings,
      List<String> failures) {
    Set<String> points = new LinkedHashSet<>(failures);
    for (SidecarFile file : sidecars) {
      Sidecar sidecar = file.sidecar();
      if (sidecar.run().broken()) {
        points.add(
            "The run of %s is marked %s: its results may be incomplete."
                .formatted(file.resultFile(), sidecar.run().status()));
      }
      points.addAll(sidecar.failures());
      long failed = sidecar.checks().stream().filter(CheckFact::failed).count();
      if (failed > 0) {
        points.add(
            "%s of %s failed: see Checks before using any number."
                .formatted(Display.count(failed, "check", "checks"), file.resultFile()));
      }
    }
    studies.forEach(study -> about(study, points));
    long flagged = findings.stream().map(Finding::subject).distinct().count();
    if (flagged > 0) {
      points.add(
          "%s about %s: see Findings."
              .formatted(
                  Display.count(findings.size(), "finding", "findings"),
                  Display.count(flagged, "result or comparison", "results and comparisons")));
    }
    List<String> all = new ArrayList<>(points);
    if (all.size() > NAMED + 1) {
      int left = all.size() - NAMED;
      all = new ArrayList<>(all.subList(0, NAMED));
      all.add("%d more of this kind.".formatted(left));
    }
    return all.isEmpty() ? List.of() : List.of(new Block.Warning("Read with care", all));
  }

  /** The results that should use an index and do not. */
  private static List<String> failedPlans(Study study) {
    List<String> failed = new ArrayList<>();
    for (Score score : study.scores()) {
      if (score.plans().stream().anyMatch(plan -> plan.failed())) {
        String label = study.label(score);
        failed.add((label.isEmpty() ? "" : label + ", ") + study.subject(score));
      }
    }
    return failed;
  }

  private static void about(Study study, Set<String> points) {
    boolean single =
        study.scores().stream().allMatch(score -> score.observations().forks().size() == 1);
    if (single) {
      points.add(
          "%s ran in one fork per result. One fork shows nothing of how forks differ."
              .formatted(study.name()));
    }
    List<String> failed = failedPlans(study);
    if (!failed.isEmpty()) {
      String named = String.join("; ", failed.subList(0, Math.min(NAMED, failed.size())));
      points.add(
          "%s should use an index and did not (failed plan): %s%s. The times are true, but they are"
                  .formatted(
                      Display.count(failed.size(), "result", "results"),
                      named,
                      failed.size() > NAMED ? "; …" : "")
              + " not those of an index.");
    }
    if (study.scores().stream().anyMatch(score -> OpenLoop.asked(score).isPresent())) {
      points.add(
          "%s asked for fixed rates. A store that keeps up achieves what was asked, so equal scores"
                  .formatted(study.name())
              + " say nothing about speed; compare response times.");
    }
    Set<String> promises = new LinkedHashSet<>();
    study.scores().stream()
        .map(Score::durability)
        .filter(text -> !text.isEmpty())
        .forEach(promises::add);
    boolean separated = study.by().contains("durability") || study.compare().equals("durability");
    if (promises.size() > 1 && !separated) {
      points.add(
          "%s compares results of different durability (%s)."
              .formatted(study.name(), String.join(", ", promises)));
    }
    if (promises.contains("none")) {
      points.add(
          "%s has results with durability none: a crash may lose acknowledged data."
              .formatted(study.name()));
    }
  }
}
