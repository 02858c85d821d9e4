package org.docduel.core.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/**
 * A condition on the top-level fields of a document. Stores compile it to their own language;
 * {@link #test} is what all of them must agree with. A field that is missing or of another kind
 * fulfils nothing.
 */
public sealed interface Predicate {
  /**
   * Whether a document fulfils it.
   *
   * @param document a document's body
   * @return whether it does
   */
  boolean test(ObjectValue document);

  /**
   * A text equals another.
   *
   * @param field a field of texts
   * @param text what it has to be
   */
  record TextIs(String field, String text) implements Predicate {
    @Override
    public boolean test(ObjectValue document) {
      return Predicate.text(document, field).filter(text::equals).isPresent();
    }
  }

  /**
   * A text begins with a prefix, letter by letter.
   *
   * @param field a field of texts
   * @param prefix letters and digits: no character that means something in a pattern
   */
  record TextStartsWith(String field, String prefix) implements Predicate {
    @Override
    public boolean test(ObjectValue document) {
      return Predicate.text(document, field).filter(text -> text.startsWith(prefix)).isPresent();
    }
  }

  /**
   * A text contains a part, in capitals or not.
   *
   * @param field a field of texts
   * @param part letters and digits: no character that means something in a pattern
   */
  record TextContains(String field, String part) implements Predicate {
    @Override
    public boolean test(ObjectValue document) {
      return Predicate.text(document, field)
          .map(text -> text.toLowerCase(Locale.ROOT))
          .filter(text -> text.contains(part.toLowerCase(Locale.ROOT)))
          .isPresent();
    }
  }

  /**
   * A number is greater than another.
   *
   * @param field a field of decimal numbers
   * @param bound what it has to exceed
   */
  record NumberAbove(String field, BigDecimal bound) implements Predicate {
    @Override
    public boolean test(ObjectValue document) {
      return document.field(field).orElse(null) instanceof DecimalValue number
          && number.value().compareTo(bound) > 0;
    }
  }

  /**
   * An instant lies in a half-open range.
   *
   * @param field a field of timestamps
   * @param from the first instant
   * @param until the first instant after the range
   */
  record TimestampWithin(String field, Instant from, Instant until) implements Predicate {
    @Override
    public boolean test(ObjectValue document) {
      return document.field(field).orElse(null) instanceof TimestampValue timestamp
          && !timestamp.value().isBefore(from)
          && timestamp.value().isBefore(until);
    }
  }

  /**
   * A truth value is true.
   *
   * @param field a field of truth values
   */
  record IsTrue(String field) implements Predicate {
    @Override
    public boolean test(ObjectValue document) {
      return document.field(field).orElse(null) instanceof BooleanValue truth && truth.value();
    }
  }

  /**
   * An array holds all of some texts.
   *
   * @param field a field of arrays of texts
   * @param elements what it has to hold, at least one
   */
  record ArrayHolds(String field, List<String> elements) implements Predicate {
    /** Copies the list. */
    public ArrayHolds {
      elements = List.copyOf(elements);
    }

    @Override
    public boolean test(ObjectValue document) {
      return document.field(field).orElse(null) instanceof ArrayValue array
          && elements.stream().map(StringValue::new).allMatch(array.elements()::contains);
    }
  }

  /**
   * All of some conditions hold.
   *
   * @param parts two or more
   */
  record AllOf(List<Predicate> parts) implements Predicate {
    /** Copies the list. */
    public AllOf {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean test(ObjectValue document) {
      return parts.stream().allMatch(part -> part.test(document));
    }
  }

  /**
   * Any of some conditions holds.
   *
   * @param parts two or more
   */
  record AnyOf(List<Predicate> parts) implements Predicate {
    /** Copies the list. */
    public AnyOf {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean test(ObjectValue document) {
      return parts.stream().anyMatch(part -> part.test(document));
    }
  }

  private static Optional<String> text(ObjectValue document, String field) {
    Optional<Value> value = document.field(field);
    return value.isPresent() && value.get() instanceof StringValue text
        ? Optional.of(text.value())
        : Optional.empty();
  }
}
