package org.docduel.core.store.postgres;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;

/** A column for each leaf of the collection's example; see {@link ColumnPath} for their names. */
final class TypedLayout implements Layout {
  /** MaxHeapAttributeNumber, less one for the primary key. */
  private static final int MAX_COLUMNS = 1_599;

  private final Collection collection;
  private final Shape shape;
  private final List<Column> columns;

  TypedLayout(Collection collection, StoreConfig config) {
    this.collection = collection;
    List<Column> leaves = new ArrayList<>();
    this.shape = Shape.of(collection.example(), config.encoding(), leaves);
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
    return IndexMethods.using(index, collection, this::expression);
  }

  @Override
  public String key(String field) {
    return Sql.identifier(ColumnPath.top(field));
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return switch (spec.kind()) {
      case SET, TYPED -> Sql.identifier(ColumnPath.of(spec.path())) + " = ?";
      case SUBSCRIPT, MERGE, REPLACE ->
          throw new UnsupportedOperationException(
              "every field has a column of its own, so that update="
                  + spec.kind().label()
                  + " has nothing to work on");
    };
  }

  private String expression(String field, IndexedKind kind) {
    String name = ColumnPath.top(field);
    Column column =
        columns.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();
    boolean json = column.type().wire() == WireType.JSONB;
    return kind == IndexedKind.LIST && json ? column.quoted() + " jsonb_path_ops" : column.quoted();
  }
}
