package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.JdbcSystem.Table.SelectItem;
import org.docduel.stores.jdbc.LeafColumns;
import org.docduel.stores.jdbc.Sql;

/** A column for each leaf of the collection's shape; see {@link Column#name} for their names. */
final class TypedLayout extends Layout {
  /** MaxHeapAttributeNumber, less one for the primary key. */
  private static final int MAX_COLUMNS = 1_599;

  private static final SelectItem NOTHING = selected("NULL::text", ColumnType.TEXT, false);

  private final LeafColumns leafColumns;
  private final List<Column> columns;

  TypedLayout(Collection collection, StoreConfig config) {
    super(collection);
    this.leafColumns = new LeafColumns(collection, Column.RESERVED);
    this.columns =
        leafColumns.leaves().stream()
            .map(leaf -> new Column(leaf.name(), ColumnType.of(leaf.kind(), config.encoding())))
            .toList();
    if (columns.size() > MAX_COLUMNS) {
      throw new StoreException(
          "collection %s has %d leaves: a table has at most %d columns beside its key"
              .formatted(collection.name(), columns.size(), MAX_COLUMNS));
    }
  }

  /**
   * Why a document's values are no row: columns that cannot be, or too many bytes. PostgreSQL moves
   * long values out of a row, never short ones, and a row lies in one page (Database Page Layout,
   * PostgreSQL 17 documentation).
   */
  static Optional<String> unsupportedReason(Collection collection, StoreConfig config) {
    try {
      new TypedLayout(collection, config);
    } catch (StoreException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    int maxBytes = 8_160; // MaxHeapTupleSize of pages of 8 KB
    int headBytes = 24; // of a row
    int rowBytes = headBytes + Long.BYTES + minBytes(collection.example());
    return rowBytes <= maxBytes
        ? Optional.empty()
        : Optional.of(
            "its row would have at least %d bytes in columns, and a page holds %d"
                .formatted(rowBytes, maxBytes));
  }

  private static int minBytes(Value value) {
    int pointerBytes = 18; // a value that was moved out leaves one; no shorter value is moved
    int numericBytes = 3;
    if (value instanceof ObjectValue object) {
      return object.values().stream().mapToInt(TypedLayout::minBytes).sum();
    } else if (value instanceof StringValue text) {
      return Math.min(1 + text.value().getBytes(StandardCharsets.UTF_8).length, pointerBytes);
    }
    return switch (Kind.of(value)) {
      case INTEGER, DOUBLE, TIMESTAMP -> Long.BYTES;
      case BOOLEAN -> 1;
      default -> value == NullValue.NULL ? 0 : numericBytes;
    };
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void toColumns(Document document, Value[] into) {
    leafColumns.split(document, into);
  }

  @Override
  public ObjectValue toDocument(List<Value> values) {
    return leafColumns.join(values);
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return switch (spec.kind()) {
      case SET, TYPED -> Sql.identifier(Column.name(spec.names())) + " = ?";
      case SUBSCRIPT, MERGE, REPLACE -> throw spec.unknown();
    };
  }

  @Override
  public SelectItem valueAt(Path path, boolean asText) {
    return leafColumns
        .find(path)
        .map(place -> within(columns.get(place.column()), place.remainingSteps(), asText))
        .orElse(NOTHING);
  }

  /** A column, or inside one that holds JSON or a list; no document has anything elsewhere. */
  private static SelectItem within(Column column, List<Path.Step> remainingSteps, boolean asText) {
    if (remainingSteps.isEmpty()) {
      return selected(column.quoted(), column.type(), asText);
    }
    if (column.type().isJson()) {
      String value = "(" + DocumentLayout.OfJson.at(column.quoted(), remainingSteps, asText) + ")";
      return selected(value, asText ? ColumnType.TEXT : column.type(), false);
    }
    Optional<ColumnType> element = column.type().element();
    return element.isPresent()
            && remainingSteps.size() == 1
            && remainingSteps.get(0) instanceof Path.Element position
        ? selected(column.quoted() + "[" + (position.index() + 1) + "]", element.get(), asText)
        : NOTHING;
  }

  @Override
  public String value(Path path, Kind kind) {
    return column(path).quoted();
  }

  /** Of every kind: JSON too is a column. */
  @Override
  public String selectExpression(Path path) {
    return column(path).quoted();
  }

  @Override
  public String literal(Value value) {
    return value instanceof TimestampValue timestamp
        ? "timestamptz " + Sql.literal(timestamp.value().toString())
        : super.literal(value);
  }

  @Override
  public String holdsAll(Path path, List<Value> elements) {
    return value(path, Kind.TEXTS)
        + " @> "
        + (isJson(path) ? DocumentLayout.OfJson.list(elements) : array(path, elements));
  }

  @Override
  public String containsElement(Path path) {
    return column(path).quoted()
        + " @> "
        + (isJson(path) ? DocumentLayout.OfJson.PARAMETER : "ARRAY[?]::text[]");
  }

  @Override
  public String holdsAny(Path path, List<Value> elements) {
    if (isJson(path)) {
      throw new UnsupportedOperationException("its lists of mixed kinds have no such operator");
    }
    return value(path, Kind.TEXTS) + " && " + array(path, elements);
  }

  private String array(Path path, List<Value> elements) {
    return elements.stream().map(this::literal).collect(Collectors.joining(", ", "ARRAY[", "]"))
        + "::"
        + column(path).type().sql();
  }

  @Override
  protected boolean isJson(Path path) {
    return column(path).type().isJson();
  }

  private Column column(Path path) {
    return columns.get(leafColumns.column(path).column());
  }
}
