package org.docduel.stores.documentdb;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;
import org.docduel.stores.postgres.column.BsonColumn;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ScalarType;
import org.docduel.stores.postgres.layout.IndexMethods;
import org.docduel.stores.postgres.layout.KeyColumns;
import org.docduel.stores.postgres.layout.Layout;
import org.docduel.stores.postgres.layout.ValueExpression;

/**
 * A body in one {@code bson} column. Elements of arrays are indexed by the extension's own access
 * method, as its collections do; the rest by B-trees on expressions: {@code ->>}, which gives text,
 * and {@code ->} for timestamps, which gives BSON.
 */
final class BsonLayout implements Layout, SqlDialect {
  private static final String COLUMN = "doc";
  private static final String NUMBER = "?::bigint";
  private static final List<Column> COLUMNS =
      List.of(new Column(COLUMN, new BsonColumn("documentdb_core.bson")));

  /** The longest index term in bytes, as the extension's own collections have it. */
  private static final int TERM_LIMIT = 2_691;

  private final Collection collection;
  private final KeyColumns keys;

  BsonLayout(Collection collection, StoreConfig config) {
    this.collection = collection;
    this.keys = new KeyColumns(collection, config, path -> text(dotted(path)));
  }

  @Override
  public List<Column> columns() {
    return COLUMNS;
  }

  @Override
  public List<String> generated() {
    return keys.definitions();
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
          + "')) WHERE "
          + present(field);
    }
    return IndexMethods.using(index, collection, (field, kind) -> value(Path.of(field), kind));
  }

  /** {@code ->>} and the access method take a path: such a name would mean a nested field. */
  private static void refusePath(String field) {
    if (field.isEmpty() || field.contains(".") || field.startsWith("$")) {
      throw new StoreException(
          "no index can be made on " + Sql.shown(field) + ", which its operators read as a path");
    }
  }

  @Override
  public String key(String field) {
    return value(Path.of(field), IndexedKind.of(collection, field));
  }

  /**
   * By the function behind the pipeline's stage {@code $set}, which takes a path for a field alone,
   * and merges what is an object level by level. It makes a number as short as it can be: 32 bits
   * come back where 64 were written.
   */
  @Override
  public String assignment(UpdateSpec spec) {
    return switch (spec.kind()) {
      case SET -> set(built(Sql.literal(String.join(".", spec.names())), NUMBER));
      case MERGE -> set(nested(spec.names()));
      case SUBSCRIPT, TYPED, REPLACE ->
          throw new UnsupportedOperationException(
              "update=" + spec.kind().label() + " does not set a field inside the document");
    };
  }

  private static String set(String change) {
    return COLUMN + " = documentdb_api_catalog.bson_dollar_set(" + COLUMN + ", " + change + ")";
  }

  private static String nested(List<String> path) {
    String name = Sql.literal(path.get(0));
    return built(name, path.size() == 1 ? NUMBER : nested(path.subList(1, path.size())));
  }

  private static String built(String name, String value) {
    return "documentdb_core.bson_build_document(" + name + ", " + value + ")";
  }

  @Override
  public SqlDialect dialect() {
    return this;
  }

  @Override
  public String orderBy(Path path) {
    return value(path, IndexedKind.of(collection, path));
  }

  @Override
  public ValueExpression valueAt(Path path, boolean asText) {
    String dotted = dotted(path);
    return keys.valueAt(path, asText)
        .orElseGet(() ->
            asText
                ? new ValueExpression("(" + text(dotted) + ")", ScalarType.TEXT)
                : new ValueExpression(
                    "(" + COLUMN + " OPERATOR(documentdb_core.->) " + Sql.literal(dotted) + ")",
                    WrappedValue.TYPE));
  }

  private static String text(String dotted) {
    return COLUMN + " OPERATOR(documentdb_core.->>) " + Sql.literal(dotted);
  }

  /** As the operators take a path: positions in arrays are names. */
  private static String dotted(Path path) {
    return path.steps().stream()
        .map(step -> {
          if (step instanceof Path.Field field) {
            refusePath(field.name());
            return field.name();
          }
          return String.valueOf(((Path.Element) step).index());
        })
        .collect(Collectors.joining("."));
  }

  @Override
  public String value(Path path, IndexedKind kind) {
    String literal = Sql.literal(dotted(path));
    String text = text(dotted(path));
    return switch (kind) {
      case TEXT -> "(" + text + ")";
      case NUMBER -> "((" + text + ")::" + number(path) + ")";
      case BOOLEAN -> "((" + text + ")::boolean)";
      // As text these depend on a setting; BSON itself compares them by value.
      case TIMESTAMP, BYTES, LIST ->
          "(" + COLUMN + " OPERATOR(documentdb_core.->) " + literal + ")";
    };
  }

  /** Whole numbers compare faster as what they are. */
  private String number(Path path) {
    Value example = path.in(collection.example()).orElse(NullValue.NULL);
    return example instanceof IntegerValue ? "bigint" : "numeric";
  }

  /** Wrapped under an empty name, as the operator {@code ->} gives a value. */
  @Override
  public String literal(Instant instant) {
    return BsonLiterals.instant(instant);
  }

  /** The type's own operators are found by their schema: it is not on the search path. */
  @Override
  public String within(Path path, Instant from, Instant until) {
    String instant = value(path, IndexedKind.TIMESTAMP);
    return instant
        + " OPERATOR(documentdb_core.>=) "
        + literal(from)
        + " AND "
        + instant
        + " OPERATOR(documentdb_core.<) "
        + literal(until);
  }

  @Override
  public String isTrue(Path path) {
    return value(path, IndexedKind.BOOLEAN) + " IS TRUE";
  }

  /** One condition for each element: that is what the extension makes of {@code $all}. */
  @Override
  public String holdsAll(Path path, List<String> elements) {
    return indexable(
        dotted(path),
        elements.stream()
            .map(element ->
                COLUMN
                    + " OPERATOR(documentdb_api_catalog.@=) "
                    + BsonLiterals.field(dotted(path), element))
            .collect(Collectors.joining(" AND ")));
  }

  @Override
  public String holds(Path path) {
    String field = dotted(path);
    return indexable(
        field,
        COLUMN + " OPERATOR(documentdb_api_catalog.@=) " + built(Sql.literal(field), "?::text"));
  }

  /** {@code $in}. */
  @Override
  public String holdsAny(Path path, List<String> elements) {
    return indexable(
        dotted(path),
        COLUMN
            + " OPERATOR(documentdb_api_catalog.@*=) "
            + BsonLiterals.field(dotted(path), elements));
  }

  /** With what the planner has to read before it takes the field's index, if there is one. */
  private String indexable(String field, String condition) {
    boolean indexed =
        collection.indexes().stream()
            .anyMatch(
                index -> index.kind() == Index.Kind.ELEMENTS && index.fields().contains(field));
    return indexed ? condition + " AND " + present(field) : condition;
  }

  /**
   * That a document has a field. Outside of the extension's own collections PostgreSQL knows
   * nothing of an index's path: it answers a condition on any field from any index of that operator
   * class, and finds nothing. So each is a partial index, whose condition names the field: without
   * that condition in a query the planner may not use it.
   */
  private static String present(String field) {
    return "(" + COLUMN + " OPERATOR(documentdb_core.->) " + Sql.literal(field) + ") IS NOT NULL";
  }
}
