package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.Comparison;
import org.docduel.stats.report.model.BreakEven;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.SizeLadder;
import org.docduel.stats.report.model.SpeedUp;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.value.Display;

/** From which size on one subject is faster than another, for every pair. */
final class BreakEvens {
  private static final int MOST_ROWS = 120;

  private final Study study;
  private final List<String> subjects;
  private final SizeLadder ladder;

  private BreakEvens(StudyContext context, SizeLadder ladder) {
    this.study = context.study();
    this.subjects = study.compare().isEmpty() ? List.of() : context.compared();
    this.ladder = ladder;
  }

  /** A table; nothing where no two subjects meet at two sizes or more, with intervals. */
  static Optional<Block> of(StudyContext context, SizeLadder ladder) {
    List<Pair> pairs = new BreakEvens(context, ladder).pairs();
    if (pairs.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Block.TableBlock(
            new Columns<Pair>()
                .text("group", "group", Pair::group)
                .text("faster at last", "candidate", Pair::faster)
                .text("than", "baseline", Pair::slower)
                .cell("from " + ladder.parameter(), "from", true, BreakEvens::from)
                .number("lower", "lower", p -> finite(p.point().lower()), Display::significant)
                .number("upper", "upper", p -> finite(p.point().upper()), Display::significant)
                .number("ratio at last", "ratio_at_last", Pair::ratio, Display::times)
                .table(
                    context.file("break-even-" + FileName.of(ladder.parameter())),
                    ("Break-even by %s: the size from which on one stays faster, on a line between"
                            + " the sizes measured. The interval is where the 95 %% intervals of"
                            + " the ratios reach 1; a bound that is missing lies outside the sizes"
                            + " measured.%s")
                        .formatted(ladder.parameter(), context.conditions()),
                    pairs)
                .withoutEmptyColumns(),
            false));
  }

  private record Pair(String group, String faster, String slower, BreakEven point, double ratio) {}

  private static DataCell from(Pair pair) {
    double at = pair.point().at();
    return at == Double.NEGATIVE_INFINITY
        ? new DataCell("every size measured", String.valueOf(at), Emphasis.NONE)
        : DataCell.number(at, Display.significant(at));
  }

  private static double finite(double bound) {
    return Double.isFinite(bound) ? bound : Double.NaN;
  }

  private List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (Study.Group group : study.groupsWithout(ladder.parameter())) {
      for (int one = 0; one < subjects.size(); one++) {
        for (int other = one + 1; other < subjects.size() && pairs.size() < MOST_ROWS; other++) {
          pair(group, subjects.get(one), subjects.get(other)).ifPresent(pairs::add);
        }
      }
    }
    return pairs;
  }

  private Optional<Pair> pair(Study.Group group, String one, String other) {
    List<BreakEven.Rung> rungs = new ArrayList<>();
    for (SizeLadder.Step step : ladder.steps()) {
      Optional<Score> baseline = score(group, one, step);
      Optional<Score> candidate = score(group, other, step);
      if (baseline.isPresent() && candidate.isPresent()) {
        rungs.add(
            new BreakEven.Rung(
                step.size(),
                SpeedUp.of(
                    new Comparison(
                        group.label(),
                        baseline.get().observations(),
                        candidate.get().observations()))));
      }
    }
    if (rungs.size() < 2 || !rungs.stream().allMatch(rung -> rung.speedUp().bounded())) {
      return Optional.empty();
    }
    boolean asked = rungs.get(rungs.size() - 1).speedUp().ratio() >= 1;
    List<BreakEven.Rung> seen =
        asked
            ? rungs
            : rungs.stream()
                .map(rung -> new BreakEven.Rung(rung.size(), rung.speedUp().reversed()))
                .toList();
    return Optional.of(
        new Pair(
            group.label(),
            study.subjectName(asked ? other : one),
            study.subjectName(asked ? one : other),
            BreakEven.of(seen, ladder.logarithmic()),
            seen.get(seen.size() - 1).speedUp().ratio()));
  }

  private Optional<Score> score(Study.Group group, String subject, SizeLadder.Step step) {
    return group.scores().stream()
        .filter(score -> score.field(study.compare()).equals(subject))
        .filter(score -> score.field(ladder.parameter()).equals(step.value()))
        .findFirst();
  }
}
