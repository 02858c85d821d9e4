package org.docduel.stores.postgres.layout;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.column.ColumnPath;

/**
 * Stored columns that the server works out from the documents, for the fields of covering indexes.
 * PostgreSQL's planner answers from an index alone only when the index has every <em>column</em>
 * that a query names; an expression on a document names the document.
 */
final class GeneratedColumns {
  /** Of timestamps as texts: their order is that of the instants, whatever the locale. */
  static final String BYTE_ORDER = "COLLATE \"C\"";

  private static final String PREFIX = "doc.";

  private final Map<String, String> definitions = new LinkedHashMap<>();

  /**
   * For a collection; without covering indexes there are none.
   *
   * @param collection the collection
   * @param expression gives a field's expression for its kind
   */
  GeneratedColumns(Collection collection, BiFunction<String, IndexedKind, String> expression) {
    collection.indexes().stream()
        .filter(Index::covering)
        .flatMap(index -> index.fields().stream())
        .distinct()
        .forEach(field -> {
          IndexedKind kind = IndexedKind.of(collection, field);
          definitions.put(field, definition(field, kind, expression.apply(field, kind)));
        });
  }

  private static String definition(String field, IndexedKind kind, String expression) {
    return quoted(field) + " " + type(kind) + " GENERATED ALWAYS AS " + expression + " STORED";
  }

  /** A dot cannot be part of another column's name without a backslash before it. */
  private static String quoted(String field) {
    return Sql.identifier(PREFIX + ColumnPath.top(field));
  }

  /** Timestamps are texts in a document; their order is that of the instants. */
  private static String type(IndexedKind kind) {
    return switch (kind) {
      case NUMBER -> "numeric";
      case BOOLEAN -> "boolean";
      case TIMESTAMP -> "text " + BYTE_ORDER;
      default -> "text";
    };
  }

  /** As they stand in CREATE TABLE. */
  List<String> definitions() {
    return List.copyOf(definitions.values());
  }

  /** The column of a field, quoted, if it has one. */
  Optional<String> column(String field) {
    return definitions.containsKey(field) ? Optional.of(quoted(field)) : Optional.empty();
  }
}
