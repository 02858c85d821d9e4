package org.docduel.stores.postgres.column;

import org.docduel.core.encoding.WireBuffer;

/** The head of an array's binary form ({@code array_recv} in PostgreSQL's arrayfuncs.c). */
public final class BinaryArray {
  /** The length that a null has, in arrays and in the rows of COPY. */
  public static final int NULL = -1;

  private static final int DIMENSIONS = 1;
  private static final int MAY_HAVE_NULLS = 1;
  private static final int LOWER_BOUND = 1;

  private BinaryArray() {}

  /** Starts an array anew; its elements follow, each with its length before it. */
  public static void begin(WireBuffer out, int elementOid, int size) {
    out.clear();
    write(out, elementOid, size);
  }

  /** Appends the head of an array with one dimension, or with none when it is empty. */
  static void write(WireBuffer out, int elementOid, int size) {
    out.putInt(size == 0 ? 0 : DIMENSIONS);
    out.putInt(MAY_HAVE_NULLS);
    out.putInt(elementOid);
    if (size > 0) {
      out.putInt(size);
      out.putInt(LOWER_BOUND);
    }
  }
}
