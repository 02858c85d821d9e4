package org.docduel.core.spi.starter;

import java.util.List;

/** Questions to collections, not yet in any dialect. */
public record StarterSuite(String index, List<Collection> collections) {
  /** Copies the list. */
  public StarterSuite {
    collections = List.copyOf(collections);
  }

  /** A collection. */
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
   */
  public record Named(String name, String title, StarterQuestion question) {}
}
