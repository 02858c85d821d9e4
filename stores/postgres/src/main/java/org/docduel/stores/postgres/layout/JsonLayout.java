package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.JsonColumn;
import org.docduel.stores.postgres.sql.Sql;
import org.docduel.stores.postgres.sql.WireType;

/**
 * A whole document in one {@code json} or {@code jsonb} column; indexes are on expressions, those
 * that cover on {@link GeneratedColumns}.
 */
public final class JsonLayout implements Layout, SqlDialect {
  private static final String COLUMN = "doc";

  private final WireType type;
  private final StoreConfig config;
  private final Collection collection;
  private final List<Column> columns;
  private final GeneratedColumns generated;

  public JsonLayout(WireType type, Collection collection, StoreConfig config) {
    this.type = type;
    this.config = config;
    this.collection = collection;
    this.columns = List.of(new Column(COLUMN, new JsonColumn(type, config.encoding())));
    this.generated = new GeneratedColumns(collection, this::expression);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<String> generated() {
    return generated.definitions();
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
    return JsonForm.of(document.body(), config.encoding());
  }

  @Override
  public String using(Index index) {
    return IndexMethods.using(
        index,
        collection,
        (field, kind) ->
            kind == IndexedKind.LIST ? value(field, kind) + " jsonb_path_ops" : value(field, kind));
  }

  @Override
  public String key(String field) {
    return value(field, IndexedKind.of(collection, field));
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return COLUMN + JsonUpdates.assignment(type, COLUMN, spec);
  }

  @Override
  public String where(Predicate predicate) {
    return new Conditions(this).sql(predicate);
  }

  @Override
  public String orderBy(String field) {
    return value(field, IndexedKind.of(collection, field));
  }

  @Override
  public String value(String field, IndexedKind kind) {
    return generated.column(field).orElseGet(() -> expression(field, kind));
  }

  private String expression(String field, IndexedKind kind) {
    String key = Sql.literal(field);
    String text = COLUMN + " ->> " + key;
    return switch (kind) {
      case TEXT, TIMESTAMP, BYTES -> "(" + text + ")";
      case NUMBER -> "((" + text + ")::" + number(field) + ")";
      case BOOLEAN -> "((" + text + ")::boolean)";
      case LIST ->
          type == WireType.JSONB
              ? "(" + COLUMN + " -> " + key + ")"
              : "((" + COLUMN + " -> " + key + ")::jsonb)";
    };
  }

  /** Whole numbers compare faster as what they are, and bind as what the client has. */
  private String number(String field) {
    boolean whole = collection.example().field(field).orElseThrow() instanceof IntegerValue;
    return whole ? "bigint" : "numeric";
  }

  /** As text: in this form the order of texts is the order of instants. */
  @Override
  public String literal(Instant instant) {
    return Sql.literal(JsonForm.text(new TimestampValue(instant)));
  }

  @Override
  public String isTrue(String field) {
    return value(field, IndexedKind.BOOLEAN) + " IS TRUE";
  }

  @Override
  public String holdsAll(String field, List<String> elements) {
    return value(field, IndexedKind.LIST) + " @> " + JsonElements.literal(elements);
  }

  /** Each by itself: {@code ?|} is no operator of jsonb_path_ops. */
  @Override
  public String holdsAny(String field, List<String> elements) {
    return elements.stream()
        .map(element -> "(" + holdsAll(field, List.of(element)) + ")")
        .collect(Collectors.joining(" OR "));
  }
}
