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
import org.docduel.stats.report.value.Shown;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.SidecarFile;

/** Why a reader may have to doubt the verdict, right below it. */
public final class Cautions {

  private Cautions() {}

  /** One warning with all reasons; nothing when there is none. */
  public static List<Block> of(
      List<Study> studies, List<SidecarFile> sidecars, List<Finding> findings) {
    Set<String> points = new LinkedHashSet<>();
    for (SidecarFile sidecar : sidecars) {
      if (sidecar.sidecar().run().broken()) {
        points.add(
            "The run of %s is marked %s: its results may be incomplete."
                .formatted(sidecar.resultFile(), sidecar.sidecar().run().status()));
      }
      points.addAll(sidecar.sidecar().failures());
      long failed = sidecar.sidecar().checks().stream().filter(CheckFact::failed).count();
      if (failed > 0) {
        points.add(
            "%s of %s failed: see Checks before using any number."
                .formatted(Shown.count(failed, "check", "checks"), sidecar.resultFile()));
      }
    }
    studies.forEach(study -> about(study, points));
    long flagged = findings.stream().map(Finding::subject).distinct().count();
    if (flagged > 0) {
      points.add(
          "%s about %s; each is listed under Findings."
              .formatted(
                  Shown.count(findings.size(), "finding", "findings"),
                  Shown.count(flagged, "result or comparison", "results and comparisons")));
    }
    return points.isEmpty()
        ? List.of()
        : List.of(new Block.Warning("Read with care", new ArrayList<>(points)));
  }

  private static void about(Study study, Set<String> points) {
    boolean single =
        study.scores().stream().allMatch(score -> score.observations().forks().size() == 1);
    if (single) {
      points.add(
          "%s ran in one fork per result. Observations of one fork resemble each other, so the"
                  .formatted(study.name())
              + " intervals may be too narrow; several forks would show how much.");
    }
    List<String> unused = Plans.failures(study);
    if (!unused.isEmpty()) {
      points.add(
          "%s meant to use an index and did not (failed plan): %s. The times are true, but not those of an index."
              .formatted(
                  Shown.count(unused.size(), "result was", "results were"),
                  String.join("; ", unused)));
    }
    if (study.scores().stream().anyMatch(score -> OpenLoop.asked(score).isPresent())) {
      points.add(
          "%s asked for fixed rates. Whoever keeps up achieves what was asked, so equal scores there"
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
          "%s compares results of different durability (%s): an acknowledgement did not promise the same."
              .formatted(study.name(), String.join(", ", promises)));
    }
    if (promises.contains("none")) {
      points.add(
          "%s has results with durability none: acknowledged data may be lost in a crash."
              .formatted(study.name()));
    }
  }
}
