package org.docduel.core.files;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Predicate;

/**
 * Turns the values of a file's documents into those of their columns: texts into what they say,
 * where a shape has something else than a text, and numbers into the kind of number.
 */
final class TypedTexts {
  /** Fewer than {@code long} has, so that every such text is a number of 64 bits. */
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  private static final Pattern DECIMAL =
      Pattern.compile("-?((0|[1-9][0-9]{0,500})(\\.[0-9]{1,500})?|\\.[0-9]{1,500})");
  private static final Pattern BOOLEAN = Pattern.compile("true|false");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}([-/])\\d\\d\\1\\d\\d([T ]\\d\\d:\\d\\d.{0,25})?");

  private static final Pattern OFFSET = Pattern.compile("(Z|[+-]\\d\\d(:\\d\\d)*)$");

  /** Doubles hold all decimals of so many digits, but for very large and very small ones. */
  private static final int SURE_DIGITS = 15;

  private static final int SURE_EXPONENT = 290;

  /** Doubles hold all whole numbers up to this one. */
  private static final long SURE_WHOLE = 1L << 53;

  /** An offset without its colon, or without minutes, as other programs write it. */
  private static final Pattern SHORT_OFFSET = Pattern.compile("(?<=\\d)([+-]\\d\\d)(\\d\\d)?$");

  private final Map<String, Kind> kinds = new HashMap<>();
  private final Map<String, TypedTexts> objects = new HashMap<>();
  private final List<String> parent;
  private final java.util.function.Predicate<List<String>> isDecimal;

  /**
   * For documents of a shape.
   *
   * @param isDecimal whether a number with a fraction inside of a column of JSON is a decimal, by
   *     the names that lead to it through objects and lists
   */
  TypedTexts(Shape shape, java.util.function.Predicate<List<String>> isDecimal) {
    this(shape, List.of(), isDecimal);
  }

  private TypedTexts(
      Shape shape, List<String> parent, java.util.function.Predicate<List<String>> isDecimal) {
    this.parent = parent;
    this.isDecimal = isDecimal;
    for (Shape.Field field : shape.fields()) {
      if (field.object().isPresent()) {
        TypedTexts inside =
            new TypedTexts(field.object().get(), with(parent, field.name()), isDecimal);
        if (!inside.isEmpty()) {
          objects.put(field.name(), inside);
        }
      } else if (field.kind() != Kind.TEXT) {
        kinds.put(field.name(), field.kind());
      }
    }
  }

  static List<String> with(List<String> names, String last) {
    List<String> all = new ArrayList<>(names);
    all.add(last);
    return all;
  }

  private boolean isEmpty() {
    return kinds.isEmpty() && objects.isEmpty();
  }

  ObjectValue apply(ObjectValue object) {
    if (isEmpty()) {
      return object;
    }
    Value[] values = object.values().toArray(Value[]::new);
    for (int i = 0; i < values.length; i++) {
      String name = object.names().name(i);
      Kind kind = kinds.get(name);
      TypedTexts inside = objects.get(name);
      if (kind == Kind.JSON) {
        values[i] = inJson(with(parent, name), values[i]);
      } else if (kind != null) {
        values[i] = convert(kind, values[i]);
      } else if (inside != null && values[i] instanceof ObjectValue child) {
        values[i] = inside.apply(child);
      }
    }
    return new ObjectValue(object.names(), List.of(values));
  }

  /** Of a column of JSON only fractions are changed, so that those of one field are of one kind. */
  private Value inJson(List<String> names, Value value) {
    if (value instanceof DoubleValue) {
      return isDecimal.test(names) ? convert(Kind.DECIMAL, value) : value;
    } else if (value instanceof ArrayValue array) {
      List<Value> elements = new ArrayList<>(array.elements().size());
      for (Value element : array.elements()) { // a stream would take frames a level
        elements.add(inJson(names, element));
      }
      return new ArrayValue(elements);
    } else if (value instanceof ObjectValue object) {
      List<Value> values = new ArrayList<>(object.values().size());
      for (int i = 0; i < object.values().size(); i++) {
        values.add(inJson(with(names, object.names().name(i)), object.values().get(i)));
      }
      return new ObjectValue(object.names(), values);
    }
    return value;
  }

  /** A value as one of a kind, where it says one. */
  static Value convert(Kind kind, Value value) {
    if (value instanceof StringValue text) {
      return parse(kind, text.value()).orElse(value);
    } else if (value instanceof ArrayValue array && kind.isFraction()) {
      Kind element = kind == Kind.DOUBLES ? Kind.DOUBLE : Kind.DECIMAL;
      return new ArrayValue(array.elements().stream().map(item -> convert(element, item)).toList());
    }
    return switch (kind) {
      case INTEGER -> value instanceof DoubleValue ? JsonForm.number(number(value)) : value;
      case DOUBLE ->
          value instanceof IntegerValue || value instanceof DecimalValue
              ? new DoubleValue(number(value).doubleValue())
              : value;
      case DECIMAL ->
          value instanceof IntegerValue || value instanceof DoubleValue
              ? new DecimalValue(number(value))
              : value;
      default -> value;
    };
  }

  private static BigDecimal number(Value value) {
    return Predicate.number(value).orElseThrow();
  }

  /**
   * The double that holds a number: the nearest one, when as many of its digits as the number has
   * are the number's.
   *
   * @param text the number as it stands in the file: a BigDecimal has no negative zero
   */
  static Optional<DoubleValue> toDouble(BigDecimal number, String text) {
    double nearest = number.doubleValue();
    if (number.signum() == 0) {
      return Optional.of(new DoubleValue(text.startsWith("-") ? -0.0 : 0.0));
    }
    return isHeld(number, nearest) ? Optional.of(new DoubleValue(nearest)) : Optional.empty();
  }

  /** Whether a double holds a number. */
  static boolean isHeld(Value value) {
    if (value instanceof IntegerValue integer && Math.abs(integer.value()) <= SURE_WHOLE) {
      return integer.value() != Long.MIN_VALUE;
    } else if (value instanceof DoubleValue) {
      return true;
    }
    BigDecimal number = number(value);
    return number.signum() == 0 || isHeld(number, number.doubleValue());
  }

  private static boolean isHeld(BigDecimal number, double nearest) {
    int digits = number.precision();
    if (digits <= SURE_DIGITS && Math.abs((long) digits - number.scale()) <= SURE_EXPONENT) {
      return true;
    }
    return Double.isFinite(nearest)
        && new BigDecimal(nearest)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .compareTo(number)
            == 0;
  }

  /** Whether a text says a value of a kind: in JSON an object or a list. */
  static boolean matches(Kind kind, String text) {
    return kind == Kind.JSON ? JsonReader.isObjectOrList(text) : parse(kind, text).isPresent();
  }

  /** The value that a text says, as one of a kind; empty when it says none of this kind. */
  static Optional<Value> parse(Kind kind, String text) {
    return switch (kind) {
      case INTEGER -> parse(INTEGER, text, digits -> new IntegerValue(Long.parseLong(digits)));
      case DOUBLE ->
          DECIMAL.matcher(text).matches()
              ? toDouble(new BigDecimal(text), text).map(Value.class::cast)
              : Optional.empty();
      case DECIMAL -> parse(DECIMAL, text, digits -> new DecimalValue(new BigDecimal(digits)));
      case BOOLEAN -> parse(BOOLEAN, text, literal -> BooleanValue.of(literal.equals("true")));
      case TIMESTAMP -> timestamp(text).map(value -> value);
      default -> Optional.empty();
    };
  }

  private static Optional<Value> parse(Pattern form, String text, Function<String, Value> value) {
    return form.matcher(text).matches() ? Optional.of(value.apply(text)) : Optional.empty();
  }

  /** Whether a text is the very one that stores without instants give back. */
  static boolean isExactTimestamp(String text) {
    return timestamp(text).filter(value -> JsonForm.text(value).equals(text)).isPresent();
  }

  /** An instant; a date begins at midnight, and without an offset it is taken as UTC. */
  private static Optional<TimestampValue> timestamp(String text) {
    if (!INSTANT.matcher(text).matches()) {
      return Optional.empty();
    }
    String iso = text.replace('/', '-').replace(' ', 'T');
    String dateTime =
        iso.indexOf('T') < 0
            ? iso + "T00:00Z"
            : SHORT_OFFSET
                .matcher(iso)
                .replaceFirst(offset ->
                    offset.group(1) + ":" + Objects.requireNonNullElse(offset.group(2), "00"));
    String instant = OFFSET.matcher(dateTime).find() ? dateTime : dateTime + "Z";
    try {
      Instant value = OffsetDateTime.parse(instant).toInstant();
      return value.equals(value.truncatedTo(ChronoUnit.MILLIS))
          ? Optional.of(new TimestampValue(value))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
