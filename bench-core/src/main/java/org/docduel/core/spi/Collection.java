package org.docduel.core.spi;

import java.util.List;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.query.Index;

/**
 * A table or collection to be made.
 *
 * @param name lower case letters, digits and underscores
 * @param example any document's body: its shape is the shape of all (see {@link
 *     org.docduel.core.model.Dataset}), from which a store with typed columns takes its columns
 * @param indexes the indexes beside the primary key
 * @param columns fields of whole numbers, each as the names that lead to it from the top, which a
 *     store that holds documents in a column holds in typed columns of their own instead; a store
 *     without columns refuses the settings that ask for them and need not look
 */
public record Collection(
    String name, ObjectValue example, List<Index> indexes, List<List<String>> columns) {
  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException when the name has other characters
   */
  public Collection {
    if (!name.matches("[a-z][a-z0-9_]{0,37}")) {
      throw new IllegalArgumentException("not a collection's name: " + name);
    }
    indexes = List.copyOf(indexes);
    columns = columns.stream().map(List::copyOf).toList();
  }

  /**
   * A collection without columns beside its documents.
   *
   * @param name lower case letters, digits and underscores
   * @param example any document's body
   * @param indexes the indexes beside the primary key
   */
  public Collection(String name, ObjectValue example, List<Index> indexes) {
    this(name, example, indexes, List.of());
  }

  /**
   * With typed columns beside its documents.
   *
   * @param newColumns the fields, each as the names that lead to it
   * @return a changed copy
   */
  public Collection withColumns(List<List<String>> newColumns) {
    return new Collection(name, example, indexes, newColumns);
  }
}
