package org.docduel.stores.postgres;

import org.docduel.core.encoding.WireBuffer;

/** A field as COPY's rows and arrays have it: four bytes of length, -1 for a null, and content. */
final class BinaryField {
  static final int NULL = -1;

  private BinaryField() {}

  static void write(RowEncoder encoder, int column, WireBuffer out) {
    int head = out.size();
    out.putInt(NULL);
    if (encoder.write(column, out)) {
      out.setInt(head, out.size() - head - Integer.BYTES);
    }
  }
}
