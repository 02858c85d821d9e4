package org.docduel.core.suite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.model.Value;

/**
 * What a store answered, in canonical form. The digest covers all rows, in an encoding that no
 * other rows have; the first {@value #MAX_RETAINED_ROWS} are kept, or fewer long ones, to show a
 * difference and to compare binary fractions with their tolerance. Longer answers agree only when
 * they are equal digit by digit.
 *
 * @param digest 32 hexadecimal digits that depend on all rows, and on their order where it counts
 */
public record Answer(boolean ordered, long rows, String digest, List<CanonicalRow> retainedRows) {
  private static final int SHOWN_ROWS = 3;
  private static final int SHOWN_CHARACTERS = 300;

  /** How many rows are kept. */
  public static final int MAX_RETAINED_ROWS = 20_000;

  /** What of rows is kept, so that a suite's answers fit into memory. */
  private static final int MAX_RETAINED_CHARACTERS = 20_000_000;

  /** As many characters a number takes beside its sign. */
  private static final long NUMBER_CHARACTERS = 10;

  /** The first rows for a person to check, three at most, each cut where it is long. */
  public List<String> firstRows() {
    return retainedRows.stream()
        .limit(SHOWN_ROWS)
        .map(CanonicalRow::text)
        .map(Answer::cut)
        .toList();
  }

  private static String cut(String row) {
    if (row.length() <= SHOWN_CHARACTERS) {
      return row;
    }
    boolean inside = Character.isHighSurrogate(row.charAt(SHOWN_CHARACTERS - 1));
    return row.substring(0, inside ? SHOWN_CHARACTERS - 1 : SHOWN_CHARACTERS) + "...";
  }

  /** The first difference from another answer to the same question; empty when they are equal. */
  public Optional<Difference> difference(Answer other) {
    if (rows == other.rows && digest.equals(other.digest)) {
      return Optional.empty();
    }
    List<CanonicalRow> remaining = new ArrayList<>(retainedRows);
    List<CanonicalRow> otherRemaining = new ArrayList<>(other.retainedRows);
    boolean allRetained = rows == remaining.size() && other.rows == otherRemaining.size();
    if (ordered) {
      removeEqualRows(remaining, otherRemaining);
    } else if (allRetained) {
      removeEqualRowsInAnyOrder(remaining, otherRemaining);
    }
    if ((remaining.isEmpty() && otherRemaining.isEmpty()) || !(ordered || allRetained)) {
      return allRetained
          ? Optional.empty()
          : Optional.of(new Difference(retainedRows.size() + 1L, unknown(), other.unknown()));
    }
    long row = retainedRows.size() - remaining.size() + 1L;
    return Optional.of(new Difference(row, first(remaining), other.first(otherRemaining)));
  }

  /** A row that was not kept. */
  private String unknown() {
    return "one of " + rows + " rows, digest " + digest;
  }

  private String first(List<CanonicalRow> remaining) {
    return remaining.isEmpty() ? "no row (" + rows + " in all)" : remaining.get(0).text();
  }

  private static void removeEqualRows(List<CanonicalRow> first, List<CanonicalRow> second) {
    int equal = 0;
    while (equal < Math.min(first.size(), second.size())
        && first.get(equal).agreesWith(second.get(equal))) {
      equal++;
    }
    first.subList(0, equal).clear();
    second.subList(0, equal).clear();
  }

  /** Removes rows that agree, each with one of the other side, and sorts the others. */
  private static void removeEqualRowsInAnyOrder(
      List<CanonicalRow> first, List<CanonicalRow> second) {
    first.sort(Comparator.comparing(CanonicalRow::text));
    second.sort(Comparator.comparing(CanonicalRow::text));
    Map<String, List<CanonicalRow>> others = new LinkedHashMap<>();
    second.forEach(
        row -> others.computeIfAbsent(row.form(), ignored -> new ArrayList<>()).add(row));
    first.removeIf(row -> {
      List<CanonicalRow> candidates = others.getOrDefault(row.form(), List.of());
      Optional<CanonicalRow> equal = candidates.stream().filter(row::agreesWith).findFirst();
      equal.ifPresent(candidates::remove);
      return equal.isPresent();
    });
    second.clear();
    others.values().forEach(second::addAll);
  }

  /**
   * Rows that differ.
   *
   * @param row the place, from 1; of sorted rows where the question orders nothing
   */
  public record Difference(long row, String first, String second) {}

  /** Takes the rows of an answer as they come. */
  public static final class Rows {
    private final boolean ordered;
    private final boolean absentIsNull;
    private final List<CanonicalRow> retained = new ArrayList<>();
    private final MessageDigest sha;
    private long characters;
    private long count;
    private long first;
    private long second;

    /**
     * No row yet.
     *
     * @param ordered whether the order of the rows is part of the answer
     * @param absentIsNull whether a field that is absent is the same as one that is null
     */
    public Rows(boolean ordered, boolean absentIsNull) {
      this.ordered = ordered;
      this.absentIsNull = absentIsNull;
      try {
        sha = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    /**
     * Takes the next row.
     *
     * @throws IllegalArgumentException when a text has half of a surrogate pair
     */
    public void add(List<String> names, List<Value> values) {
      CanonicalRow row = CanonicalRow.of(names, values, absentIsNull);
      if (retained.size() < MAX_RETAINED_ROWS && characters < MAX_RETAINED_CHARACTERS) {
        retained.add(row);
        characters += row.form().length() + NUMBER_CHARACTERS * row.numbers().size();
      }
      count++;
      if (ordered) {
        sha.update(ByteBuffer.allocate(16).putLong(first).putLong(second).flip());
      }
      ByteBuffer hash = ByteBuffer.wrap(sha.digest(row.text().getBytes(StandardCharsets.UTF_8)));
      first = ordered ? hash.getLong() : first + hash.getLong();
      second = ordered ? hash.getLong() : second + hash.getLong();
    }

    public long count() {
      return count;
    }

    public Answer answer() {
      return new Answer(
          ordered, count, String.format("%016x%016x", first, second), List.copyOf(retained));
    }
  }
}
