package org.docduel.core.spi.suite;

import java.util.List;
import org.docduel.core.model.Value;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.StoreException.TimeLimitException;

/** A question of a suite, prepared in one session. */
public interface SuiteQuery extends ExecutionBreakdown.Source {
  /** An answer of more rows is compared with none. */
  int MAX_ROWS = 5_000_000;

  /**
   * Sets the values that the next executions send for the parameters {@code $1}, {@code $2} and so
   * on, never as a part of the text.
   *
   * @throws UnsupportedOperationException when the store takes none; the message says so, as half a
   *     sentence
   */
  default void bind(List<Value> values) {
    throw new UnsupportedOperationException("this store takes no parameters");
  }

  /**
   * Asks it and takes every field of every row.
   *
   * @throws TimeLimitException when it took too long
   */
  long run();

  /**
   * Asks it and gives the rows as they come, {@link #MAX_ROWS} and one at most.
   *
   * @throws TimeLimitException when it took too long
   */
  void answer(Rows rows);

  /** How the server runs it. */
  List<String> plan();

  @FunctionalInterface
  interface Rows {
    void row(List<String> names, List<Value> values);
  }
}
