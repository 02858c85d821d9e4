package org.docduel.capture;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What was captured and what was left out, for a screen and for {@code refused.txt}. */
record CaptureReport(
    StatementTable table, double minutes, QueryChoice selection, List<String> notes) {
  private static final Set<String> WITH_TEXT =
      Set.of(
          "SELECT",
          "WITH",
          "VALUES",
          "TABLE",
          "INSERT",
          "UPDATE",
          "DELETE",
          "MERGE",
          "FIND",
          "AGGREGATE",
          "COUNT",
          "DISTINCT",
          "GETMORE",
          "FINDANDMODIFY",
          "BULKWRITE");

  private static final String ROW = "%-9s  %11s  %8s  %7s  %s%n";
  private static final int MAX_TEXT = 120;

  private String calls(StatementTable.Entry entry) {
    return String.format(Locale.ROOT, "%,.1f", entry.calls() / minutes);
  }

  private String ofCalls(double calls) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * calls / Math.max(1, table.calls()));
  }

  private String ofTime(double millis) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * millis / Math.max(1e-9, table.millis()));
  }

  /** The shares of the source's {@code calls} and {@code time} that the queries have. */
  Map<String, Double> captured() {
    double calls = 0;
    double millis = 0;
    for (Selection.Query query : selection.queries()) {
      calls += query.entry().calls();
      millis += query.entry().millis();
    }
    return Map.of(
        "calls",
        calls / Math.max(1, table.calls()),
        "time",
        millis / Math.max(1e-9, table.millis()));
  }

  void print(PrintWriter out) {
    out.printf(ROW, "statement", "calls/min", "of calls", "of time", "values");
    for (Selection.Query query : selection.queries()) {
      StatementTable.Entry entry = query.entry();
      out.printf(
          ROW,
          query.name(),
          calls(entry),
          ofCalls(entry.calls()),
          ofTime(entry.millis()),
          values(query));
    }
    out.printf(
        Locale.ROOT,
        "left out: %d statements, %.1f %% of calls, %.1f %% of time: refused.txt%n",
        selection.rejections().size(),
        100 * (1 - captured().getOrDefault("calls", 1.0)),
        100 * (1 - captured().getOrDefault("time", 1.0)));
    selection.queries().stream()
        .filter(query -> !query.note().isEmpty())
        .forEach(query -> out.println(query.name() + ": " + query.note()));
    notes.forEach(note -> out.println("left out: " + line(note)));
  }

  private static String values(Selection.Query query) {
    TupleCounts tuples = query.entry().form().tuples();
    if (query.types().isEmpty()) {
      return "none";
    }
    long hottest = query.tuples().values().iterator().next();
    return String.format(
        Locale.ROOT,
        "%s%,d distinct, hottest %.0f %%",
        tuples.isDistinctExact() ? "" : "over ",
        tuples.distinct(),
        100.0 * hottest / Math.max(1, tuples.calls()));
  }

  /** A statement that is no query has its first word alone: the rest may be a password. */
  List<String> rejected() {
    List<String> lines = new ArrayList<>();
    lines.add("calls/min  of calls  of time  reason: statement");
    for (Selection.Rejection rejection : selection.rejections()) {
      NormalStatement statement = rejection.entry().statement();
      boolean hasText = WITH_TEXT.contains(statement.command());
      lines.add(
          "%s  %s  %s  %s: %s"
              .formatted(
                  calls(rejection.entry()),
                  ofCalls(rejection.entry().calls()),
                  ofTime(rejection.entry().millis()),
                  rejection.reason(),
                  hasText ? line(statement.text()) : statement.command()));
    }
    if (table.droppedCalls() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%,.1f  %s  %s  unreadable, several in one, too long, or too many different ones",
              table.droppedCalls() / minutes,
              ofCalls((double) table.droppedCalls()),
              ofTime(table.droppedMillis())));
    }
    notes.forEach(note -> lines.add(line(note)));
    return lines;
  }

  private static String line(String text) {
    String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + "...";
  }
}
