package org.docduel.core.model.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/** One document's payload, from which its texts or binaries are cut. */
sealed interface Payload {
  /** A part of the payload as a value. */
  Value part(int from, int length);

  /** A payload of texts. */
  static Payload text(long key, int length) {
    return new Text(Bytes.characters(key, length));
  }

  /** A payload of bytes. */
  static Payload binary(long key, int length) {
    return new Binary(Bytes.bytes(key, length));
  }

  /** Cuts texts. */
  @SuppressWarnings("ArrayRecordComponent") // lives for one document and is never compared
  record Text(byte[] characters) implements Payload {
    private static final StringValue EMPTY = new StringValue("");

    @Override
    public Value part(int from, int length) {
      return length == 0 ? EMPTY : new StringValue(Bytes.text(characters, from, length));
    }
  }

  /** Cuts binaries. */
  @SuppressWarnings("ArrayRecordComponent") // lives for one document and is never compared
  record Binary(byte[] bytes) implements Payload {
    @Override
    public Value part(int from, int length) {
      return new BinaryValue(Arrays.copyOfRange(bytes, from, from + length));
    }
  }

  /**
   * How a payload is split over parts: equal shares, and the remainder, one byte each, to the first
   * ones.
   */
  record Shares(int bytes, int parts) {
    /** The length of a part. */
    int length(int part) {
      return bytes / parts + (part < bytes % parts ? 1 : 0);
    }

    /** Where a part begins. */
    int start(int part) {
      return part * (bytes / parts) + Math.min(part, bytes % parts);
    }
  }

  /**
   * Random payload bytes, eight at a time. As text every byte is one of 32 characters ({@code a} to
   * {@code z}, {@code 0} to {@code 5}), equally likely and independent: an entropy of 5 bits in
   * each byte of 8. Compressors that only look for repeats (pglz, LZ4, Snappy) find next to none;
   * one with an entropy coder (zlib, zstd) can come down to 5/8 of the size and no further, about
   * what it makes of base64. As binary all 8 bits are random.
   */
  final class Bytes {
    private static final VarHandle WORDS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EVERY_BYTE = 0x0101010101010101L;

    private Bytes() {}

    /** Bytes of the text alphabet; at least {@code length} of them, up to a whole word. */
    static byte[] characters(long key, int length) {
      byte[] bytes = new byte[(length + 7) & -8];
      for (int i = 0; i < bytes.length; i += Long.BYTES) {
        WORDS.set(bytes, i, letters(CounterRandom.word(key, i >>> 3)));
      }
      return bytes;
    }

    /** Bytes of any value; at least {@code length} of them, up to a whole word. */
    static byte[] bytes(long key, int length) {
      byte[] bytes = new byte[(length + 7) & -8];
      for (int i = 0; i < bytes.length; i += Long.BYTES) {
        WORDS.set(bytes, i, CounterRandom.word(key, i >>> 3));
      }
      return bytes;
    }

    /** A part of characters as a string. */
    static String text(byte[] characters, int from, int length) {
      return length == 0 ? "" : new String(characters, from, length, StandardCharsets.ISO_8859_1);
    }

    /**
     * Eight characters from the low five bits of the eight bytes of a word: 0 to 25 become a to z,
     * 26 to 31 become 0 to 5. No byte carries into the next: the largest sum is 133.
     */
    private static long letters(long word) {
      long values = word & (0x1F * EVERY_BYTE);
      long digits = ((values + (128 - 26) * EVERY_BYTE) >>> 7) & EVERY_BYTE;
      return values + 'a' * EVERY_BYTE - digits * ('a' + 26 - '0');
    }
  }
}
