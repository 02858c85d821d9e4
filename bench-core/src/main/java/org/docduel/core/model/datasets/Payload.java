package org.docduel.core.model.datasets;

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
    return new Text(PayloadText.characters(key, length));
  }

  /** A payload of bytes. */
  static Payload binary(long key, int length) {
    return new Binary(PayloadText.bytes(key, length));
  }

  /** Cuts texts. */
  @SuppressWarnings("ArrayRecordComponent") // lives for one document and is never compared
  record Text(byte[] characters) implements Payload {
    private static final StringValue EMPTY = new StringValue("");

    @Override
    public Value part(int from, int length) {
      return length == 0 ? EMPTY : new StringValue(PayloadText.text(characters, from, length));
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
}
