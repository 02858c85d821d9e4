package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnPath;
import org.docduel.stores.postgres.sql.QuotedName;
import org.docduel.stores.postgres.sql.Sql;
import org.docduel.stores.postgres.sql.WireType;

/** A column for each leaf of the collection's example; see {@link ColumnPath} for their names. */
public final class TypedLayout implements Layout, SqlDialect {
  /** MaxHeapAttributeNumber, less one for the primary key. */
  private static final int MAX_COLUMNS = 1_599;

  private final Collection collection;
  private final ColumnTree shape;
  private final List<Column> columns;

  public TypedLayout(Collection collection, StoreConfig config) {
    this.collection = collection;
    List<Column> leaves = new ArrayList<>();
    this.shape = ColumnTree.of(collection.example(), config.encoding(), leaves);
    this.columns = List.copyOf(leaves);
    if (columns.size() > MAX_COLUMNS) {
      throw new StoreException(
          "collection "
              + collection.name()
              + " has "
              + columns.size()
              + " leaves: a table has at most "
              + MAX_COLUMNS
              + " columns beside its key");
    }
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void split(Document document, Value[] into) {
    shape.split(document, document.body(), into);
  }

  @Override
  public ObjectValue join(List<Value> values) {
    return shape.join(values);
  }

  @Override
  public ObjectValue asStored(Document document) {
    Value[] values = new Value[columns.size()];
    split(document, values);
    List<Value> stored = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      stored.add(columns.get(i).type().asStored(values[i]));
    }
    return join(stored);
  }

  @Override
  public String using(Index index) {
    return IndexMethods.using(
        index,
        collection,
        (field, kind) ->
            kind == IndexedKind.LIST && isJson(field)
                ? value(field, kind) + " jsonb_path_ops"
                : value(field, kind));
  }

  @Override
  public String key(String field) {
    return Sql.identifier(ColumnPath.top(field));
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return switch (spec.kind()) {
      case SET, TYPED -> Sql.identifier(ColumnPath.of(spec.names())) + " = ?";
      case SUBSCRIPT, MERGE, REPLACE ->
          throw new UnsupportedOperationException(
              "every field has a column of its own, so that update="
                  + spec.kind().label()
                  + " has nothing to work on");
    };
  }

  @Override
  public String where(Predicate predicate) {
    return new Conditions(this).sql(predicate);
  }

  @Override
  public String orderBy(String field) {
    return column(field).quoted();
  }

  @Override
  public String value(String field, IndexedKind kind) {
    return column(field).quoted();
  }

  @Override
  public String literal(Instant instant) {
    return "timestamptz " + Sql.literal(instant.toString());
  }

  @Override
  public String isTrue(String field) {
    return column(field).quoted() + " = true";
  }

  @Override
  public String holdsAll(String field, List<String> elements) {
    return column(field).quoted()
        + " @> "
        + (isJson(field) ? JsonElements.literal(elements) : textArray(elements));
  }

  @Override
  public String holdsAny(String field, List<String> elements) {
    if (isJson(field)) {
      throw new UnsupportedOperationException("its lists of mixed kinds have no such operator");
    }
    return column(field).quoted() + " && " + textArray(elements);
  }

  private static String textArray(List<String> elements) {
    return elements.stream().map(Sql::literal).collect(Collectors.joining(", ", "ARRAY[", "]"))
        + "::text[]";
  }

  private boolean isJson(String field) {
    return column(field).type().wire() == WireType.JSONB;
  }

  private Column column(String field) {
    String name = ColumnPath.top(field);
    return columns.stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new StoreException(
                "collection "
                    + collection.name()
                    + " has no column for the field "
                    + QuotedName.of(field)));
  }
}
