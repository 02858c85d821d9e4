package org.docduel.core.spi;

import java.time.Duration;
import java.util.List;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.suite.SuiteQuery;

/**
 * One thread's connection, which hands out roles. A role that the store's {@link Capability
 * capabilities} do not name throws {@link UnsupportedOperationException}.
 *
 * @implSpec override the roles that the capabilities name; a role may keep prepared statements and
 *     buffers, since only one thread uses it
 */
public interface Session extends AutoCloseable {
  /** The role that takes batches. */
  default Inserts inserts(Collection collection) {
    throw new UnsupportedOperationException("this store does not insert");
  }

  /** The role that loads in bulk. */
  default Ingestion ingestion(Collection collection) {
    throw new UnsupportedOperationException("this store does not ingest");
  }

  /**
   * Compiles a query that finds documents by their content, and prepares it.
   *
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   * @throws StoreException when the server refuses
   */
  default Read read(Collection collection, Query query) {
    throw new UnsupportedOperationException("this store does not find documents by content");
  }

  /**
   * The role that finds whole documents along links.
   *
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   */
  default LinkRead links(Collection collection, LinkQuery query) {
    throw new UnsupportedOperationException("this store does not find documents along links");
  }

  /**
   * The role that changes documents.
   *
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   */
  default Updates updates(Collection collection, UpdateSpec spec) {
    throw new UnsupportedOperationException("this store does not update");
  }

  /** The role that removes documents. */
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
   * @param text in the store's dialect
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
   * @throws StoreException when the server refuses
   */
  default Watch watch(String profiler, Collection collection) {
    throw new UnsupportedOperationException("this store has no profiler " + profiler);
  }

  /** Gives the connection back. */
  @Override
  void close();
}
