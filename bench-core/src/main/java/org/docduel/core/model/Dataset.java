package org.docduel.core.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Documents as a pure function of an index. A dataset is made from a seed and nothing else:
 * document <i>i</i> can be had without the ones before it, on any thread, on any machine, and again
 * later to check what a store gives back.
 *
 * <p>All documents of a generated dataset have the same shape: the same field names in the same
 * order with values of the same kinds, down to the leaves (arrays may differ in length). Those of a
 * person's file have what {@link #shape} says.
 */
public interface Dataset {
  /**
   * A short name for tables and file names.
   *
   * @return the name, such as {@code w1-flat}
   */
  String name();

  /**
   * The document at an index. Its {@link Document#id()} is the index.
   *
   * @param index 0 or more
   */
  Document document(long index);

  /**
   * What all documents have in common, from which a store with typed columns takes its columns.
   *
   * @return the shape of the first document, unless documents differ
   */
  default Shape shape() {
    return Shape.of(document(0).body());
  }

  /**
   * The documents of a range.
   *
   * @param count how many, 0 or more
   * @return an immutable list
   */
  default List<Document> documents(long from, int count) {
    List<Document> documents = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      documents.add(document(from + i));
    }
    return List.copyOf(documents);
  }
}
