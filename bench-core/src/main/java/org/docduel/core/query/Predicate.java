package org.docduel.core.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * A condition on the values that paths lead to in a document. Stores compile it to their own
 * language; {@link #test} is what all of them must agree with. A value that is missing or of
 * another kind fulfils nothing.
 */
public sealed interface Predicate {
  boolean test(ObjectValue document);

  sealed interface OfOneValue extends Predicate {
    Path path();
  }

  record TextIs(Path path, String text) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return Predicate.text(document, path).filter(text::equals).isPresent();
    }
  }

  /** A text begins with a prefix, letter by letter. */
  record TextStartsWith(Path path, String prefix) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return Predicate.text(document, path).filter(text -> text.startsWith(prefix)).isPresent();
    }
  }

  /** A text contains a part, in capitals or not. */
  record TextContains(Path path, String part) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return Predicate.text(document, path)
          .map(text -> text.toLowerCase(Locale.ROOT))
          .filter(text -> text.contains(part.toLowerCase(Locale.ROOT)))
          .isPresent();
    }
  }

  record NumberAbove(Path path, BigDecimal bound) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return path.in(document).orElse(null) instanceof DecimalValue number
          && number.value().compareTo(bound) > 0;
    }
  }

  /** An instant lies in a half-open range. */
  record TimestampWithin(Path path, Instant from, Instant until) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return path.in(document).orElse(null) instanceof TimestampValue timestamp
          && !timestamp.value().isBefore(from)
          && timestamp.value().isBefore(until);
    }
  }

  record IsTrue(Path path) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return path.in(document).orElse(null) instanceof BooleanValue truth && truth.value();
    }
  }

  /** An array holds all of some texts. */
  record ArrayHolds(Path path, List<String> elements) implements OfOneValue {
    public ArrayHolds {
      elements = List.copyOf(elements);
    }

    @Override
    public boolean test(ObjectValue document) {
      return path.in(document).orElse(null) instanceof ArrayValue array
          && elements.stream().map(StringValue::new).allMatch(array.elements()::contains);
    }
  }

  record AllOf(List<Predicate> parts) implements Predicate {
    public AllOf {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean test(ObjectValue document) {
      return parts.stream().allMatch(part -> part.test(document));
    }
  }

  record AnyOf(List<Predicate> parts) implements Predicate {
    public AnyOf {
      parts = List.copyOf(parts);
    }

    @Override
    public boolean test(ObjectValue document) {
      return parts.stream().anyMatch(part -> part.test(document));
    }
  }

  private static Optional<String> text(ObjectValue document, Path path) {
    Optional<Value> value = path.in(document);
    return value.isPresent() && value.get() instanceof StringValue text
        ? Optional.of(text.value())
        : Optional.empty();
  }
}
