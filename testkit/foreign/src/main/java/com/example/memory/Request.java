package com.example.memory;

import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Query;

/** What a client asks of the server. Each is answered by one object, or by a {@link Refusal}. */
sealed interface Request {
  /** The collection that it is about. */
  String collection();

  /** Makes a collection anew; answered by 0. */
  record Create(String collection, List<Index> indexes) implements Request {}

  /** Removes all documents; answered by 0. */
  record Empty(String collection) implements Request {}

  /** Adds all documents or none; answered by how many. */
  record Insert(String collection, List<Document> documents) implements Request {}

  /** Adds indexes; answered by 0. */
  record AddIndexes(String collection, List<Index> indexes) implements Request {}

  /** Answered by how many documents there are. */
  record Count(String collection) implements Request {}

  /** Answered by the bytes that the documents came in. */
  record Size(String collection) implements Request {}

  /** Answered by a list of the document, or an empty one. */
  record Find(String collection, long id) implements Request {}

  /** Answered by an {@link Answer}. */
  record Ask(String collection, Query query) implements Request {}

  /** Sets the number that a path of names leads to; answered by how many had the key. */
  record Set(String collection, String field, long key, List<String> path, long value)
      implements Request {}

  /** Replaces the document; answered by how many had the key. */
  record Replace(String collection, String field, long key, ObjectValue body) implements Request {}

  /** Removes the document with an id; answered by how many there were. */
  record Remove(String collection, long id) implements Request {}

  /**
   * Answered by a list of ids and bodies in turn, of the documents from a number on.
   *
   * @param field the number's; empty for the id
   */
  record From(String collection, String field, long number, int limit) implements Request {}

  /**
   * What a query gives.
   *
   * @param rows ids or values, in order
   * @param plan what was done, a line for each step
   * @param indexes those that were used
   * @param nanos how long it took
   */
  record Answer(List<Object> rows, List<String> plan, List<String> indexes, long nanos) {}

  /** Why nothing was done. */
  record Refusal(String reason) {}
}
