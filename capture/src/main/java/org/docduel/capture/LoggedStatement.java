package org.docduel.capture;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a log.
 *
 * @param time when it was logged, as the log writes it; empty where lines have no time
 * @param database empty where the log does not say it
 * @param application the client's name for itself; empty where the log does not say it
 * @param parameters the bound values, null for NULL
 */
record LoggedStatement(
    String time,
    String database,
    String application,
    LoggedMessage message,
    List<@Nullable String> parameters) {
  /** Takes each statement, in the order of the log. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes one of them.
     *
     * @throws IllegalArgumentException when its text or its values cannot be read; the message says
     *     why, as half a sentence
     */
    void visit(LoggedStatement statement);
  }
}
