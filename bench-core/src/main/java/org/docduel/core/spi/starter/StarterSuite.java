package org.docduel.core.spi.starter;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Test;

/** Questions to collections, not yet in any dialect. */
public record StarterSuite(String index, List<Collection> collections) {
  public StarterSuite {
    collections = List.copyOf(collections);
  }

  /**
   * A collection.
   *
   * @param fields all leaves of its documents
   */
  public record Collection(String name, List<Field> fields, List<Named> questions) {
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
        named
            .question()
            .where()
            .ifPresent(where ->
                tests
                    .computeIfAbsent(where.field(), ignored -> EnumSet.noneOf(Test.class))
                    .add(where.test()));
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

  /**
   * A question that can be asked of any collection. Stores put it in their own words, so that a
   * person who brings documents has queries to begin with. A row's fields have the names given
   * here.
   */
  public sealed interface StarterQuestion {
    /** What the documents have to meet that are looked at. */
    Optional<Condition> where();

    /** A field that all documents have in the same kind. */
    record Field(List<String> names, Kind kind) {
      public Field {
        names = List.copyOf(names);
      }

      public boolean isList() {
        return kind.isList();
      }
    }

    enum Test {
      EQUAL,
      /** The field has the value, or a greater one. */
      AT_LEAST,
      /** The value is an element of the field's list. */
      CONTAINS,
      /** The field's text begins with the value. */
      PREFIX,
      /** The field has a value other than null. */
      EXISTS,
      /** The field is absent or null. */
      MISSING
    }

    /**
     * What documents are asked for.
     *
     * @param value what the field is compared with; null for {@link Test#EXISTS} and {@link
     *     Test#MISSING}
     */
    record Condition(Field field, Test test, Value value) {}

    /** How many documents there are, or meet a condition: {@code n}. */
    record Count(Optional<Condition> where) implements StarterQuestion {}

    record Documents(Condition condition) implements StarterQuestion {
      @Override
      public Optional<Condition> where() {
        return Optional.of(condition);
      }
    }

    /**
     * How many documents have each value of a field, and a number's mean: {@code value, n, mean}.
     */
    record Groups(Field by, Optional<Field> mean) implements StarterQuestion {
      @Override
      public Optional<Condition> where() {
        return Optional.empty();
      }
    }

    /**
     * The documents with the greatest numbers, the smaller key first among equals: {@code id,
     * value}.
     */
    record Greatest(Field number, int limit) implements StarterQuestion {
      @Override
      public Optional<Condition> where() {
        return Optional.of(new Condition(number, Test.EXISTS, NullValue.NULL));
      }
    }
  }
}
