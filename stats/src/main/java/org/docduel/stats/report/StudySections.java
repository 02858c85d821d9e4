package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.report.model.Duel;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Section;
import org.docduel.stats.report.section.Knee;
import org.docduel.stats.report.section.Latency;
import org.docduel.stats.report.section.Names;
import org.docduel.stats.report.section.ObservationStrips;
import org.docduel.stats.report.section.Plans;
import org.docduel.stats.report.section.RelativePercentiles;
import org.docduel.stats.report.section.Scaling;
import org.docduel.stats.report.section.ScoreBars;
import org.docduel.stats.report.section.ScoreTable;
import org.docduel.stats.report.section.Secondary;
import org.docduel.stats.report.section.SuperiorityBlocks;
import org.docduel.stats.report.section.Timeline;

/** The sections of one study, in the order a reader asks: who wins, by how much, how it grows. */
final class StudySections {

  private final Study study;
  private final List<Duel> duels;
  private final Names names;
  private final String perOperation;
  private final boolean byRate;
  private final List<Section> sections = new ArrayList<>();

  /**
   * For a study.
   *
   * @param study the results
   * @param duels what was tested
   * @param prefix of file names and anchors
   * @param perOperation parameter that counts what one operation handles
   * @param byRate whether scores are the rates that were asked for, which are no sizes to compare
   */
  StudySections(Study study, List<Duel> duels, String prefix, String perOperation, boolean byRate) {
    this.byRate = byRate;
    this.study = study;
    this.duels = duels;
    this.names = Names.of(study, prefix);
    this.perOperation = perOperation;
  }

  List<Section> sections() {
    List<Duel> detailed = duels.stream().filter(Duel::detailed).toList();
    List<Block> verdict = new ArrayList<>(SuperiorityBlocks.overview(duels, names));
    if (detailed.size() < duels.size()) {
      verdict.add(
          new Block.Prose(
              "In detail below: %s, the fastest overall, against each of the others."
                  .formatted(detailed.get(0).candidateName())));
    }
    detailed.forEach(duel -> verdict.addAll(SuperiorityBlocks.of(duel, names)));
    add("verdict", "Is the difference real?", verdict);
    add("knee", "How much is sustained?", Knee.of(study, names));
    if (byRate) {
      return describing();
    }
    List<Block> size = new ArrayList<>(RelativePercentiles.of(study, detailed, names));
    size.addAll(ScoreBars.of(study, names));
    add("size", "How large is it?", size);
    Optional<Scaling.Gap> gap =
        detailed.stream()
            .findFirst()
            .map(duel -> new Scaling.Gap(duel.baseline(), duel.candidate()));
    add("scaling", "How does it grow?", Scaling.of(study, names, gap));
    add("plans", "How was it answered?", Plans.of(study, names));
    return describing();
  }

  private List<Section> describing() {
    add("latency", "Latencies of single operations", Latency.of(study, names));
    add("timeline", "Over the run", Timeline.of(study, names));
    add("metrics", "Measured beside the time", Secondary.of(study, names));
    add("observations", "Every observation", ObservationStrips.of(study, names));
    add("scores", "All scores", ScoreTable.of(study, names, perOperation));
    return sections;
  }

  private void add(String id, String title, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      String group = names.prefix().isEmpty() ? "" : study.name();
      sections.add(new Section(names.file(id), group, title, blocks));
    }
  }
}
