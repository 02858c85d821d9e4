package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * How the documents of one collection lie in columns. Immutable, shared by threads.
 *
 * <p>What a layout cannot express is an {@link UnsupportedOperationException} that says why, as
 * half a sentence; what it cannot hold is a {@link StoreException}.
 */
public abstract class Layout {
  /**
   * An acknowledged row is in the index, as in every other store's: the pending list of {@code
   * fastupdate} would put the work off beyond the measurement.
   */
  private static final String AT_ONCE = " WITH (fastupdate = off)";

  private final Collection collection;

  /**
   * A value inside a document.
   *
   * @param sql an expression
   * @param type reads what it gives
   */
  public record Expression(String sql, ColumnType type) {
    /** What to select for the type to read. */
    String selected() {
      return type.selected(sql);
    }
  }

  protected Layout(Collection collection) {
    this.collection = collection;
  }

  protected final Collection collection() {
    return collection;
  }

  /** The columns beside the primary key, in the table's order. */
  public abstract List<Column> columns();

  /** Definitions of columns that the server works out from the others. */
  public List<String> generated() {
    return List.of();
  }

  /**
   * Splits a document into the values of its columns.
   *
   * @param into one place for each column
   * @throws org.docduel.core.spi.StoreException.RejectedDocumentException when the document does
   *     not have the collection's shape
   */
  public abstract void split(Document document, Value[] into);

  /** Puts a document's body together again from the values of its columns. */
  public abstract ObjectValue join(List<Value> values);

  /** The body that comes back for a document. */
  public final ObjectValue asStored(Document document) {
    List<Column> columns = columns();
    Value[] values = new Value[columns.size()];
    split(document, values);
    List<Value> stored = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      stored.add(columns.get(i).type().asStored(values[i]));
    }
    return join(stored);
  }

  /**
   * The value that a path leads to, in the very expression that an index on it has.
   *
   * @param kind what kind of values it has
   */
  public abstract String value(Path path, IndexedKind kind);

  /** The same for the kind that the collection's example shows. */
  public final String value(Path path) {
    return value(path, IndexedKind.of(collection, path));
  }

  /** The value that a path leads to, to be sent; SQL's null where it leads nowhere. */
  public abstract Expression valueAt(Path path, boolean asText);

  /** Whether the lists at a path are JSON, and no arrays of the server's. */
  protected abstract boolean isJson(Path path);

  /** How conditions are written, in the expressions that {@link #using} indexes. */
  public abstract SqlDialect dialect();

  /** What follows {@code WHERE} for a condition. */
  public final String condition(Predicate predicate) {
    return predicate instanceof Predicate.AllOf all && all.parts().isEmpty()
        ? "true"
        : dialect().where(predicate);
  }

  /**
   * How one number is set, in what follows {@code SET}, with one parameter: the number as a bigint.
   * {@link org.docduel.core.config.StoreConfig.UpdateKind#REPLACE} is not asked for: it sets every
   * column.
   */
  public abstract String assignment(UpdateSpec spec);

  /** Whether the server gives whole documents where a value in them is asked for. */
  public boolean sendsWholeDocuments() {
    return false;
  }

  /** What follows {@code CREATE INDEX ON table USING}. */
  public String using(Index index) {
    String keys =
        index.fields().stream().map(field -> key(index, field)).collect(Collectors.joining(", "));
    String included = index.id() == Index.Id.ABSENT ? "" : " INCLUDE (id)";
    return switch (index.kind()) {
      case ORDERED, AS_TEXT -> "btree (" + keys + ")" + included;
      case PREFIX -> "btree (" + keys + " text_pattern_ops)" + included;
      case SUBSTRING -> "gin (" + keys + " gin_trgm_ops)" + AT_ONCE;
      case ELEMENTS -> "gin (" + keys + ")" + AT_ONCE;
    };
  }

  private String key(Index index, String field) {
    Path path = Path.of(field);
    IndexedKind kind = IndexedKind.of(collection, path);
    boolean fits =
        switch (index.kind()) {
          case AS_TEXT -> true;
          case ORDERED -> kind != IndexedKind.LIST;
          case PREFIX, SUBSTRING -> kind == IndexedKind.TEXT;
          case ELEMENTS -> kind == IndexedKind.LIST;
        };
    if (!fits) {
      throw new StoreException(
          "an index of kind "
              + index.kind()
              + " cannot be made on "
              + Sql.shown(field)
              + " of collection "
              + collection.name()
              + ", whose example has a "
              + kind
              + " there");
    }
    String value = value(path, index.kind() == Index.Kind.AS_TEXT ? IndexedKind.TEXT : kind);
    return index.kind() == Index.Kind.ELEMENTS && isJson(path) ? value + " jsonb_path_ops" : value;
  }
}
