package org.docduel.stores.documentdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.JdbcSystem.Table.SelectItem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.ColumnType;
import org.docduel.stores.postgres.DocumentLayout;

/**
 * A body in one {@code bson} column. Elements of arrays are indexed by the extension's own access
 * method, as its collections do; the rest by B-trees on expressions: {@code ->>}, which gives text,
 * and {@code ->} for timestamps and doubles, which gives BSON.
 */
final class BsonLayout extends DocumentLayout {
  private static final String TYPE = "documentdb_core.bson";
  private static final String NUMBER = "?::bigint";

  /** The longest index term in bytes, as the extension's own collections have it. */
  private static final int TERM_LIMIT = 2_691;

  BsonLayout(Collection collection, StoreConfig config) {
    super(collection, config, ColumnType.bson(TYPE), false);
  }

  @Override
  public String index(Index index) {
    String defaultIndex = super.index(index);
    if (index.kind() != Index.Kind.ELEMENTS) {
      return defaultIndex;
    }
    String field = index.fields().get(0).dotted();
    return "USING documentdb_rum ("
        + DOC
        + " documentdb_api_catalog.bson_rum_single_path_ops (path = "
        + Sql.literal(field)
        + ", iswildcard = 'false', tl = '"
        + TERM_LIMIT
        + "')) WHERE "
        + existsCondition(field);
  }

  /**
   * By the function behind the pipeline's stage {@code $set}, which takes a path for a field alone,
   * and merges what is an object level by level. It makes a number as short as it can be: 32 bits
   * come back where 64 were written.
   */
  @Override
  protected String assignmentInside(UpdateSpec spec) {
    return switch (spec.kind()) {
      case SET -> set(built(Sql.literal(String.join(".", spec.names())), NUMBER));
      case MERGE -> set(nested(spec.names()));
      case SUBSCRIPT, TYPED, REPLACE -> throw spec.unknown();
    };
  }

  private static String set(String change) {
    return DOC + " = documentdb_api_catalog.bson_dollar_set(" + DOC + ", " + change + ")";
  }

  private static String nested(List<String> path) {
    String name = Sql.literal(path.get(0));
    return built(name, path.size() == 1 ? NUMBER : nested(path.subList(1, path.size())));
  }

  private static String built(String name, String value) {
    return "documentdb_core.bson_build_document(" + name + ", " + value + ")";
  }

  @Override
  protected SelectItem insideAt(Path path, boolean asText) {
    return asText
        ? selected(inside(path, Kind.TEXT), ColumnType.TEXT, true)
        : new SelectItem(wrapped(path.dotted()) + "::bytea", BsonLayout::unwrapped);
  }

  @Override
  protected String inside(Path path, Kind kind) {
    String text = "(" + DOC + " OPERATOR(documentdb_core.->>) " + Sql.literal(path.dotted()) + ")";
    return switch (kind) {
      case TEXT -> text;
      // The text of a double has 15 digits, with which another one may be meant.
      case DECIMAL ->
          isDouble(path) ? wrapped(path.dotted()) : "(" + text + "::" + number(path) + ")";
      case BOOLEAN -> "(" + text + "::boolean)";
      // As text these depend on a setting; BSON itself compares them by value.
      default -> wrapped(path.dotted());
    };
  }

  @Override
  protected String generatedType(Path path, Kind kind) {
    return kind == Kind.TIMESTAMP || isDouble(path) ? TYPE : super.generatedType(path, kind);
  }

  private boolean isDouble(Path path) {
    return collection().shape().leafKinds().get(path) == Kind.DOUBLE;
  }

  private static String wrapped(String dotted) {
    return "(" + DOC + " OPERATOR(documentdb_core.->) " + Sql.literal(dotted) + ")";
  }

  /** Instants are wrapped under an empty name, as the operator {@code ->} gives a value. */
  @Override
  public String literal(Value value) {
    return value instanceof TimestampValue timestamp
        ? literal("", new BsonDateTime(timestamp.value().toEpochMilli()))
        : super.literal(value);
  }

  /** As extended JSON, which the type reads. */
  private static String literal(String name, BsonValue value) {
    return Sql.literal(new BsonDocument(name, value).toJson()) + "::" + TYPE;
  }

  /** The type's own operators are found by their schema: it is not on the search path. */
  @Override
  public String compared(Path path, String operator, Value value) {
    String qualifiedOperator = "OPERATOR(documentdb_core." + operator + ")";
    Optional<BsonDouble> number =
        Predicate.number(value)
            .filter(ignored -> isDouble(path))
            .map(bound -> new BsonDouble(bound.doubleValue()));
    return number
        .map(
            bound -> value(path, Kind.DECIMAL) + " " + qualifiedOperator + " " + literal("", bound))
        .orElseGet(() ->
            super.compared(
                path, value instanceof TimestampValue ? qualifiedOperator : operator, value));
  }

  /** One condition for each element: that is what the extension makes of {@code $all}. */
  @Override
  public String holdsAll(Path path, List<Value> elements) {
    String field = path.dotted();
    return indexable(
        field,
        elements.stream()
            .map(element -> arrayCondition("@=", literal(field, text(element))))
            .collect(Collectors.joining(" AND ")));
  }

  @Override
  public String containsElement(Path path) {
    String field = path.dotted();
    return indexable(field, arrayCondition("@=", built(Sql.literal(field), "?::text")));
  }

  /** {@code $in}. */
  @Override
  public String holdsAny(Path path, List<Value> elements) {
    String field = path.dotted();
    BsonArray texts = new BsonArray(elements.stream().map(BsonLayout::text).toList());
    return indexable(field, arrayCondition("@*=", literal(field, texts)));
  }

  private static BsonString text(Value element) {
    return new BsonString(((StringValue) element).value());
  }

  private static String arrayCondition(String operator, String elements) {
    return DOC + " OPERATOR(documentdb_api_catalog." + operator + ") " + elements;
  }

  /** With what the planner has to read before it takes the field's index, if there is one. */
  private String indexable(String field, String condition) {
    boolean indexed =
        collection().indexes().stream()
            .anyMatch(index ->
                index.kind() == Index.Kind.ELEMENTS
                    && index.fields().get(0).dotted().equals(field));
    return indexed ? condition + " AND " + existsCondition(field) : condition;
  }

  /**
   * That a document has a field. Outside of the extension's own collections PostgreSQL knows
   * nothing of an index's path: it answers a condition on any field from any index of that operator
   * class, and finds nothing. So each is a partial index, whose condition names the field: without
   * that condition in a query the planner may not use it.
   */
  private static String existsCondition(String field) {
    return wrapped(field) + " IS NOT NULL";
  }

  /** What the operator {@code ->} gives is a document with the value under an empty name. */
  private static Value unwrapped(ResultSet row, int column) throws SQLException {
    byte[] bytes = row.getBytes(column);
    return bytes == null
        ? NullValue.NULL
        : BsonBytes.readBody(bytes).field("").orElse(NullValue.NULL);
  }
}
