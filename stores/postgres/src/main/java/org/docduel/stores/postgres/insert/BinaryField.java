package org.docduel.stores.postgres.insert;

import org.docduel.core.encoding.WireBuffer;
import org.docduel.stores.postgres.column.BinaryArray;
import org.docduel.stores.postgres.layout.RowEncoder;

/** A field as COPY's rows and arrays have it: four bytes of length, -1 for a null, and content. */
final class BinaryField {
  private BinaryField() {}

  static void write(RowEncoder encoder, int column, WireBuffer out) {
    int head = out.size();
    out.putInt(BinaryArray.NULL);
    if (encoder.write(column, out)) {
      out.setInt(head, out.size() - head - Integer.BYTES);
    }
  }
}
