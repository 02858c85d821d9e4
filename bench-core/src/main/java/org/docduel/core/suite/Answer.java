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
 * other rows have; the first {@value #KEPT_ROWS} are kept, to show a difference and to compare
 * binary fractions with their tolerance. Longer answers agree only when they are equal digit by
 * digit.
 */
public final class Answer {
  private static final int SHOWN_ROWS = 3;
  private static final int SHOWN_CHARACTERS = 300;

  /** How many rows are kept. */
  public static final int KEPT_ROWS = 20_000;

  private final boolean ordered;
  private final long rows;
  private final String digest;
  private final List<CanonicalRow> kept;

  private Answer(boolean ordered, long rows, String digest, List<CanonicalRow> kept) {
    this.ordered = ordered;
    this.rows = rows;
    this.digest = digest;
    this.kept = kept;
  }

  /** How many rows it has. */
  public long rows() {
    return rows;
  }

  /** 32 hexadecimal digits that depend on all rows, and on their order where it counts. */
  public String digest() {
    return digest;
  }

  /** The first rows for a person to check, three at most, each cut where it is long. */
  public List<String> firstRows() {
    return kept.stream().limit(SHOWN_ROWS).map(CanonicalRow::text).map(Answer::cut).toList();
  }

  private static String cut(String row) {
    int end = Math.min(row.length(), SHOWN_CHARACTERS);
    int whole = end > 0 && Character.isHighSurrogate(row.charAt(end - 1)) ? end - 1 : end;
    return whole == row.length() ? row : row.substring(0, whole) + "...";
  }

  /** The first difference from another answer to the same question; empty when they are equal. */
  public Optional<Difference> difference(Answer other) {
    if (rows == other.rows && digest.equals(other.digest)) {
      return Optional.empty();
    }
    List<CanonicalRow> left = new ArrayList<>(kept);
    List<CanonicalRow> right = new ArrayList<>(other.kept);
    boolean allKept = rows == left.size() && other.rows == right.size();
    if (!ordered && !allKept) {
      return Optional.of(unknown(other));
    }
    int alike = ordered ? alike(left, right) : matched(left, right);
    int next = ordered ? alike : 0;
    if (next < left.size() || next < right.size()) {
      return Optional.of(
          new Difference(alike + 1L, at(left, next, rows), at(right, next, other.rows)));
    }
    return allKept ? Optional.empty() : Optional.of(unknown(other));
  }

  /** Rows that were not kept differ somewhere. */
  private Difference unknown(Answer other) {
    return new Difference(
        KEPT_ROWS + 1L,
        "one of " + rows + " rows, digest " + digest,
        "one of " + other.rows + " rows, digest " + other.digest);
  }

  private static String at(List<CanonicalRow> list, int place, long rows) {
    return place < list.size() ? list.get(place).text() : "no row (" + rows + " in all)";
  }

  /** How many rows agree from the first on. */
  private static int alike(List<CanonicalRow> left, List<CanonicalRow> right) {
    int alike = 0;
    while (alike < Math.min(left.size(), right.size())
        && left.get(alike).agreesWith(right.get(alike))) {
      alike++;
    }
    return alike;
  }

  /** Removes rows that agree, each with one of the other side, whatever their order. */
  private static int matched(List<CanonicalRow> left, List<CanonicalRow> right) {
    int before = left.size();
    left.sort(Comparator.comparing(CanonicalRow::text));
    right.sort(Comparator.comparing(CanonicalRow::text));
    Map<String, List<CanonicalRow>> others = new LinkedHashMap<>();
    right.forEach(row -> others.computeIfAbsent(row.form(), ignored -> new ArrayList<>()).add(row));
    left.removeIf(row -> {
      List<CanonicalRow> candidates = others.getOrDefault(row.form(), List.of());
      Optional<CanonicalRow> equal = candidates.stream().filter(row::agreesWith).findFirst();
      equal.ifPresent(candidates::remove);
      return equal.isPresent();
    });
    right.clear();
    others.values().forEach(right::addAll);
    return before - left.size();
  }

  /**
   * Rows that differ.
   *
   * @param row the place, from 1; of sorted rows where the question orders nothing
   */
  public record Difference(long row, String left, String right) {}

  /** Takes the rows of an answer as they come. */
  public static final class Rows {
    private final boolean ordered;
    private final boolean absentIsNull;
    private final List<CanonicalRow> kept = new ArrayList<>();
    private final MessageDigest sha = sha();
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
    }

    /**
     * Takes the next row.
     *
     * @throws IllegalArgumentException when a text has half of a surrogate pair
     */
    public void add(List<String> names, List<Value> values) {
      CanonicalRow row = CanonicalRow.of(names, values, absentIsNull);
      if (kept.size() < KEPT_ROWS) {
        kept.add(row);
      }
      count++;
      if (ordered) {
        sha.update(ByteBuffer.allocate(16).putLong(first).putLong(second).flip());
      }
      ByteBuffer hash = ByteBuffer.wrap(sha.digest(row.text().getBytes(StandardCharsets.UTF_8)));
      first = ordered ? hash.getLong() : first + hash.getLong();
      second = ordered ? hash.getLong() : second + hash.getLong();
    }

    /** How many were taken. */
    public long count() {
      return count;
    }

    /** What was taken. */
    public Answer answer() {
      return new Answer(
          ordered, count, String.format("%016x%016x", first, second), List.copyOf(kept));
    }

    private static MessageDigest sha() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }
}
