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
 */
public record Collection(String name, ObjectValue example, List<Index> indexes) {
  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException when the name has other characters
   */
  public Collection {
    if (!name.matches("[a-z][a-z0-9_]{0,37}")) {
      throw new IllegalArgumentException("not a collection's name: " + name);
    }
    indexes = List.copyOf(indexes);
  }
}
