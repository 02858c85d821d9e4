package org.docduel.core.model.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Random payload bytes, eight at a time. As text every byte is one of 32 characters ({@code a} to
 * {@code z}, {@code 0} to {@code 5}), equally likely and independent: an entropy of 5 bits in each
 * byte of 8. Compressors that only look for repeats (pglz, LZ4, Snappy) find next to none; one with
 * an entropy coder (zlib, zstd) can come down to 5/8 of the size and no further, about what it
 * makes of base64. As binary all 8 bits are random.
 */
final class PayloadText {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EVERY_BYTE = 0x0101010101010101L;

  private PayloadText() {}

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
   * Eight characters from the low five bits of the eight bytes of a word: 0 to 25 become a to z, 26
   * to 31 become 0 to 5. No byte carries into the next: the largest sum is 133.
   */
  private static long letters(long word) {
    long values = word & (0x1F * EVERY_BYTE);
    long digits = ((values + (128 - 26) * EVERY_BYTE) >>> 7) & EVERY_BYTE;
    return values + 'a' * EVERY_BYTE - digits * ('a' + 26 - '0');
  }
}
