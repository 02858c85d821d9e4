package org.docduel.core.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.spi.suite.SuiteTables;

/**
 * One thread's connection, which hands out roles. A role that the store's {@link Capability
 * capabilities} do not name throws {@link UnsupportedOperationException}, and so does a query, a
 * look-up or an update that the store cannot express; the message says why, as half a sentence.
 *
 * @implSpec override the roles that the capabilities name; a role may keep prepared statements and
 *     buffers, since only one thread uses it
 */
public interface Session extends AutoCloseable {
  default Inserts inserts(Collection collection) {
    throw new UnsupportedOperationException("this store does not insert");
  }

  default Ingestion ingestion(Collection collection) {
    throw new UnsupportedOperationException("this store does not ingest");
  }

  /** Compiles a query that finds documents by their content, and prepares it. */
  default Read read(Collection collection, Query query) {
    throw new UnsupportedOperationException("this store does not find documents by content");
  }

  /** The role that finds whole documents along links. */
  default LinkRead links(Collection collection, LinkQuery query) {
    throw new UnsupportedOperationException("this store does not find documents along links");
  }

  default Updates updates(Collection collection, UpdateSpec spec) {
    throw new UnsupportedOperationException("this store does not update");
  }

  default Deletes deletes(Collection collection) {
    throw new UnsupportedOperationException("this store does not delete");
  }

  /**
   * The role that reads documents in order.
   *
   * @param field a top-level field of whole numbers, or {@link UpdateSpec#ID} for the id
   */
  default Scan scan(Collection collection, String field) {
    throw new UnsupportedOperationException("this store does not read documents in order");
  }

  /**
   * Prepares a query of a suite, in a session of {@link Store#within}. Where the server can see to
   * it, a session only reads once it has prepared a query that does.
   *
   * @param text in the store's dialect; one with parameters is {@linkplain SuiteQuery#bind bound}
   *     before it is asked
   * @param limit how long one execution may take
   * @param writes whether the query may change data, since its suite says so
   * @return the query, ready to be asked many times
   * @throws StoreException when it is none
   */
  default SuiteQuery query(String text, Duration limit, boolean writes) {
    throw new UnsupportedOperationException("this store has no queries of suites");
  }

  /**
   * Runs a suite's statements that answer nothing, such as those that make indexes.
   *
   * @param statements in the store's dialect, in order
   * @throws StoreException when the server refuses one
   */
  default void apply(List<String> statements) {
    throw new UnsupportedOperationException("this store has no queries of suites");
  }

  /** The role that has tables of a suite's own schema, in a session of {@link Store#within}. */
  default SuiteTables tables() {
    throw new UnsupportedOperationException("this store takes documents, and no tables");
  }

  /** The role that gives documents back. */
  default ContentReader reader(Collection collection) {
    throw new UnsupportedOperationException("this store keeps nothing");
  }

  /**
   * The role that watches the server. It is asked for on a session of its own, beside those that
   * work.
   *
   * @throws UnsupportedOperationException when this server cannot be watched so from here; the
   *     message says why, as half a sentence
   */
  default Watch watch(String profiler, Collection collection) {
    throw new UnsupportedOperationException("this store has no profiler " + profiler);
  }

  /** Gives the connection back. */
  @Override
  void close();

  @FunctionalInterface
  interface Inserts {
    /**
     * Encodes a batch, sends it, and waits for the server's acknowledgement.
     *
     * @implSpec all or nothing where the server can: a batch with a document that the store cannot
     *     hold, or with an id that is there already, leaves nothing behind; where the server
     *     cannot, the provider's documentation says what stays
     * @throws RejectedDocumentException when the store cannot hold one of them or an id is there
     *     already
     * @throws StoreException when anything else goes wrong
     */
    void insert(List<Document> batch);
  }

  @FunctionalInterface
  interface Updates {
    /**
     * Sets the number in the document with a key, and waits for the server's acknowledgement.
     *
     * @throws StoreException when the server refuses or does not answer in time; the update may or
     *     may not have happened
     */
    long update(long key, long value);
  }

  @FunctionalInterface
  interface Deletes {
    /**
     * Removes the document with an id, and waits for the server's acknowledgement.
     *
     * @return how many were removed: 1, or 0 when there was none
     * @throws StoreException when the server refuses or does not answer in time; the document may
     *     or may not be there
     */
    long delete(long id);
  }

  /** Reads whole documents in the ascending order of a whole number that each of them has. */
  @FunctionalInterface
  interface Scan {
    /**
     * Reads and decodes the documents from a number on.
     *
     * @param limit the most that are wanted, 1 or more
     * @param visitor takes each document, in order
     */
    void from(long number, int limit, ContentReader.Visitor visitor);
  }

  /** Gives documents back, to check them or as a client that knows their ids reads them. */
  interface ContentReader {
    /**
     * How many documents there are, counted, not estimated.
     *
     * @return the count; 0 for a collection that was never made
     */
    long count();

    /**
     * One document, decoded.
     *
     * @return its body, or empty when there is no such document
     */
    Optional<ObjectValue> find(long id);

    /**
     * Many documents, decoded, in any order. Missing ones are left out.
     *
     * @implSpec asks for one after the other; override it where the store can do better
     */
    default void range(long from, long until, Visitor visitor) {
      for (long id = from; id < until; id++) {
        long key = id;
        find(id).ifPresent(body -> visitor.visit(key, body));
      }
    }

    @FunctionalInterface
    interface Visitor {
      void visit(long id, ObjectValue body);
    }

    /**
     * What {@link #find} must give for a document that was sent: the document itself where the
     * store has all types, else the form that its representation has for the types that it lacks
     * (timestamps as ISO-8601 text in JSON).
     */
    ObjectValue asStored(Document document);
  }
}
