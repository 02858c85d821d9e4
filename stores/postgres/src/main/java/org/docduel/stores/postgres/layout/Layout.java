package org.docduel.stores.postgres.layout;

import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.UpdateSpec;
import org.docduel.stores.jdbc.SqlDialect;
import org.docduel.stores.postgres.column.Column;

/** How the documents of one collection lie in columns. Immutable, shared by threads. */
public interface Layout {
  /**
   * The columns beside the primary key.
   *
   * @return in the table's order
   */
  List<Column> columns();

  /**
   * Columns that the server works out from the others.
   *
   * @return their definitions, as they stand in {@code CREATE TABLE}
   */
  default List<String> generated() {
    return List.of();
  }

  /**
   * Splits a document into the values of its columns.
   *
   * @param document the document
   * @param into one place for each column
   * @throws org.docduel.core.spi.RejectedDocumentException when the document does not have the
   *     collection's shape
   */
  void split(Document document, Value[] into);

  /**
   * Puts a document together again.
   *
   * @param values one for each column
   * @return the body
   */
  ObjectValue join(List<Value> values);

  /**
   * What comes back for a document.
   *
   * @param document one that {@link #split} takes
   * @return the body to expect
   */
  ObjectValue asStored(Document document);

  /**
   * Translates an index.
   *
   * @param index what is wanted
   * @return what follows {@code CREATE INDEX ON table USING}
   * @throws org.docduel.core.spi.StoreException when this layout has no such index
   */
  String using(Index index);

  /**
   * How documents are found by a whole number in them.
   *
   * @param field a top-level field of whole numbers
   * @return an expression of type bigint, the very one that an index on the field has
   * @throws UnsupportedOperationException when the server cannot see the field; the message says
   *     why, as half a sentence
   */
  default String key(String field) {
    throw new UnsupportedOperationException("the server cannot look into its documents");
  }

  /**
   * How one number is set. {@link org.docduel.core.config.UpdateKind#REPLACE} is not asked for: it
   * sets every column.
   *
   * @param spec what is set, and how
   * @return what follows {@code SET}, with one parameter, the number, as a bigint
   * @throws UnsupportedOperationException when the representation has no such statement; the
   *     message says why, as half a sentence
   */
  default String assignment(UpdateSpec spec) {
    throw new UnsupportedOperationException("the server cannot look into its documents");
  }

  /**
   * How conditions are written, in the very expressions that {@link #using} indexes.
   *
   * @return the words
   * @throws UnsupportedOperationException when the server cannot see the documents; the message
   *     says so, as half a sentence
   */
  default SqlDialect dialect() {
    throw new UnsupportedOperationException("its columns cannot be searched by content");
  }

  /**
   * Translates a condition.
   *
   * @param predicate what is asked
   * @return what follows {@code WHERE}
   * @throws UnsupportedOperationException when this layout cannot express it; the message says why,
   *     as half a sentence
   */
  default String condition(Predicate predicate) {
    return dialect().where(predicate);
  }

  /**
   * What sorts documents by a value, smallest first.
   *
   * @param path leads to the value
   * @return what follows {@code ORDER BY}
   * @throws UnsupportedOperationException when this layout cannot express it; the message says why,
   *     as half a sentence
   */
  default String orderBy(Path path) {
    throw new UnsupportedOperationException("its columns cannot be sorted by content");
  }

  /**
   * The value that a path leads to, to be sent to the client.
   *
   * @param path leads to the value; SQL's null where it leads nowhere
   * @param asText whether it is a text whatever its own type
   * @return the expression
   * @throws UnsupportedOperationException when this layout cannot express it; the message says why,
   *     as half a sentence
   */
  default ValueExpression valueAt(Path path, boolean asText) {
    throw new UnsupportedOperationException("the server cannot look into its documents");
  }

  /**
   * Whether the server gives whole documents where a value in them is asked for, so that the client
   * has to find it.
   *
   * @return false unless the server cannot look into the documents
   */
  default boolean sendsWholeDocuments() {
    return false;
  }
}
