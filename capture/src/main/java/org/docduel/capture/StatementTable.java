package org.docduel.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.docduel.core.spi.suite.SqlReader;
import org.jspecify.annotations.Nullable;

/** What was called, how often, for how long and with which values, by normalised text. */
final class StatementTable {
  /** Texts beyond that are counted together: something is part of the text that should be none. */
  private static final int MAX_STATEMENTS = 5_000;

  /** Lists of other lengths, of one statement, that are told apart. */
  private static final int MAX_FORMS = 20;

  private static final int MAX_TEXT = 1024 * 1024;
  private static final int MAX_VALUE = 64 * 1024;

  private final Function<String, NormalStatement> normalizer;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private double droppedMillis;
  private long droppedCalls;

  /** A statement. */
  static final class Entry {
    private final NormalStatement first;
    private final Map<Integer, Form> forms = new HashMap<>();
    private double calls;
    private double millis;
    private long unusable;

    Entry(NormalStatement first) {
      this.first = first;
    }

    /** All calls, in those of the source. */
    double calls() {
      return calls;
    }

    double millis() {
      return millis;
    }

    /** Calls whose values were too long, or not whole. */
    long unusable() {
      return unusable;
    }

    NormalStatement statement() {
      return first;
    }

    /** The form with the most calls, of those with lists of different lengths. */
    Form form() {
      return forms.values().stream()
          .max((a, b) -> Long.compare(a.tuples.calls(), b.tuples.calls()))
          .orElseGet(() -> new Form(first, ""));
    }
  }

  /**
   * A statement with lists of one length.
   *
   * @param example one call's text, as it was sent
   */
  record Form(NormalStatement statement, String example, TupleCounts tuples) {
    Form(NormalStatement statement, String example) {
      this(statement, example, new TupleCounts());
    }
  }

  StatementTable(SqlReader reader, Set<String> schemas) {
    this(new StatementCache(reader, schemas)::read);
  }

  /**
   * A table of other texts than SQL.
   *
   * @param normalizer throws an IllegalArgumentException for what it cannot read
   */
  StatementTable(Function<String, NormalStatement> normalizer) {
    this.normalizer = normalizer;
  }

  /** Adds what a log has of a statement. */
  void add(LoggedStatement logged) {
    LoggedMessage message = logged.message();
    String sql = message.statement();
    if (sql.length() > MAX_TEXT) {
      drop(message.isCall() ? 1 : 0, message.millis());
      return;
    }
    NormalStatement statement;
    try {
      statement = normalizer.apply(sql);
    } catch (IllegalArgumentException e) {
      drop(message.isCall() ? 1 : 0, message.millis());
      throw e;
    }
    Entry entry = entry(statement);
    if (entry == null) {
      drop(message.isCall() ? 1 : 0, message.millis());
      return;
    }
    entry.millis += message.millis();
    if (!message.isCall()) {
      return;
    }
    entry.calls++;
    Form form = entry.forms.get(statement.values().size());
    if (form == null && entry.forms.size() < MAX_FORMS) {
      form = new Form(statement, sql);
      entry.forms.put(statement.values().size(), form);
    }
    List<@Nullable String> tuple;
    try {
      tuple = statement.tuple(logged.parameters());
    } catch (IllegalArgumentException e) {
      entry.unusable++;
      return;
    }
    if (form == null || tuple.stream().anyMatch(value -> !isUsable(value))) {
      entry.unusable++;
    } else {
      form.tuples().add(tuple);
    }
  }

  /** Adds what statistics have of a statement: a text without values. */
  void add(String sql, double calls, double millis) {
    try {
      Entry entry = entry(normalizer.apply(sql));
      if (entry != null) {
        entry.calls += calls;
        entry.millis += millis;
        return;
      }
    } catch (IllegalArgumentException e) {
      // several statements
    }
    drop(Math.round(calls), millis);
  }

  /** Not too long, and whole: U+FFFD stands for bytes that were no character. */
  private static boolean isUsable(@Nullable String value) {
    return value == null
        || (value.length() <= MAX_VALUE && value.indexOf('\uFFFD') < 0 && value.indexOf('\0') < 0);
  }

  private @Nullable Entry entry(NormalStatement statement) {
    Entry entry = entries.get(statement.key());
    if (entry == null && entries.size() < MAX_STATEMENTS) {
      entry = new Entry(statement);
      entries.put(statement.key(), entry);
    }
    return entry;
  }

  private void drop(long calls, double millis) {
    droppedCalls += calls;
    droppedMillis += millis;
  }

  /** The values of a log for the statements of these statistics; others of it are left out. */
  void takeValuesOf(StatementTable log) {
    log.entries.forEach((key, other) ->
        Optional.ofNullable(entries.get(key))
            .ifPresent(entry -> {
              entry.forms.putAll(other.forms);
              entry.unusable += other.unusable;
            }));
  }

  /** All statements that were called, the most frequent first. */
  List<Entry> ordered() {
    List<Entry> ordered = new ArrayList<>(entries.values());
    ordered.removeIf(entry -> entry.calls <= 0);
    ordered.sort((a, b) -> Double.compare(b.calls, a.calls));
    return ordered;
  }

  double calls() {
    return droppedCalls + entries.values().stream().mapToDouble(Entry::calls).sum();
  }

  double millis() {
    return droppedMillis + entries.values().stream().mapToDouble(Entry::millis).sum();
  }

  /** Calls that no statement has: too many texts, too long ones, several statements in one. */
  long droppedCalls() {
    return droppedCalls;
  }

  double droppedMillis() {
    return droppedMillis;
  }
}
