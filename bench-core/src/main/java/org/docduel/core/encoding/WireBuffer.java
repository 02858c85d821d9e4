package org.docduel.core.encoding;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that are being put together, in network byte order, in an array that grows and is used
 * again. For one thread.
 */
public final class WireBuffer extends OutputStream {
  private static final int INITIAL_BYTES = 16_384;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int size;

  /** Forgets the content and keeps the array. */
  public void clear() {
    truncate(0);
  }

  /** Forgets what was written after the first bytes. */
  void truncate(int first) {
    size = first;
  }

  /** How much was written since the last {@link #clear}. */
  public int size() {
    return size;
  }

  /**
   * The array behind the buffer, not copied; its first {@link #size} bytes are the content until
   * the next write.
   */
  public byte[] array() {
    return bytes;
  }

  @Override
  public void write(int b) {
    reserve(1);
    bytes[size++] = (byte) b;
  }

  @Override
  public void write(byte[] source) {
    write(source, 0, source.length);
  }

  @Override
  public void write(byte[] source, int from, int length) {
    reserve(length);
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  public void putShort(int value) {
    reserve(Short.BYTES);
    bytes[size++] = (byte) (value >> 8);
    bytes[size++] = (byte) value;
  }

  public void putInt(int value) {
    reserve(Integer.BYTES);
    size += Integer.BYTES;
    setInt(size - Integer.BYTES, value);
  }

  public void putLong(long value) {
    putInt((int) (value >> 32));
    putInt((int) value);
  }

  /** Overwrites four bytes that were written before, such as a length that is known only now. */
  public void setInt(int at, int value) {
    bytes[at] = (byte) (value >> 24);
    bytes[at + 1] = (byte) (value >> 16);
    bytes[at + 2] = (byte) (value >> 8);
    bytes[at + 3] = (byte) value;
  }

  /**
   * Writes a text as UTF-8.
   *
   * @return false, with nothing written, when the text has half a surrogate pair, which UTF-8
   *     cannot hold
   */
  public boolean putText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (!WellFormedText.is(text, utf8)) {
      return false;
    }
    write(utf8);
    return true;
  }

  private void reserve(int more) {
    if (more > bytes.length - size) {
      long wanted = Math.max(size + (long) more, bytes.length * 2L);
      if (size + (long) more > Integer.MAX_VALUE - 8) {
        throw new IllegalStateException("over 2 GB in one buffer: use a smaller batch");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }
}
