package org.docduel.core.model.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.StringValue;

/**
 * One document's payload, from which its texts or binaries are cut: random bytes, eight at a time.
 *
 * <p>As text every byte is one of 32 characters ({@code a} to {@code z}, {@code 0} to {@code 5}),
 * equally likely and independent: an entropy of 5 bits in each byte of 8. Compressors that only
 * look for repeats (pglz, LZ4, Snappy) find next to none; one with an entropy coder (zlib, zstd)
 * can come down to 5/8 of the size and no further, about what it makes of base64. As binary all 8
 * bits are random.
 */
@SuppressWarnings("ArrayRecordComponent") // lives for one document and is never compared
record Payload(byte[] bytes, boolean isText) {
  private static final StringValue EMPTY = new StringValue("");
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EVERY_BYTE = 0x0101010101010101L;

  /** With room for at least {@code length} bytes, up to a whole word. */
  static Payload of(CounterRandom random, int length, boolean isText) {
    byte[] bytes = new byte[(length + 7) & -8];
    for (int i = 0; i < bytes.length; i += Long.BYTES) {
      long bits = random.bits(i >>> 3);
      LONGS.set(bytes, i, isText ? letters(bits) : bits);
    }
    return new Payload(bytes, isText);
  }

  static Payload text(CounterRandom random, int length) {
    return of(random, length, true);
  }

  Value part(int from, int length) {
    return isText
        ? text(from, length)
        : new BinaryValue(Arrays.copyOfRange(bytes, from, from + length));
  }

  StringValue text(int from, int length) {
    return length == 0
        ? EMPTY
        : new StringValue(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
  }

  /**
   * Eight characters from the low five bits of the eight bytes of a word: 0 to 25 become a to z, 26
   * to 31 become 0 to 5. No byte carries into the next: the largest sum is 133.
   */
  private static long letters(long bits) {
    long values = bits & (0x1F * EVERY_BYTE);
    long digits = ((values + (128 - 26) * EVERY_BYTE) >>> 7) & EVERY_BYTE;
    return values + 'a' * EVERY_BYTE - digits * ('a' + 26 - '0');
  }

  /**
   * How a payload is split over parts: equal shares, and the remainder, one byte each, to the first
   * ones.
   */
  record Shares(int bytes, int parts) {
    int length(int part) {
      return bytes / parts + (part < bytes % parts ? 1 : 0);
    }

    int start(int part) {
      return part * (bytes / parts) + Math.min(part, bytes % parts);
    }
  }
}
