package org.docduel.core.spi.starter;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.spi.starter.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterQuestion.Test;

/** Questions to collections, not yet in any dialect. */
public record StarterSuite(String index, List<Collection> collections) {
  /** Copies the list. */
  public StarterSuite {
    collections = List.copyOf(collections);
  }

  /**
   * A collection.
   *
   * @param fields all leaves of its documents
   */
  public record Collection(String name, List<Field> fields, List<Named> questions) {
    /** Copies the lists. */
    public Collection {
      fields = List.copyOf(fields);
      questions = List.copyOf(questions);
    }

    /** Whether documents have a field {@code id} of their own, beside the key. */
    public boolean hasOwnId() {
      return fields.stream().anyMatch(field -> field.names().get(0).equals("id"));
    }

    /** The indexes that serve the questions, and no others. */
    public List<Index> indexes() {
      Map<Field, Set<Test>> tests = new LinkedHashMap<>();
      for (Named named : questions) {
        where(named.question())
            .ifPresent(where ->
                tests
                    .computeIfAbsent(where.field(), ignored -> EnumSet.noneOf(Test.class))
                    .add(where.test()));
        if (named.question() instanceof StarterQuestion.Greatest greatest) {
          tests
              .computeIfAbsent(greatest.number(), ignored -> EnumSet.noneOf(Test.class))
              .add(Test.AT_LEAST);
        }
      }
      List<Index> indexes = new ArrayList<>();
      tests.forEach((field, asked) -> {
        boolean prefix = asked.remove(Test.PREFIX);
        if (prefix) {
          indexes.add(new Index(field, true));
          asked.remove(Test.EQUAL);
        }
        if (!asked.isEmpty()) {
          indexes.add(new Index(field, false));
        }
      });
      return indexes;
    }

    private static Optional<Condition> where(StarterQuestion question) {
      if (question instanceof StarterQuestion.Count count) {
        return count.where();
      }
      return question instanceof StarterQuestion.Documents documents
          ? Optional.of(documents.where())
          : Optional.empty();
    }
  }

  /**
   * An index on a field's values, or on the elements of its list.
   *
   * @param prefix whether it has to find texts by how they begin
   */
  public record Index(Field field, boolean prefix) {}

  /**
   * A question with its name.
   *
   * @param name such as {@code 1.2}
   * @param title what it asks, in words
   * @param matches how many documents it matches, in words
   */
  public record Named(String name, String title, String matches, StarterQuestion question) {}
}
