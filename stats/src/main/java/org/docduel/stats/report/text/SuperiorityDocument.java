package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.stats.Quantity;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.Verdict;

/** Lays out a superiority report: a row per group, then the overall rows. */
public final class SuperiorityDocument {
  private static final List<Column> DATA = VerdictCells.columns(Column.words("group", "group"));

  private SuperiorityDocument() {}

  /**
   * Lays out a report.
   *
   * @param report the report
   * @param baseline what the baseline is, for example {@code store=a}
   * @param candidate what the candidate is
   * @param by the name of the groups, for example {@code scenario}
   * @param unpaired groups that only one side has
   */
  public static Document of(
      SuperiorityReport report,
      String baseline,
      String candidate,
      String by,
      List<String> unpaired) {
    List<Superiority> rows = rows(report);
    List<Table> tables = new ArrayList<>();
    tables.add(main(rows, report.quantity(), by));
    List<Superiority> checked =
        rows.stream()
            .filter(row -> !row.checks().isEmpty() && row.verdict() != Verdict.TOO_FEW)
            .toList();
    if (!checked.isEmpty()) {
      tables.add(checks(checked, by));
    }
    List<String> notes = new ArrayList<>(notes(report));
    unpaired.forEach(group -> notes.add("Not compared: " + group + "."));
    return new Document(
        "superiority",
        lead(report, rows.get(0).primary(), baseline, candidate),
        tables,
        notes,
        List.of(data(rows)),
        List.of(checkData(rows)),
        settings(report, baseline, candidate),
        report.findings());
  }

  private static List<Superiority> rows(SuperiorityReport report) {
    List<Superiority> rows = new ArrayList<>(report.rows());
    report.overall().forEach(overall -> rows.add(overall.row()));
    return rows;
  }

  private static List<String> lead(
      SuperiorityReport report, Estimate primary, String baseline, String candidate) {
    var test = report.test();
    String subject = report.quantity().time() ? "time per operation" : report.quantity().unit();
    List<String> lead =
        new ArrayList<>(
            List.of(
                String.format(
                    Locale.ROOT,
                    "Superiority of %s over %s by at least %s (one-sided, alpha %s)",
                    candidate,
                    baseline,
                    Numbers.roundPercent(test.hypothesis().delta()),
                    test.hypothesis().alpha()),
                String.format(
                    Locale.ROOT,
                    "%s of %s; method %s, unit %s; %,d resamples, seed %d",
                    test.approach().statistic().label(),
                    subject,
                    primary.method().label(),
                    primary.unit(),
                    test.resampling().resamples(),
                    test.resampling().seed())));
    test.approach().looks().ifPresent(looks -> lead.add(looks.toString()));
    return lead;
  }

  private static Table main(List<Superiority> rows, Quantity quantity, String by) {
    return new Table(
        "rows",
        "",
        VerdictCells.peopleColumns(Column.words("group", by)),
        rows.stream()
            .map(row -> VerdictCells.people(row, quantity, Cell.of(row.group())))
            .toList());
  }

  private static Table checks(List<Superiority> rows, String by) {
    List<List<Cell>> cells = new ArrayList<>();
    for (Superiority row : rows) {
      for (Estimate check : row.checks()) {
        cells.add(
            List.of(
                Cell.of(row.group()),
                Cell.of(check.method().label()),
                Cell.of(check.unit()),
                Cell.of(Numbers.reduction(check.delta())),
                Cell.of(Numbers.reductions(check.interval().lower(), check.interval().upper())),
                Cell.of(Numbers.p(check.p()))));
      }
    }
    List<Column> columns =
        List.of(
            Column.words("group", by),
            Column.words("method", "method"),
            Column.words("unit", "unit"),
            Column.numbers("delta", "reduction"),
            Column.numbers("interval", "interval"),
            Column.numbers("p", "p"));
    return new Table("checks", "Other methods, as a check", columns, cells);
  }

  private static Table data(List<Superiority> rows) {
    List<List<Cell>> cells = new ArrayList<>();
    for (Superiority row : rows) {
      cells.add(VerdictCells.row(row, Cell.of(row.group())));
    }
    return new Table("rows", "", DATA, cells);
  }

  private static Table checkData(List<Superiority> rows) {
    List<List<Cell>> cells = new ArrayList<>();
    for (Superiority row : rows) {
      for (Estimate check : row.checks()) {
        cells.add(
            List.of(
                Cell.of(row.group()),
                Cell.of(check.method().label()),
                Cell.of(check.unit()),
                Cell.of("", check.delta()),
                Cell.of("", check.interval().lower()),
                Cell.of("", check.interval().upper()),
                Cell.of("", check.p())));
      }
    }
    List<Column> columns =
        List.of(
            Column.words("group", "group"),
            Column.words("method", "method"),
            Column.words("unit", "unit"),
            Column.numbers("delta", "delta"),
            Column.numbers("lower", "lower"),
            Column.numbers("upper", "upper"),
            Column.numbers("p", "p"));
    return new Table("checks", "", columns, cells);
  }

  private static List<String> notes(SuperiorityReport report) {
    double delta = report.test().hypothesis().delta();
    List<String> notes = new ArrayList<>();
    if (report.rows().size() == 1) {
      notes.add(
          "Verdict: "
              + sentenceWithLook(report.rows().get(0), "the candidate", "the baseline", delta)
              + ".");
    } else {
      List<String> parts = new ArrayList<>();
      for (Verdict verdict : Verdict.values()) {
        if (report.count(verdict) > 0) {
          parts.add(verdict.label() + " in " + report.count(verdict));
        }
      }
      notes.add(
          "Verdict: of " + report.rows().size() + " groups, " + String.join(", ", parts) + ".");
    }
    report
        .overall()
        .forEach(overall ->
            notes.add(
                overall.row().group()
                    + ": "
                    + sentenceWithLook(overall.row(), "the candidate", "the baseline", delta)
                    + "."));
    return notes;
  }

  /** What a verdict says, as a sentence without its full stop. */
  static String sentence(Superiority row, String candidate, String baseline, double delta) {
    String size = Numbers.roundPercent(delta);
    return switch (row.verdict()) {
      case SUPERIOR -> candidate + " is shown to be better than " + baseline + by(delta, size);
      case INFERIOR -> baseline + " is shown to be better than " + candidate + by(delta, size);
      case NOT_SHOWN ->
          candidate
              + " is not better than "
              + baseline
              + " by "
              + size
              + ": the interval lies below";
      case INCONCLUSIVE ->
          candidate
              + " against "
              + baseline
              + " is undecided: the interval contains "
              + size
              + more(row.moreForks());
      case TOO_FEW ->
          "an observation, no verdict: "
              + candidate
              + " took "
              + Numbers.factor(row.primary().timeRatio()).substring(1)
              + " of the time of "
              + baseline
              + "; 3 forks or more make it a verdict (-f 3)";
      case NO_DIRECTION ->
          "no verdict on "
              + candidate
              + " against "
              + baseline
              + ": say which way this metric is better (--lower-is-better, --higher-is-better)";
    };
  }

  private static String more(int forks) {
    return forks == 0
        ? ""
        : "; about " + forks + (forks == 1 ? " more fork" : " more forks") + " would decide it";
  }

  /** What a verdict says, and at which look of a sequential run. */
  static String sentenceWithLook(Superiority row, String candidate, String baseline, double delta) {
    String look =
        row.look()
            .filter(at -> at.forks() > 0)
            .map(at -> " (looked at with " + at.forks() + " forks)")
            .orElse("");
    return sentence(row, candidate, baseline, delta) + look;
  }

  private static String by(double delta, String size) {
    return delta > 0 ? " by at least " + size : "";
  }

  private static Map<String, Object> settings(
      SuperiorityReport report, String baseline, String candidate) {
    Map<String, Object> settings = new LinkedHashMap<>();
    var test = report.test();
    settings.put("baseline", baseline);
    settings.put("candidate", candidate);
    settings.put("quantity", report.quantity().unit());
    settings.put("statistic", test.approach().statistic().label());
    settings.put("method", report.rows().get(0).primary().method().label());
    settings.put("unit", report.rows().get(0).primary().unit());
    settings.put("paired", test.approach().paired());
    settings.put("delta", test.hypothesis().delta());
    settings.put("alpha", test.hypothesis().alpha());
    settings.put("resamples", test.resampling().resamples());
    settings.put("seed", test.resampling().seed());
    return settings;
  }
}
