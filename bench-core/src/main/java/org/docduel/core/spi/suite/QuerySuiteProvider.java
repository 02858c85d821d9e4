package org.docduel.core.spi.suite;

import java.util.Optional;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.starter.StarterSuite;

/**
 * A store that answers the questions of suites ({@link Capability#QUERY_SUITE}): each suite has a
 * file with its questions in every dialect that it knows.
 */
public interface QuerySuiteProvider extends StoreProvider {
  /** The dialect, as suites name their files. */
  String dialect();

  /**
   * Questions in the dialect, for a person to begin with.
   *
   * @return the text of the dialect's file, JSON where it begins with a brace; empty when the store
   *     has no words for them
   */
  default Optional<String> starter(StarterSuite suite) {
    return Optional.empty();
  }
}
