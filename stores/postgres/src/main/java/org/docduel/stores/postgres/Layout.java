package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.JdbcSystem.Table.SelectItem;
import org.docduel.stores.jdbc.LeafColumns;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * How the documents of one collection lie in columns. Immutable, shared by threads.
 *
 * <p>What a layout cannot express is an {@link UnsupportedOperationException} that says why, as
 * half a sentence; what it cannot hold is a {@link org.docduel.core.spi.StoreException}.
 */
public abstract class Layout implements SqlDialect {
  /**
   * An acknowledged row is in the index, as in every other store's: the pending list of {@code
   * fastupdate} would put the work off beyond the measurement.
   */
  private static final String AT_ONCE = " WITH (fastupdate = off)";

  private final Collection collection;

  protected Layout(Collection collection) {
    this.collection = collection;
  }

  @Override
  public final Collection collection() {
    return collection;
  }

  /** The columns beside the primary key that are sent, in the table's order. */
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
  public abstract void toColumns(Document document, Value[] into);

  /** Puts a document's body together again from the values of its columns. */
  public abstract ObjectValue toDocument(List<Value> values);

  /** The value that a path leads to, to be sent; SQL's null where it leads nowhere. */
  public abstract SelectItem valueAt(Path path, boolean asText);

  /** What a column gives, by its quoted name, or an expression of its type. */
  protected static SelectItem selected(String sql, ColumnType type, boolean asText) {
    return asText && !type.equals(ColumnType.TEXT)
        ? new SelectItem(sql + "::text", ColumnType.TEXT.reader())
        : new SelectItem(type.selected().apply(sql), type.reader());
  }

  /** That an array of texts holds the one that is the statement's parameter. */
  public String containsElement(Path path) {
    throw new UnsupportedOperationException("it has no index on the elements of lists");
  }

  /** Whether the lists at a path are JSON, and no arrays of the server's. */
  protected abstract boolean isJson(Path path);

  /**
   * How one number is set, in what follows {@code SET}, with one parameter: the number as a bigint.
   * {@link org.docduel.core.config.StoreConfig.UpdateKind#REPLACE} is not asked for: it sets every
   * column.
   */
  public abstract String assignment(UpdateSpec spec);

  /** {@code ILIKE} uses an index of trigrams. */
  @Override
  public String contains(Path path, String part) {
    return value(path, Kind.TEXT) + " ILIKE " + SqlDialect.pattern("%", part);
  }

  @Override
  public String index(Index index) {
    String keys =
        index.fields().stream().map(path -> key(index, path)).collect(Collectors.joining(", "));
    String included = index.id() == Index.Id.ABSENT ? "" : " INCLUDE (id)";
    return switch (index.kind()) {
      case ORDERED, AS_TEXT -> "USING btree (" + keys + ")" + included;
      case PREFIX -> "USING btree (" + keys + " text_pattern_ops)" + included;
      case SUBSTRING -> "USING gin (" + keys + " gin_trgm_ops)" + AT_ONCE;
      case ELEMENTS -> "USING gin (" + keys + ")" + AT_ONCE;
    };
  }

  private String key(Index index, Path path) {
    Kind kind = kind(path);
    String value = value(path, index.kind() == Index.Kind.AS_TEXT ? Kind.TEXT : kind);
    return index.kind() == Index.Kind.ELEMENTS && isJson(path) ? value + " jsonb_path_ops" : value;
  }

  /** A column beside the primary key. */
  public record Column(String name, ColumnType type) {
    /** {@code id} and the system columns. */
    static final Set<String> RESERVED =
        Set.of("id", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid");

    /** NAMEDATALEN - 1: PostgreSQL cuts longer names off with no more than a notice. */
    static final int MAX_NAME_BYTES = 63;

    /** Refuses a name that PostgreSQL has not. */
    public Column {
      if (name.indexOf('\0') >= 0
          || !StandardCharsets.UTF_8.newEncoder().canEncode(name)
          || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
        throw new StoreException(
            "the field %s has a NUL or half of a surrogate pair, or is too long for a column: PostgreSQL's"
                    .formatted(Sql.quoteForMessage(name))
                + " names end after "
                + MAX_NAME_BYTES
                + " bytes");
      }
    }

    /** See {@link LeafColumns#name}. */
    public static String name(List<String> path) {
      return LeafColumns.name(path, RESERVED);
    }

    /** The name as SQL takes it. */
    public String quoted() {
      return Sql.identifier(name);
    }
  }
}
