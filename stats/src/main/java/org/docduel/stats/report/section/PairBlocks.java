package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.Verdict;
import org.docduel.stats.report.chart.ForestPlot;
import org.docduel.stats.report.model.PairResult;
import org.docduel.stats.report.model.Ranking;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.Measure;

/** The superiority test: forest plots, the tables of verdicts. */
public final class PairBlocks {
  private static final int DRAWN = 6;
  private static final int ENDS = 20;

  private final Ranking ranking;
  private final StudyContext context;

  private PairBlocks(Ranking ranking, StudyContext context) {
    this.ranking = ranking;
    this.context = context;
  }

  /** The first subject against all others, then shape by shape. */
  public static List<Block> of(Ranking ranking, StudyContext context) {
    return new PairBlocks(ranking, context).blocks();
  }

  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    List<PairResult> detailed = detailed();
    if (detailed.size() > 1 && !ranking.places().isEmpty()) {
      opponents(detailed).ifPresent(blocks::add);
    }
    blocks.addAll(RankingTables.pairs(ranking, context.file("overall")));
    boolean shapes = ranking.shapes().size() > 1;
    if (shapes || detailed.size() == 1) {
      detailed.stream().limit(DRAWN).forEach(pair -> blocks.addAll(pair(pair)));
      if (detailed.size() > DRAWN) {
        blocks.add(
            new Block.Prose(
                "%s more not shown shape by shape; choose pairs with --baseline and --candidate."
                    .formatted(Display.count(detailed.size() - DRAWN, "pair is", "pairs are"))));
      }
    }
    return blocks;
  }

  /** The pairs of the first subject, or those that were asked for. */
  private List<PairResult> detailed() {
    if (ranking.places().isEmpty()) {
      return ranking.pairs();
    }
    String first = ranking.places().get(0).subject();
    return ranking.places().stream()
        .flatMap(place -> ranking.pair(first, place.subject()).stream())
        .toList();
  }

  private Optional<Block> opponents(List<PairResult> pairs) {
    List<PairResult> concluded =
        pairs.stream().filter(pair -> pair.conclusion().isPresent()).toList();
    if (concluded.isEmpty()) {
      return Optional.empty();
    }
    PairResult first = concluded.get(0);
    List<ForestPlot.ForestRow> rows = new ArrayList<>();
    for (PairResult pair : concluded) {
      rows.add(row(pair.conclusion().orElseThrow(), "vs " + pair.baselineName(), false));
    }
    String name = first.candidateName();
    Columns<PairResult> columns =
        new Columns<PairResult>().text("baseline", "baseline", PairResult::baselineName);
    VerdictColumns.add(columns, pair -> pair.conclusion().orElseThrow());
    return Optional.of(
        context
            .figures()
            .draw(
                context.file("forest"),
                name + " against every other subject, over all shapes. " + howToRead(first),
                new ForestPlot(
                    name + " against all others",
                    "the others",
                    name,
                    first.report().test().hypothesis().delta(),
                    rows),
                columns.table(
                    context.file("opponents"), name + " against every other subject", concluded)));
  }

  private static String howToRead(PairResult pair) {
    return "Time reduction δ with the interval that decides. The dashed line is Δ\u00a0=\u00a0%s."
        .formatted(Display.roundPercent(pair.report().test().hypothesis().delta()));
  }

  private List<Block> pair(PairResult pair) {
    String name = FileName.of(pair.candidate() + "-vs-" + pair.baseline());
    List<Superiority> rows = ends(pair);
    List<ForestPlot.ForestRow> drawn = new ArrayList<>();
    rows.forEach(row -> drawn.add(row(row, pair.label(row), pair.isOverall(row))));
    int left = pair.rows().size() - rows.size();
    DataTable table = verdicts(pair, name);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        context
            .figures()
            .draw(
                context.file("forest-" + name),
                "%s. %s%s%s"
                    .formatted(
                        pair.name(),
                        howToRead(pair),
                        left > 0
                            ? " Shown are the %d largest and the %d smallest reductions."
                                .formatted(ENDS, ENDS)
                            : "",
                        context.conditions()),
                new ForestPlot(
                    pair.name(),
                    pair.baselineName(),
                    pair.candidateName(),
                    pair.report().test().hypothesis().delta(),
                    drawn),
                table));
    if (!pair.untested().isEmpty()) {
      int shown = Math.min(ENDS, pair.untested().size());
      blocks.add(
          new Block.Prose(
              "Not tested: %s%s."
                  .formatted(
                      String.join("; ", pair.untested().subList(0, shown)),
                      shown < pair.untested().size()
                          ? " and %d more".formatted(pair.untested().size() - shown)
                          : "")));
    }
    return blocks;
  }

  private static List<Superiority> ends(PairResult pair) {
    List<Superiority> groups = pair.report().rows();
    if (groups.size() <= 2 * ENDS) {
      return pair.rows();
    }
    List<Superiority> sorted =
        groups.stream().sorted(Comparator.comparingDouble(Superiority::delta).reversed()).toList();
    List<Superiority> ends = new ArrayList<>(sorted.subList(0, ENDS));
    ends.addAll(sorted.subList(sorted.size() - ENDS, sorted.size()));
    pair.report().overall().forEach(overall -> ends.add(overall.row()));
    return ends;
  }

  private static ForestPlot.ForestRow row(Superiority row, String label, boolean overall) {
    return new ForestPlot.ForestRow(
        label,
        row.delta(),
        row.interval().lower(),
        row.interval().upper(),
        outcome(row.verdict()),
        row.verdict().label(),
        overall);
  }

  private static ForestPlot.Outcome outcome(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> ForestPlot.Outcome.SUPERIOR;
      case INFERIOR -> ForestPlot.Outcome.INFERIOR;
      default -> ForestPlot.Outcome.UNDECIDED;
    };
  }

  private String groupHeading() {
    List<String> by = ranking.study().by();
    return by.isEmpty() || ranking.studies().size() > 1 ? "group" : String.join(", ", by);
  }

  private DataTable verdicts(PairResult pair, String name) {
    Columns<Superiority> columns =
        new Columns<Superiority>().text(groupHeading(), "group", pair::label);
    VerdictColumns.add(columns, row -> row);
    Measure measure = context.measure();
    columns
        .number(
            measure.heading(pair.baselineName()),
            "baseline",
            Superiority::baseline,
            measure::number)
        .number(
            measure.heading(pair.candidateName()),
            "candidate",
            Superiority::candidate,
            measure::number)
        .count("n", "n_baseline", Superiority::baselineCount)
        .count("n", "n_candidate", Superiority::candidateCount);
    return columns.table(
        context.file("superiority-" + name),
        "One-sided superiority test: does %s take at least %s less than %s? α\u00a0=\u00a0%s."
            .formatted(
                pair.candidateName(),
                Display.roundPercent(pair.report().test().hypothesis().delta()),
                pair.baselineName(),
                Display.roundPercent(pair.report().test().hypothesis().alpha())),
        pair.rows(),
        pair::isOverall);
  }
}
