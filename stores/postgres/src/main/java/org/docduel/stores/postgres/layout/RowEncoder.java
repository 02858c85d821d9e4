package org.docduel.stores.postgres.layout;

import java.util.List;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.column.Column;
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

  /**
   * For a layout.
   *
   * @param layout splits the documents
   * @param types the types to encode the layout's columns as
   */
  public RowEncoder(Layout layout, List<ColumnType> types) {
    this.layout = layout;
    this.writers = types.stream().map(ColumnType::writer).toList();
    this.values = new Value[types.size()];
  }

  /** Encodes each column as its own type. */
  public static RowEncoder of(Layout layout) {
    return new RowEncoder(layout, layout.columns().stream().map(Column::type).toList());
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
   * Appends a column of the document.
   *
   * @param column 0 for the primary key
   * @param out where to
   * @return false, with nothing written, for an SQL null
   */
  public boolean write(int column, WireBuffer out) {
    Document document = current;
    if (document == null) {
      throw new IllegalStateException("no row yet");
    }
    if (column == 0) {
      out.putLong(document.id());
      return true;
    }
    return writers.get(column - 1).write(document, values[column - 1], out);
  }
}
