package org.docduel.stores.postgres.layout;

import java.util.List;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.column.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * Encodes documents as rows, column by column; the first column is the primary key. The same for
 * every insert path, so that paths differ in how rows travel and in nothing else. For one thread.
 */
public final class RowEncoder {
  private final Layout layout;
  private final List<ColumnType.Writer> writers;
  private final Value[] values;
  private @Nullable Document current;

  public RowEncoder(Layout layout) {
    this.layout = layout;
    this.writers = layout.columns().stream().map(column -> column.type().writer()).toList();
    this.values = new Value[writers.size()];
  }

  /** The number of columns, the primary key included. */
  public int columns() {
    return values.length + 1;
  }

  /** Takes the next document. */
  public void row(Document document) {
    layout.split(document, values);
    current = document;
  }

  /**
   * Appends a column of the document, 0 for the primary key.
   *
   * @return false, with nothing written, for an SQL null
   */
  public boolean write(int column, WireBuffer out) {
    if (column > 0) {
      return writers.get(column - 1).write(current(), values[column - 1], out);
    }
    out.putLong(current().id());
    return true;
  }

  /** Appends a column as COPY's rows have it: four bytes of length, -1 for a null, and content. */
  public void writeField(int column, WireBuffer out) {
    if (column > 0) {
      writers.get(column - 1).writeField(current(), values[column - 1], out);
    } else {
      out.putInt(Long.BYTES);
      out.putLong(current().id());
    }
  }

  private Document current() {
    if (current == null) {
      throw new IllegalStateException("no row yet");
    }
    return current;
  }
}
