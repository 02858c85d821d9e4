package org.docduel.core.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.docduel.core.model.Value.ObjectValue;

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
  /** The fields with fractions, and what kind these are, in words; empty where there are none. */
  default Optional<String> numbers() {
    return shape().fractions();
  }

  /** A short name for tables and file names, such as {@code w1-flat}. */
  String name();

  /** The document at an index from 0, which is its {@link Document#id()}. */
  Document document(long index);

  /** What all documents have in common, from which a store with typed columns takes its columns. */
  default Shape shape() {
    return Shape.of(document(0).body());
  }

  /** The documents of a range, immutable. */
  default List<Document> documents(long from, int count) {
    return LongStream.range(from, from + count).mapToObj(this::document).toList();
  }

  /** A document as the application has it in memory, before any store's encoding. */
  record Document(long id, ObjectValue body) {}
}
