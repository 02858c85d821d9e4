package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.docduel.stats.report.Charts.ForestRow;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.Superiority;

/** The superiority test: the forest plot of the pairs, and in the details each pair by shape. */
final class Pairs {
  private static final int MOST_ROWS = 15;
  private static final int MOST_DETAILED = 6;
  private static final int ENDS = 20;

  private final Ranking ranking;
  private final String prefix;

  Pairs(Ranking ranking, String prefix) {
    this.ranking = ranking;
    this.prefix = prefix;
  }

  /** Every pair in one figure; of one pair every shape. */
  List<Block> blocks() {
    if (ranking.pairs().size() == 1) {
      return List.of(byShape(ranking.pairs().get(0)));
    }
    List<PairResult> concluded =
        ranking.pairs().stream().filter(pair -> pair.conclusion().isPresent()).toList();
    if (concluded.isEmpty()) {
      return List.of();
    }
    List<PairResult> drawn = concluded.size() <= MOST_ROWS ? concluded : ofTheFirst();
    drawn = drawn.subList(0, Math.min(2 * ENDS, drawn.size()));
    Table table =
        Verdicts.verdict(
                new Columns<PairResult>()
                    .text("candidate", "candidate", PairResult::candidateName)
                    .text("baseline", "baseline", PairResult::baselineName)
                    .count("groups", "shapes", pair -> pair.report().rows().size()),
                pair -> pair.conclusion().orElseThrow())
            .table(prefix + "overall", "Every pair, over all shapes that both have", concluded);
    String left =
        drawn.size() < concluded.size()
            ? " Shown are %d of %d pairs; the table has all."
                .formatted(drawn.size(), concluded.size())
            : "";
    return List.of(
        new Html.Figure(
            prefix + "forest",
            "How much less time the first of each pair takes than the second. "
                + howToRead()
                + left,
            List.of(
                Charts.forest(
                    "Time reductions of pairs with their intervals",
                    delta(),
                    drawn.stream()
                        .map(pair -> row(pair.conclusion().orElseThrow(), pair.name(), false))
                        .toList())),
            table));
  }

  /** The table of all pairs, and the first subject's pairs shape by shape. */
  List<Block> details() {
    List<Block> blocks = new ArrayList<>();
    List<PairResult> detailed = ofTheFirst();
    if (ranking.shapes().size() > 1 && ranking.pairs().size() > 1) {
      detailed.stream().limit(MOST_DETAILED).forEach(pair -> blocks.add(byShape(pair)));
      if (detailed.size() > MOST_DETAILED) {
        blocks.add(
            new Html.Prose(
                "%s not shown shape by shape; choose pairs with --baseline and --candidate."
                    .formatted(
                        Numbers.count(detailed.size() - MOST_DETAILED, "pair is", "pairs are"))));
      }
    } else {
      detailed.forEach(pair -> blocks.add(new Html.Shown(verdicts(pair))));
    }
    List<String> untested =
        detailed.stream().flatMap(pair -> pair.untested().stream()).distinct().toList();
    if (!untested.isEmpty()) {
      blocks.add(new Html.Prose("Not tested: " + Verdicts.names(untested, ENDS) + "."));
    }
    return blocks;
  }

  private List<PairResult> ofTheFirst() {
    if (ranking.places().isEmpty()) {
      return ranking.pairs();
    }
    String first = ranking.places().get(0).subject();
    return ranking.places().stream()
        .flatMap(place -> ranking.pair(first, place.subject()).stream())
        .toList();
  }

  private double delta() {
    return ranking.pairs().get(0).report().test().hypothesis().delta();
  }

  private String howToRead() {
    return "The line is the interval that decides; the dashed line is Δ = %s."
        .formatted(Numbers.roundPercent(delta()));
  }

  private Block byShape(PairResult pair) {
    List<Superiority> rows = ends(pair);
    boolean cut = rows.size() < pair.rows().size();
    return new Html.Figure(
        prefix + "forest-" + Html.fileName(pair.candidate() + "-vs-" + pair.baseline()),
        "%s. %s%s"
            .formatted(
                pair.name(),
                howToRead(),
                cut
                    ? " Shown are the %d largest and the %d smallest reductions."
                        .formatted(ENDS, ENDS)
                    : ""),
        List.of(
            Charts.forest(
                pair.name(),
                delta(),
                rows.stream().map(row -> row(row, pair.label(row), pair.isOverall(row))).toList())),
        verdicts(pair));
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

  private static ForestRow row(Superiority row, String label, boolean overall) {
    Ink ink =
        switch (row.verdict()) {
          case SUPERIOR -> Ink.SUPERIOR;
          case INFERIOR -> Ink.INFERIOR;
          default -> Ink.UNDECIDED;
        };
    return new ForestRow(
        label,
        row.delta(),
        row.interval().lower(),
        row.interval().upper(),
        ink,
        row.verdict().label(),
        overall);
  }

  private Table verdicts(PairResult pair) {
    var quantity = ranking.quantity();
    return Verdicts.verdict(
            new Columns<Superiority>().text("group", "shape", pair::label), row -> row)
        .number(
            "baseline",
            pair.baselineName(),
            Superiority::baseline,
            value -> Numbers.of(value, quantity))
        .number(
            "candidate",
            pair.candidateName(),
            Superiority::candidate,
            value -> Numbers.of(value, quantity))
        .count("n_baseline", "n", Superiority::baselineCount)
        .count("n_candidate", "n", Superiority::candidateCount)
        .table(
            prefix + "superiority-" + Html.fileName(pair.candidate() + "-vs-" + pair.baseline()),
            "One-sided superiority test: does %s take at least %s less than %s? α = %s."
                .formatted(
                    pair.candidateName(),
                    Numbers.roundPercent(delta()),
                    pair.baselineName(),
                    Numbers.roundPercent(pair.report().test().hypothesis().alpha())),
            pair.rows(),
            pair::isOverall);
  }
}
