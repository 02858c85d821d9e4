package org.docduel.core.spi.suite;

import java.time.Duration;
import java.util.List;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;

/**
 * Several collections that belong together, under their plain names, and questions to them in the
 * store's dialect. For one thread.
 */
public interface QuerySuites {
  /**
   * Removes all collections of the space and makes it anew, empty.
   *
   * @throws StoreException when the server refuses
   */
  void clear();

  /** Loads one of the collections. */
  Ingestion ingestion(Collection collection);

  /** Gives documents of one of the collections back. */
  ContentReader reader(Collection collection);

  /**
   * What the server is, and how one of the collections lies on its disk.
   *
   * @throws StoreException when the server refuses
   */
  StoreDescription describe(Collection collection);

  /**
   * Runs statements that answer nothing, such as those that make indexes.
   *
   * @param statements in the dialect, in order
   * @throws StoreException when the server refuses one
   */
  void apply(List<String> statements);

  /**
   * Prepares a question.
   *
   * @throws StoreException when it is none
   */
  SuiteQuery prepare(String text, Duration limit);

  /**
   * Prepares a question that may change data, since its suite says so. What is prepared with {@link
   * #prepare} only reads, wherever the server can see to that.
   *
   * @param text in the dialect
   * @param limit how long one execution may take
   * @return the question, ready to be asked many times
   * @throws StoreException when it is none
   */
  default SuiteQuery prepareWriting(String text, Duration limit) {
    return prepare(text, limit);
  }
}
