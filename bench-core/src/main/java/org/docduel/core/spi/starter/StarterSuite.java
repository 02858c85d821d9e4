package org.docduel.core.spi.starter;

import java.util.List;

/**
 * Questions to collections, not yet in any dialect.
 *
 * @param index the name of the set of indexes
 * @param collections what is asked
 */
public record StarterSuite(String index, List<Collection> collections) {
  /** Copies the list. */
  public StarterSuite {
    collections = List.copyOf(collections);
  }

  /**
   * A collection.
   *
   * @param name its name in queries
   * @param indexed the fields that have an index
   * @param questions what is asked
   */
  public record Collection(
      String name, List<StarterQuestion.Field> indexed, List<Named> questions) {
    /** Copies the lists. */
    public Collection {
      indexed = List.copyOf(indexed);
      questions = List.copyOf(questions);
    }
  }

  /**
   * A question with its name.
   *
   * @param name such as {@code 1.2}
   * @param title one line for people
   * @param question what is asked
   */
  public record Named(String name, String title, StarterQuestion question) {}
}
