package org.docduel.core.store.documentdb;

import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.core.store.postgres.BsonColumn;
import org.docduel.core.store.postgres.Column;
import org.docduel.core.store.postgres.IndexMethods;
import org.docduel.core.store.postgres.IndexedKind;
import org.docduel.core.store.postgres.Layout;
import org.docduel.core.store.postgres.Shown;
import org.docduel.core.store.postgres.Sql;

/**
 * A body in one {@code bson} column. Elements of arrays are indexed by the extension's own access
 * method, as its collections do; the rest by B-trees on expressions: {@code ->>}, which gives text,
 * and {@code ->} for timestamps, which gives BSON.
 */
final class BsonLayout implements Layout {
  private static final String COLUMN = "doc";
  private static final List<Column> COLUMNS =
      List.of(new Column(COLUMN, new BsonColumn("documentdb_core.bson")));

  /** The longest index term in bytes, as the extension's own collections have it. */
  private static final int TERM_LIMIT = 2_691;

  private final Collection collection;

  BsonLayout(Collection collection) {
    this.collection = collection;
  }

  @Override
  public List<Column> columns() {
    return COLUMNS;
  }

  @Override
  public void split(Document document, Value[] into) {
    into[0] = document.body();
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
    for (String field : index.fields()) {
      refusePath(field);
    }
    if (index.kind() == Index.Kind.ELEMENTS) {
      String field = index.fields().get(0);
      IndexMethods.using(index, collection, (name, kind) -> name);
      return "documentdb_rum ("
          + COLUMN
          + " documentdb_api_catalog.bson_rum_single_path_ops (path = "
          + Sql.literal(field)
          + ", iswildcard = 'false', tl = '"
          + TERM_LIMIT
          + "'))";
    }
    return IndexMethods.using(index, collection, BsonLayout::expression);
  }

  /** {@code ->>} and the access method take a path: such a name would mean a nested field. */
  private static void refusePath(String field) {
    if (field.isEmpty() || field.contains(".") || field.startsWith("$")) {
      throw new StoreException(
          "documentdb: no index can be made on "
              + Shown.name(field)
              + ", which its operators read as a path");
    }
  }

  private static String expression(String field, IndexedKind kind) {
    String text = COLUMN + " OPERATOR(documentdb_core.->>) " + Sql.literal(field);
    return switch (kind) {
      case TEXT -> "(" + text + ")";
      case NUMBER -> "((" + text + ")::numeric)";
      case BOOLEAN -> "((" + text + ")::boolean)";
      // As text these depend on a setting; BSON itself compares them by value.
      case TIMESTAMP, BYTES, LIST ->
          "(" + COLUMN + " OPERATOR(documentdb_core.->) " + Sql.literal(field) + ")";
    };
  }
}
