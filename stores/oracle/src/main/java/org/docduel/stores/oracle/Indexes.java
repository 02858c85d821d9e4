package org.docduel.stores.oracle;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.model.Path;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;

/**
 * Indexes in Oracle's words. A B-tree on JSON_VALUE serves equality, ranges, order and prefixes;
 * for a substring its keys can be scanned instead of the documents, and nothing better exists. Two
 * requests for the same expressions are one index: Oracle refuses the second (ORA-01408).
 */
final class Indexes {
  private Indexes() {}

  /** The statements that create them, in order. */
  static List<String> create(Table table, Collection collection, ElementsIndex elements) {
    List<String> statements = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (Index index : collection.indexes()) {
      String columns =
          index.kind() == Index.Kind.ELEMENTS
              ? elements(index.fields().get(0), elements)
              : values(collection, index);
      if (seen.add(columns)) {
        statements.add(statement(table, index, elements, columns));
      }
    }
    return statements;
  }

  private static String statement(
      Table table, Index index, ElementsIndex elements, String columns) {
    String name = table.name() + "_" + index.name();
    if (index.kind() != Index.Kind.ELEMENTS) {
      return "CREATE INDEX " + name + " ON " + table.name() + " t " + columns;
    }
    return switch (elements) {
      case MULTIVALUE ->
          "CREATE MULTIVALUE INDEX " + name + " ON " + table.name() + " t " + columns;
      // By default it follows the documents in the background, and would miss some of them.
      case SEARCH ->
          "CREATE SEARCH INDEX "
              + name
              + " ON "
              + table.name()
              + " "
              + columns
              + " FOR JSON PARAMETERS ('SYNC (ON COMMIT)')";
    };
  }

  private static String elements(String field, ElementsIndex elements) {
    return elements == ElementsIndex.SEARCH
        ? "(data)"
        : "(t.data." + identifier(field) + "[*].string())";
  }

  private static String values(Collection collection, Index index) {
    List<FieldValue> fields = new ArrayList<>();
    for (String name : index.fields()) {
      fields.add(
          FieldValue.like(collection.example(), Path.of(name))
              .orElseThrow(() ->
                  new StoreException(
                      OracleProvider.NAME
                          + ": the documents have no field '"
                          + name
                          + "' of which a B-tree could be made")));
    }
    if (index.covering()) {
      fields.add(FieldValue.ID);
    }
    return fields.stream().map(FieldValue::sql).collect(Collectors.joining(", ", "(", ")"));
  }

  /** Within dot notation a name is an SQL identifier: quoted, and without a quote of its own. */
  private static String identifier(String name) {
    if (name.isEmpty() || name.indexOf('"') >= 0 || name.indexOf('\0') >= 0) {
      throw new StoreException(
          OracleProvider.NAME
              + ": no multivalue index can be made on the field '"
              + name.replaceAll("\\p{Cntrl}", "?")
              + "', whose name is no identifier");
    }
    return '"' + name + '"';
  }
}
