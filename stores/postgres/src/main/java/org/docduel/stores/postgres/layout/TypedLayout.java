package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Document;
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
import org.docduel.stores.postgres.column.ArrayColumn;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnPath;
import org.docduel.stores.postgres.column.ScalarType;
import org.docduel.stores.postgres.sql.WireType;

/** A column for each leaf of the collection's shape; see {@link ColumnPath} for their names. */
public final class TypedLayout implements Layout, SqlDialect {
  /** MaxHeapAttributeNumber, less one for the primary key. */
  private static final int MAX_COLUMNS = 1_599;

  private static final ValueExpression NOTHING = new ValueExpression("NULL::text", ScalarType.TEXT);

  private final Collection collection;
  private final ColumnTree shape;
  private final List<Column> columns;

  public TypedLayout(Collection collection, StoreConfig config) {
    this.collection = collection;
    List<Column> leaves = new ArrayList<>();
    this.shape = ColumnTree.of(collection.shape(), config.encoding(), leaves);
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
            kind == IndexedKind.LIST && isJson(Path.of(field))
                ? value(Path.of(field), kind) + " jsonb_path_ops"
                : value(Path.of(field), kind));
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
  public SqlDialect dialect() {
    return this;
  }

  @Override
  public String orderBy(Path path) {
    return column(path).quoted();
  }

  @Override
  public ValueExpression valueAt(Path path, boolean asText) {
    Optional<Column> own = path.names().flatMap(this::find);
    if (own.isPresent()) {
      Column column = own.get();
      return asText
          ? new ValueExpression(column.quoted() + "::text", ScalarType.TEXT)
          : new ValueExpression(column.quoted(), column.type());
    }
    if (path.in(collection.example()).filter(ObjectValue.class::isInstance).isPresent()) {
      throw new UnsupportedOperationException(
          "the object at " + Sql.shown(path.toString()) + " is several columns");
    }
    return below(path, asText);
  }

  /** Inside a column that holds JSON or a list; no document has anything elsewhere. */
  private ValueExpression below(Path path, boolean asText) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < path.steps().size(); i++) {
      if (!(path.steps().get(i) instanceof Path.Field field)) {
        break;
      }
      names.add(field.name());
      Optional<Column> column = find(names);
      if (column.isPresent()) {
        return within(column.get(), path.steps().subList(i + 1, path.steps().size()), asText);
      }
    }
    return NOTHING;
  }

  private static ValueExpression within(Column column, List<Path.Step> rest, boolean asText) {
    if (column.type().wire() == WireType.JSONB) {
      String value = "(" + JsonLayout.at(column.quoted(), rest, asText) + ")";
      return new ValueExpression(value, asText ? ScalarType.TEXT : column.type());
    }
    if (column.type() instanceof ArrayColumn list
        && rest.size() == 1
        && rest.get(0) instanceof Path.Element element) {
      String value = column.quoted() + "[" + (element.index() + 1) + "]";
      return asText
          ? new ValueExpression(value + "::text", ScalarType.TEXT)
          : new ValueExpression(value, list.element());
    }
    return NOTHING;
  }

  @Override
  public String value(Path path, IndexedKind kind) {
    return column(path).quoted();
  }

  @Override
  public String literal(Instant instant) {
    return "timestamptz " + Sql.literal(instant.toString());
  }

  @Override
  public String isTrue(Path path) {
    return column(path).quoted() + " = true";
  }

  @Override
  public String holdsAll(Path path, List<String> elements) {
    return column(path).quoted()
        + " @> "
        + (isJson(path) ? JsonElements.literal(elements) : textArray(elements));
  }

  @Override
  public String holds(Path path) {
    return column(path).quoted()
        + " @> "
        + (isJson(path) ? JsonElements.PARAMETER : "ARRAY[?]::text[]");
  }

  @Override
  public String holdsAny(Path path, List<String> elements) {
    if (isJson(path)) {
      throw new UnsupportedOperationException("its lists of mixed kinds have no such operator");
    }
    return column(path).quoted() + " && " + textArray(elements);
  }

  private static String textArray(List<String> elements) {
    return elements.stream().map(Sql::literal).collect(Collectors.joining(", ", "ARRAY[", "]"))
        + "::text[]";
  }

  private boolean isJson(Path path) {
    return column(path).type().wire() == WireType.JSONB;
  }

  private Column column(Path path) {
    return path.names()
        .flatMap(this::find)
        .orElseThrow(() -> new UnsupportedOperationException(noColumn(path)));
  }

  private Optional<Column> find(List<String> names) {
    String name = ColumnPath.of(names);
    return columns.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
  }

  private static String noColumn(Path path) {
    return "it has no column for the path " + Sql.shown(path.toString());
  }
}
