package org.docduel.stats.cli;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.history.ChangePoints;
import org.docduel.stats.history.ChangePoints.Change;
import org.docduel.stats.history.History;
import org.docduel.stats.report.HistoryFigure;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table.Columns;

/** What a history says: each series with its changes of level. */
record HistoryTables(History history, ChangePoints changes) {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

  /** A series, and one of its changes where there is one. */
  private record Row(History.Series series, Optional<Change> change) {
    double first() {
      return series.means()[0];
    }

    double last() {
      return series.means()[series.means().length - 1];
    }
  }

  static HistoryTables of(History history) {
    return new HistoryTables(history, ChangePoints.of(history));
  }

  Output output() {
    List<Row> rows = new ArrayList<>();
    for (History.Series series : history.series()) {
      List<Change> found =
          changes.changes().stream().filter(change -> change.series().equals(series)).toList();
      if (found.isEmpty()) {
        rows.add(new Row(series, Optional.empty()));
      }
      found.forEach(change -> rows.add(new Row(series, Optional.of(change))));
    }
    History.Run first = history.runs().get(0);
    History.Run last = history.runs().get(history.runs().size() - 1);
    return new Output("history")
        .lead(
            "%s from %s to %s; changes of level by %s"
                .formatted(
                    Numbers.count(history.runs().size(), "run", "runs"),
                    DATE.format(first.time()),
                    DATE.format(last.time()),
                    changes.method()))
        .table(
            new Columns<Row>()
                .text("label", "benchmark", row -> row.series().label())
                .count("runs", "runs", row -> row.series().means().length)
                .text("unit", "", row -> row.series().quantity().unit())
                .level("first", "first", Row::first, row -> row.series().quantity())
                .level("last", "last", Row::last, row -> row.series().quantity())
                .number(
                    "change",
                    "change",
                    row -> row.change().map(Change::relative).orElse(Double.NaN),
                    Numbers::percent)
                .text("run", "with run", row -> row.change().map(this::name).orElse(""))
                .text("time", "of", row -> row.change().map(this::date).orElse(""))
                .number("p", "p", row -> row.change().map(Change::p).orElse(Double.NaN), Numbers::p)
                .table("history", "", rows))
        .setting("method", changes.method())
        .notes("", changes.notes());
  }

  private String name(Change change) {
    return history.runs().get(change.run()).name();
  }

  private String date(Change change) {
    return DATE.format(history.runs().get(change.run()).time());
  }

  /** Writes the picture. */
  void draw(Path file) {
    ExportCommand.write(file, HistoryFigure.svg(history, changes.changes()));
  }
}
