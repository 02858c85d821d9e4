package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonCodec;
import org.docduel.core.model.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.postgres.column.BsonColumn;
import org.docduel.stores.postgres.column.BsonValueColumn;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnTypes;
import org.docduel.stores.postgres.sql.WireType;

/**
 * BSON bytes in a {@code bytea} column. PostgreSQL cannot look into them, so that each indexed
 * field is kept a second time, in a typed column beside the bytes, which the index is on: what an
 * application has to do that wants to find such documents again. Its bytes count as stored bytes.
 */
public final class ByteaBsonLayout implements Layout {
  private static final String COLUMN = "doc";

  private final Collection collection;
  private final List<String> indexed;
  private final List<Column> columns;

  public ByteaBsonLayout(Collection collection, StoreConfig config) {
    this.collection = collection;
    this.indexed =
        collection.indexes().stream().flatMap(index -> index.fields().stream()).distinct().toList();
    List<Column> all = new ArrayList<>();
    all.add(new Column(COLUMN, new BsonColumn("bytea")));
    for (String field : indexed) {
      IndexedKind.of(collection, field);
      Value example = collection.example().field(field).orElseThrow();
      all.add(
          ColumnTypes.column(
              beside(field), ColumnTypes.typeFor(Kind.of(example), config.encoding())));
    }
    this.columns = List.copyOf(all);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void split(Document document, Value[] into) {
    into[0] = document.body();
    for (int i = 0; i < indexed.size(); i++) {
      into[i + 1] = document.body().field(indexed.get(i)).orElse(NullValue.NULL);
    }
  }

  @Override
  public ObjectValue join(List<Value> values) {
    return (ObjectValue) values.get(0);
  }

  @Override
  public ObjectValue asStored(Document document) {
    return document.body();
  }

  @Override
  public String using(Index index) {
    return IndexMethods.using(index, collection, this::expression);
  }

  private String expression(String field, IndexedKind kind) {
    Column column = columns.get(indexed.indexOf(field) + 1);
    boolean json = column.type().wire() == WireType.JSONB;
    return kind == IndexedKind.LIST && json ? column.quoted() + " jsonb_path_ops" : column.quoted();
  }

  @Override
  public String condition(Predicate predicate) {
    if (predicate instanceof Predicate.AllOf all && all.parts().isEmpty()) {
      return "true";
    }
    return Layout.super.condition(predicate);
  }

  /** The whole document: the client finds the value in it. */
  @Override
  public ValueExpression valueAt(Path path, boolean asText) {
    return new ValueExpression(COLUMN, new BsonValueColumn(new BsonCodec().lookup(path), asText));
  }

  @Override
  public boolean sendsWholeDocuments() {
    return true;
  }

  /** A prefix of its own keeps a field named as the bytes' column apart from it. */
  private static String beside(String field) {
    return "indexed." + field;
  }
}
