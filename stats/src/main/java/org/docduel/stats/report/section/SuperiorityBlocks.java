package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.analysis.Estimate;
import org.docduel.stats.analysis.Method;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.SuperiorityReport.OverallRow;
import org.docduel.stats.report.chart.ForestPlot;
import org.docduel.stats.report.model.Duel;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Shown;

/** The superiority test: forest plot, the table of decisions, and what other methods say. */
public final class SuperiorityBlocks {

  private static final int LEADING = 3;

  private SuperiorityBlocks() {}

  /** The blocks of one duel. */
  public static List<Block> of(Duel duel, Names names) {
    String name = duel.candidate() + "-vs-" + duel.baseline();
    String threshold = Shown.roundPercent(duel.report().test().hypothesis().delta());
    List<ForestPlot.Row> rows = new ArrayList<>();
    for (Superiority row : allRows(duel)) {
      rows.add(
          new ForestPlot.Row(
              duel.label(row),
              row.delta(),
              row.interval().lower(),
              row.interval().upper(),
              Verdicts.outcome(row.verdict()),
              row.verdict().label(),
              isOverall(duel, row)));
    }
    String title = "%s against %s".formatted(duel.candidateName(), duel.baselineName());
    DataTable table = decisions(duel, names, name);
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Figure(
            names.file("forest-" + FileName.of(name)),
            title
                + ": time reduction δ with its %s interval. The dashed line is Δ\u00a0=\u00a0%s; an"
                    .formatted(
                        Shown.roundPercent(duel.report().test().hypothesis().confidence()),
                        threshold)
                + " interval wholly to its right shows a reduction of at least that much. The decision is"
                + " one-sided, so a superior row's interval may just reach across the line."
                + names.conditions(),
            new ForestPlot(
                title,
                duel.baselineName(),
                duel.candidateName(),
                duel.report().test().hypothesis().delta(),
                rows),
            table));
    blocks.add(new Block.TableBlock(table, false));
    methods(duel, names, name).ifPresent(blocks::add);
    if (!duel.untested().isEmpty()) {
      blocks.add(new Block.Prose("Not tested: " + String.join("; ", duel.untested()) + "."));
    }
    return blocks;
  }

  private static List<Superiority> allRows(Duel duel) {
    List<Superiority> rows = new ArrayList<>(duel.report().rows());
    duel.report().overall().stream().map(OverallRow::row).forEach(rows::add);
    return rows;
  }

  private static boolean isOverall(Duel duel, Superiority row) {
    return duel.report().overall().stream().anyMatch(overall -> overall.row().equals(row));
  }

  private static DataTable decisions(Duel duel, Names names, String name) {
    List<Column> columns =
        List.of(
            Column.text(groupHeading(duel), "group"),
            Column.number("δ, %", "delta"),
            Column.number("lower", "lower"),
            Column.number("upper", "upper"),
            Column.number("p", "p"),
            Column.number("p (Holm)", "p_holm"),
            Column.text("decision", "decision"),
            Column.number(names.measure().heading(duel.baselineName()), "baseline"),
            Column.number(names.measure().heading(duel.candidateName()), "candidate"),
            Column.number("time ratio", "time_ratio"),
            Column.number("throughput ratio", "throughput_ratio"),
            Column.number("n", "n_baseline"),
            Column.number("n", "n_candidate"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Superiority row : allRows(duel)) {
      rows.add(
          new DataTable.Row(
              List.of(
                  Cell.text(duel.label(row)),
                  percent(row.delta()),
                  percent(row.interval().lower()),
                  percent(row.interval().upper()),
                  Cell.number(row.p(), Shown.pValue(row.p())),
                  Cell.number(row.holmP(), Shown.pValue(row.holmP())),
                  Cell.text(row.verdict().label()).with(Verdicts.emphasis(row.verdict())),
                  level(row.baseline(), names),
                  level(row.candidate(), names),
                  ratio(row.primary().timeRatio()),
                  ratio(row.primary().throughputRatio()),
                  Cell.count(row.baselineCount(), Shown.count(row.baselineCount())),
                  Cell.count(row.candidateCount(), Shown.count(row.candidateCount()))),
              isOverall(duel, row)));
    }
    return new DataTable(
        names.file("superiority-" + FileName.of(name)),
        "One-sided superiority test: is %s at least %s faster than %s? α\u00a0=\u00a0%s; δ is the time reduction."
            .formatted(
                duel.candidateName(),
                Shown.roundPercent(duel.report().test().hypothesis().delta()),
                duel.baselineName(),
                Shown.roundPercent(duel.report().test().hypothesis().alpha())),
        columns,
        rows);
  }

  private static Optional<Block> methods(Duel duel, Names names, String name) {
    Set<Method> methods = new LinkedHashSet<>();
    for (Superiority row : allRows(duel)) {
      row.checks().stream().map(Estimate::method).forEach(methods::add);
    }
    if (methods.isEmpty()) {
      return Optional.empty();
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text(groupHeading(duel), "group"));
    columns.add(Column.text("method", "method"));
    columns.add(Column.text("unit", "unit"));
    columns.add(Column.number("lower", "lower"));
    columns.add(Column.number("upper", "upper"));
    columns.add(Column.number("p", "p"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Superiority row : allRows(duel)) {
      List<Estimate> estimates = new ArrayList<>();
      estimates.add(row.primary());
      estimates.addAll(row.checks());
      for (Estimate estimate : estimates) {
        rows.add(
            new DataTable.Row(
                List.of(
                    Cell.text(duel.label(row)),
                    Cell.text(estimate.method().label()),
                    Cell.text(estimate.unit()),
                    percent(estimate.interval().lower()),
                    percent(estimate.interval().upper()),
                    Cell.number(estimate.p(), Shown.pValue(estimate.p()))),
                estimate.equals(row.primary())));
      }
    }
    DataTable table =
        new DataTable(
            names.file("methods-" + FileName.of(name)),
            "What other methods say; the first of each group decides",
            columns,
            rows);
    return Optional.of(new Block.TableBlock(table, true));
  }

  private static String groupHeading(Duel duel) {
    return duel.study().by().isEmpty() ? "group" : String.join(", ", duel.study().by());
  }

  private static Cell level(double value, Names names) {
    return Double.isNaN(value) ? Cell.none() : Cell.number(value, names.measure().number(value));
  }

  private static Cell percent(double fraction) {
    return Cell.number(fraction, Shown.percentNumber(fraction));
  }

  private static Cell ratio(double value) {
    return Cell.number(value, Shown.significant(value));
  }

  /** The overall verdict of every duel in one table; nothing where the lead says it all. */
  public static List<Block> overview(List<Duel> duels, Names names) {
    if (duels.size() <= LEADING) {
      return List.of();
    }
    List<DataTable.Row> rows = new ArrayList<>();
    for (Duel duel : duels) {
      Optional<Superiority> conclusion = duel.conclusion();
      if (conclusion.isPresent()) {
        Superiority row = conclusion.get();
        rows.add(
            DataTable.Row.of(
                List.of(
                    Cell.text(duel.candidateName()),
                    Cell.text(duel.baselineName()),
                    Cell.count(
                        duel.report().rows().size(), Shown.count(duel.report().rows().size())),
                    percent(row.delta()),
                    percent(row.interval().lower()),
                    percent(row.interval().upper()),
                    ratio(row.primary().throughputRatio()),
                    Cell.number(row.p(), Shown.pValue(row.p())),
                    Cell.text(row.verdict().label()).with(Verdicts.emphasis(row.verdict())))));
      }
    }
    DataTable table =
        new DataTable(
            names.file("overall"),
            "Every pair, over all groups that both have. p is not adjusted for the number of pairs.",
            List.of(
                Column.text("candidate", "candidate"),
                Column.text("baseline", "baseline"),
                Column.number("groups", "groups"),
                Column.number("δ, %", "delta"),
                Column.number("lower", "lower"),
                Column.number("upper", "upper"),
                Column.number("throughput ratio", "throughput_ratio"),
                Column.number("p", "p"),
                Column.text("decision", "decision")),
            rows);
    return rows.isEmpty() ? List.of() : List.of(new Block.TableBlock(table, false));
  }
}
