package org.docduel.core.spi.starter;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.model.Path;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;

/**
 * Queries to the documents of a person's own, to begin with, not yet in any dialect.
 *
 * @param index the name of the set of indexes
 */
public record StarterSuite(String index, List<Part> parts) {
  /** The name of the set without indexes, beside {@link #index}. */
  public static final String NO_INDEX = "none";

  public StarterSuite {
    parts = List.copyOf(parts);
  }

  /**
   * The queries to one collection.
   *
   * @param collection with the indexes that serve them, and no others
   */
  public record Part(Collection collection, List<TitledQuery> queries) {
    public Part {
      queries = List.copyOf(queries);
    }

    /** Whether documents have a field {@code id} of their own, beside the key. */
    public boolean hasOwnId() {
      return collection.shape().fields().stream().anyMatch(field -> field.name().equals("id"));
    }
  }

  /**
   * A query with its name.
   *
   * @param name such as {@code 1.2}
   * @param title what it asks, in words
   * @param matches how many documents it matches, in words
   */
  public record TitledQuery(String name, String title, String matches, StarterQuery query) {}

  /** What is asked. A row's fields have the names given here. */
  public sealed interface StarterQuery {
    /** Which documents are looked at. */
    Predicate where();

    /** The fields that it names. */
    default List<Path> fields() {
      return where() instanceof Predicate.OfOneValue predicate
          ? List.of(predicate.path())
          : List.of();
    }

    /** How many there are: {@code n}. */
    record Count(Predicate where) implements StarterQuery {}

    /** The documents themselves. */
    record Documents(Predicate where) implements StarterQuery {}

    /** How many have each value of a field, and a number's mean: {@code value, n, mean}. */
    record Groups(Path by, Optional<Path> mean) implements StarterQuery {
      @Override
      public Predicate where() {
        return Query.EVERY;
      }

      @Override
      public List<Path> fields() {
        return Stream.concat(Stream.of(by), mean.stream()).toList();
      }
    }

    /** Those with the greatest numbers, the smaller key first among equals: {@code id, value}. */
    record Greatest(Path number, int limit) implements StarterQuery {
      @Override
      public Predicate where() {
        return new Predicate.HasValue(number, true);
      }
    }
  }
}
