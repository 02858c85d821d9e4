package org.docduel.core.suite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Value;

/**
 * What a store answered, in canonical form. The digest covers all rows; the first {@value
 * #KEPT_ROWS} are kept, to show a difference and to compare numbers with their tolerance.
 */
public final class Answer {
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

  /**
   * How many rows it has.
   *
   * @return 0 or more
   */
  public long rows() {
    return rows;
  }

  /**
   * 32 hexadecimal digits that depend on all rows, and on their order where it counts.
   *
   * @return the digest
   */
  public String digest() {
    return digest;
  }

  /**
   * The first difference from another answer to the same question.
   *
   * @param other what another store answered
   * @return the rows that differ, or empty when the answers are equal
   */
  public Optional<Difference> difference(Answer other) {
    if (rows == other.rows && digest.equals(other.digest)) {
      return Optional.empty();
    }
    List<CanonicalRow> left = comparable();
    List<CanonicalRow> right = other.comparable();
    int both = Math.min(left.size(), right.size());
    for (int i = 0; i < both; i++) {
      if (!left.get(i).agreesWith(right.get(i))) {
        return Optional.of(new Difference(i + 1L, left.get(i).shown(), right.get(i).shown()));
      }
    }
    if (rows != other.rows) {
      return Optional.of(new Difference(both + 1L, at(left, both), at(right, both)));
    }
    boolean allSeen = rows == left.size();
    return allSeen
        ? Optional.empty()
        : Optional.of(new Difference(both + 1L, "digest " + digest, "digest " + other.digest));
  }

  private String at(List<CanonicalRow> list, int place) {
    return place < list.size() ? list.get(place).shown() : "no row (" + rows(list) + " in all)";
  }

  private static String rows(List<CanonicalRow> list) {
    return list.size() == KEPT_ROWS ? KEPT_ROWS + " or more" : String.valueOf(list.size());
  }

  private List<CanonicalRow> comparable() {
    return ordered ? kept : kept.stream().sorted(Comparator.comparing(CanonicalRow::text)).toList();
  }

  /**
   * Rows that differ.
   *
   * @param row the place, from 1; of sorted rows where the question orders nothing
   * @param left the one answer's row
   * @param right the other answer's row
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
     * @param names the columns' names
     * @param values as many values
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

    /**
     * What was taken.
     *
     * @return the answer
     */
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
