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
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * A condition on the values that paths lead to in a document. Stores compile it to their own
 * language; {@link #test} is what all of them must agree with. A value that is missing or of
 * another kind fulfils nothing but that it is missing.
 */
public sealed interface Predicate {
  boolean test(ObjectValue document);

  sealed interface OfOneValue extends Predicate {
    Path path();
  }

  /** A value that a path leads to is equal to, or greater than, another one of its kind. */
  record Compared(Path path, Sign sign, Value value) implements OfOneValue {
    /** All but {@link #EQUAL} are for numbers. */
    public enum Sign {
      EQUAL("="),
      ABOVE(">"),
      ABOVE_OR_EQUAL(">=");

      public final String symbol;

      Sign(String symbol) {
        this.symbol = symbol;
      }
    }

    @Override
    public boolean test(ObjectValue document) {
      Value found = path.in(document).orElse(NullValue.NULL);
      Optional<BigDecimal> bound = number(value);
      if (sign == Sign.EQUAL && bound.isEmpty()) {
        return found.equals(value);
      }
      return number(found)
          .map(number -> number.compareTo(bound.orElseThrow()))
          .filter(order ->
              switch (sign) {
                case EQUAL -> order == 0;
                case ABOVE -> order > 0;
                case ABOVE_OR_EQUAL -> order >= 0;
              })
          .isPresent();
    }
  }

  static Predicate is(Path path, Value value) {
    return new Compared(path, Compared.Sign.EQUAL, value);
  }

  static Predicate isTrue(Path path) {
    return is(path, BooleanValue.TRUE);
  }

  static Predicate above(Path path, BigDecimal bound) {
    return new Compared(path, Compared.Sign.ABOVE, new DecimalValue(bound));
  }

  /** A number of any kind, a double by its fewest digits; empty for any other value. */
  static Optional<BigDecimal> number(Value value) {
    if (value instanceof IntegerValue integer) {
      return Optional.of(BigDecimal.valueOf(integer.value()));
    } else if (value instanceof DoubleValue number) {
      return Optional.of(number.decimal());
    }
    return value instanceof DecimalValue decimal ? Optional.of(decimal.value()) : Optional.empty();
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

  /** An instant lies in a half-open range. */
  record TimestampWithin(Path path, Instant from, Instant until) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return path.in(document).orElse(null) instanceof TimestampValue timestamp
          && !timestamp.value().isBefore(from)
          && timestamp.value().isBefore(until);
    }
  }

  /** There is a value other than null, or there is none. */
  record HasValue(Path path, boolean expected) implements OfOneValue {
    @Override
    public boolean test(ObjectValue document) {
      return expected == (path.in(document).orElse(NullValue.NULL) != NullValue.NULL);
    }
  }

  /** An array holds all or any of some texts, numbers or truth values, at least one. */
  record ArrayHolds(Path path, List<Value> elements, boolean any) implements OfOneValue {
    public ArrayHolds {
      elements = List.copyOf(elements);
    }

    @Override
    public boolean test(ObjectValue document) {
      return path.in(document).orElse(null) instanceof ArrayValue array
          && (any
              ? elements.stream().anyMatch(array.elements()::contains)
              : array.elements().containsAll(elements));
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
