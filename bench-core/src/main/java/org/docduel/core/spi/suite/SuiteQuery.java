package org.docduel.core.spi.suite;

import java.util.List;
import org.docduel.core.model.Value;
import org.docduel.core.spi.StoreException;

/** A question of a suite, prepared in one session. */
public interface SuiteQuery {
  /**
   * Asks it and takes every field of every row.
   *
   * @return how many rows there were
   * @throws TimeLimitException when it took too long
   * @throws StoreException when the server refuses
   */
  long run();

  /**
   * Asks it and gives the rows as they come.
   *
   * @param rows takes each row
   * @throws TimeLimitException when it took too long
   * @throws StoreException when the server refuses
   */
  void answer(Rows rows);

  /**
   * How the server runs it.
   *
   * @return a line for each step, indented
   * @throws StoreException when the server refuses
   */
  List<String> plan();

  /** Takes rows. */
  @FunctionalInterface
  interface Rows {
    /**
     * Takes one.
     *
     * @param names the columns' names, the same list object as long as they do not change
     * @param values as many values
     */
    void row(List<String> names, List<Value> values);
  }
}
