package org.docduel.core.spi;

/**
 * A store that answers the questions of suites ({@link Capability#QUERY_SUITE}): each suite has a
 * file with its questions in every dialect that it knows.
 */
public interface QuerySuiteProvider extends StoreProvider {
  /**
   * The dialect, as suites name their files.
   *
   * @return lower case letters, digits and dashes; often the store's own name
   */
  String dialect();
}
