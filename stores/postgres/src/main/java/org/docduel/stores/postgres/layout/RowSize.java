package org.docduel.stores.postgres.layout;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/**
 * How large a row of typed columns is at least. PostgreSQL moves long values out of a row, never
 * short ones, and a row lies in one page (Database Page Layout, PostgreSQL 17 documentation).
 */
public final class RowSize {
  /** MaxHeapTupleSize of pages of 8 KB. */
  private static final int MOST_BYTES = 8_160;

  /** The header of a row, and its id. */
  private static final int HEAD_BYTES = 24 + Long.BYTES;

  /** A value that was moved out leaves a pointer; no shorter one is moved. */
  private static final int POINTER_BYTES = 18;

  private static final int NUMERIC_BYTES = 3;

  private RowSize() {}

  /**
   * Why a document's values are no row.
   *
   * @param example the document
   * @return the reason, or empty when they may be one
   */
  public static Optional<String> refusal(ObjectValue example) {
    int least = HEAD_BYTES + bytes(example);
    return least <= MOST_BYTES
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "its row would have at least %,d bytes in columns, and a page holds %,d",
                least,
                MOST_BYTES));
  }

  private static int bytes(Value value) {
    if (value instanceof ObjectValue object) {
      return object.values().stream().mapToInt(RowSize::bytes).sum();
    } else if (value instanceof StringValue text) {
      int length = text.value().getBytes(StandardCharsets.UTF_8).length;
      return Math.min(1 + length, POINTER_BYTES);
    } else if (value instanceof IntegerValue || value instanceof TimestampValue) {
      return Long.BYTES;
    } else if (value instanceof BooleanValue) {
      return 1;
    }
    return value == NullValue.NULL ? 0 : NUMERIC_BYTES;
  }
}
