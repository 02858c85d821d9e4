package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnTypes;
import org.docduel.stores.postgres.column.ScalarType;

/**
 * Another layout with some whole numbers in columns of type bigint beside the documents instead of
 * inside them.
 */
public final class ExtractedColumns implements Layout {
  /** Lays out what is left of a collection. */
  @FunctionalInterface
  public interface Rest {
    Layout of(Collection collection);
  }

  private final Layout rest;
  private final List<FieldPath> paths;
  private final List<Column> columns;

  private ExtractedColumns(Layout rest, List<FieldPath> paths, List<Column> columns) {
    this.rest = rest;
    this.paths = paths;
    this.columns = columns;
  }

  /**
   * Lays a collection out.
   *
   * @param collection whose numbers are extracted
   * @param keyToo whether its key is one of them
   * @param rest lays out the documents without them
   * @return the layout of the rest alone when there is nothing to extract
   */
  public static Layout of(Collection collection, boolean keyToo, Rest rest) {
    List<FieldPath> paths = new ArrayList<>();
    if (keyToo) {
      collection.key().ifPresent(key -> paths.add(new FieldPath(List.of(key))));
    }
    collection.extracted().forEach(path -> paths.add(new FieldPath(path.names().orElseThrow())));
    if (paths.isEmpty()) {
      return rest.of(collection);
    }
    List<Index> indexes =
        collection.indexes().stream()
            .filter(index -> extractedFields(paths, index).isEmpty())
            .toList();
    Layout inner =
        rest.of(
            new Collection(collection.name(), without(collection.example(), paths), indexes)
                .withRead(collection.read()));
    List<Column> columns = new ArrayList<>(inner.columns());
    for (FieldPath path : paths) {
      columns.add(ColumnTypes.column(path.column(), ScalarType.BIGINT));
    }
    return new ExtractedColumns(inner, List.copyOf(paths), List.copyOf(columns));
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public List<String> generated() {
    return rest.generated();
  }

  @Override
  public void split(Document document, Value[] into) {
    int inside = columns.size() - paths.size();
    for (int i = 0; i < paths.size(); i++) {
      into[inside + i] = paths.get(i).in(document.body()).orElseThrow(() -> mismatch(document));
    }
    rest.split(new Document(document.id(), without(document.body(), paths)), into);
  }

  private RejectedDocumentException mismatch(Document document) {
    return new RejectedDocumentException(
        "document " + document.id() + " lacks one of the fields that have a column of their own");
  }

  @Override
  public ObjectValue join(List<Value> values) {
    int inside = columns.size() - paths.size();
    ObjectValue body = rest.join(values.subList(0, inside));
    for (int i = 0; i < paths.size(); i++) {
      body = paths.get(i).with(body, values.get(inside + i));
    }
    return body;
  }

  @Override
  public ObjectValue asStored(Document document) {
    Value[] values = new Value[columns.size()];
    split(document, values);
    ObjectValue body = rest.asStored(new Document(document.id(), without(document.body(), paths)));
    List<Value> lifted =
        Arrays.asList(values).subList(columns.size() - paths.size(), values.length);
    for (int i = 0; i < paths.size(); i++) {
      body = paths.get(i).with(body, lifted.get(i));
    }
    return body;
  }

  @Override
  public String using(Index index) {
    List<String> lifted = extractedFields(paths, index);
    if (lifted.isEmpty()) {
      return rest.using(index);
    }
    if (lifted.size() < index.fields().size() || index.kind() != Index.Kind.ORDERED) {
      throw new StoreException(
          "the index " + index.name() + " is on columns beside the documents and in them");
    }
    return lifted.stream().map(this::key).collect(Collectors.joining(", ", "btree (", ")"));
  }

  @Override
  public String key(String field) {
    return paths.stream()
        .filter(path -> path.isTop(field))
        .findFirst()
        .map(path -> Sql.identifier(path.column()))
        .orElseGet(() -> rest.key(field));
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return paths.stream()
        .filter(path -> path.names().equals(spec.names()))
        .findFirst()
        .map(path -> Sql.identifier(path.column()) + " = ?")
        .orElseGet(() -> rest.assignment(spec));
  }

  /** Conditions on extracted numbers compare their columns; all others are the rest's. */
  @Override
  public SqlDialect dialect() {
    return new ExtractedDialect(rest.dialect(), this::extracted);
  }

  @Override
  public String orderBy(Path path) {
    return extracted(path).orElseGet(() -> rest.orderBy(path));
  }

  @Override
  public ValueExpression valueAt(Path path, boolean asText) {
    return extracted(path)
        .map(column ->
            asText
                ? new ValueExpression(column + "::text", ScalarType.TEXT)
                : new ValueExpression(column, ScalarType.BIGINT))
        .orElseGet(() -> rest.valueAt(path, asText));
  }

  private Optional<String> extracted(Path path) {
    return paths.stream()
        .filter(one -> path.names().equals(Optional.of(one.names())))
        .findFirst()
        .map(one -> Sql.identifier(one.column()));
  }

  private static List<String> extractedFields(List<FieldPath> paths, Index index) {
    return index.fields().stream()
        .filter(field -> paths.stream().anyMatch(path -> path.isTop(field)))
        .toList();
  }

  private static ObjectValue without(ObjectValue body, List<FieldPath> paths) {
    ObjectValue left = body;
    for (FieldPath path : paths) {
      left = path.without(left);
    }
    return left;
  }
}
