package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.JsonColumn;
import org.docduel.stores.postgres.column.ScalarType;
import org.docduel.stores.postgres.parameter.KeyPlacement;
import org.docduel.stores.postgres.parameter.PostgresParameters;
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
  private final KeyColumns keys;

  public JsonLayout(WireType type, Collection collection, StoreConfig config) {
    this.type = type;
    this.config = config;
    this.collection = collection;
    this.columns = List.of(new Column(COLUMN, new JsonColumn(type, config.encoding())));
    this.generated =
        new GeneratedColumns(collection, (field, kind) -> expression(Path.of(field), kind));
    this.keys = new KeyColumns(collection, config, path -> at(path, true));
  }

  /** An index as text is on the key in the document: a key in a column leaves nothing for it. */
  public static Optional<String> refusal(StoreConfig config, Collection collection) {
    boolean unusable =
        collection.indexes().stream().anyMatch(index -> index.kind() == Index.Kind.AS_TEXT);
    return unusable && PostgresParameters.KEY.in(config) == KeyPlacement.COLUMN
        ? Optional.of("key=column: its statements would use every index on the column")
        : Optional.empty();
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<String> generated() {
    return Stream.concat(generated.definitions().stream(), keys.definitions().stream()).toList();
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
            kind == IndexedKind.LIST
                ? value(Path.of(field), kind) + " jsonb_path_ops"
                : value(Path.of(field), kind));
  }

  @Override
  public String key(String field) {
    return value(Path.of(field), IndexedKind.of(collection, Path.of(field)));
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return COLUMN + JsonUpdates.assignment(type, COLUMN, spec);
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
    return keys.valueAt(path, asText)
        .orElseGet(() ->
            asText
                ? new ValueExpression(at(path, true), ScalarType.TEXT)
                : new ValueExpression(
                    "(" + at(path, false) + ")", new JsonColumn(type, config.encoding())));
  }

  @Override
  public String value(Path path, IndexedKind kind) {
    return path.steps().size() == 1
        ? generated.column(path.top()).orElseGet(() -> expression(path, kind))
        : expression(path, kind);
  }

  private String expression(Path path, IndexedKind kind) {
    String text = at(path, true);
    return switch (kind) {
      case TEXT, BYTES -> "(" + text + ")";
      case TIMESTAMP -> "((" + text + ") " + GeneratedColumns.BYTE_ORDER + ")";
      case NUMBER -> "((" + text + ")::" + number(path) + ")";
      case BOOLEAN -> "((" + text + ")::boolean)";
      case LIST ->
          type == WireType.JSONB
              ? "(" + at(path, false) + ")"
              : "((" + at(path, false) + ")::jsonb)";
    };
  }

  /** One operator, whatever the depth: each arrow of a chain would copy what it finds. */
  private static String at(Path path, boolean text) {
    return at(COLUMN, path.steps(), text);
  }

  /** The same for a column and the steps from its value on. */
  static String at(String column, List<Path.Step> steps, boolean text) {
    if (steps.size() == 1 && steps.get(0) instanceof Path.Field field) {
      return column + (text ? " ->> " : " -> ") + Sql.literal(field.name());
    }
    String names =
        steps.stream()
            .map(step ->
                step instanceof Path.Field field
                    ? Sql.literal(field.name())
                    : "'" + ((Path.Element) step).index() + "'")
            .collect(Collectors.joining(", ", "ARRAY[", "]"));
    return column + (text ? " #>> " : " #> ") + names;
  }

  /** Whole numbers compare faster as what they are, and bind as what the client has. */
  private String number(Path path) {
    boolean whole = path.in(collection.example()).orElseThrow() instanceof IntegerValue;
    return whole ? "bigint" : "numeric";
  }

  /** As text: in this form the order of texts is the order of instants. */
  @Override
  public String literal(Instant instant) {
    return Sql.literal(JsonForm.text(new TimestampValue(instant)));
  }

  @Override
  public String isTrue(Path path) {
    return value(path, IndexedKind.BOOLEAN) + " IS TRUE";
  }

  @Override
  public String holdsAll(Path path, List<String> elements) {
    return value(path, IndexedKind.LIST) + " @> " + JsonElements.literal(elements);
  }

  @Override
  public String holds(Path path) {
    return value(path, IndexedKind.LIST) + " @> " + JsonElements.PARAMETER;
  }

  /** Each by itself: {@code ?|} is no operator of jsonb_path_ops. */
  @Override
  public String holdsAny(Path path, List<String> elements) {
    return elements.stream()
        .map(element -> "(" + holdsAll(path, List.of(element)) + ")")
        .collect(Collectors.joining(" OR "));
  }
}
