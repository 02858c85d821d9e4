package org.docduel.read;

import java.io.Serializable;
import java.util.Optional;

/**
 * A digest of a multiset of numbers, whatever their order: how many there are, and two sums of 64
 * bits of two unrelated hashes.
 */
public final class IdDigest {
  // Two odd constants: 2^64 over the golden ratio and over the square root of two.
  private static final long FIRST = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xB504F333F9DE6485L;

  private long count;
  private long first;
  private long second;

  /** What a query gives, without the rows: 32 hexadecimal digits that depend on which they are. */
  public record Answer(long rows, String digest) implements Serializable {
    public Optional<String> fault(Answer received) {
      if (received.rows != rows) {
        return Optional.of("expected " + rows + " rows, received " + received.rows);
      }
      return received.equals(this)
          ? Optional.empty()
          : Optional.of("the " + rows + " rows are not those that were expected");
    }
  }

  public void add(long number) {
    count++;
    first += mixed(number * FIRST + 1);
    second += mixed(number * SECOND + 3);
  }

  /** The finaliser of SplitMix64 (doi:10.1145/2660193.2660195). */
  private static long mixed(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  public Answer answer() {
    return new Answer(count, String.format("%016x%016x", first, second));
  }
}
