package org.docduel.core.files;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/** Turns texts into what they say, where a shape has something else than a text. */
final class TypedTexts {
  /** Fewer than {@code long} has, so that every such text is a number of 64 bits. */
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  private static final Pattern DECIMAL =
      Pattern.compile("-?((0|[1-9][0-9]{0,500})(\\.[0-9]{1,500})?|\\.[0-9]{1,500})");
  private static final Pattern BOOLEAN = Pattern.compile("true|false");
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}([-/])\\d\\d\\1\\d\\d([T ]\\d\\d:\\d\\d.{0,25})?");

  private static final Pattern OFFSET = Pattern.compile("(Z|[+-]\\d\\d(:\\d\\d)*)$");

  private final Map<String, Kind> kinds = new HashMap<>();
  private final Map<String, TypedTexts> objects = new HashMap<>();

  TypedTexts(Shape shape) {
    for (Shape.Field field : shape.fields()) {
      if (field.object().isPresent()) {
        TypedTexts inside = new TypedTexts(field.object().get());
        if (!inside.isEmpty()) {
          objects.put(field.name(), inside);
        }
      } else if (field.kind() != Kind.TEXT && field.kind() != Kind.JSON) {
        kinds.put(field.name(), field.kind());
      }
    }
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
      if (kind != null) {
        values[i] = convert(kind, values[i]);
      } else if (inside != null && values[i] instanceof ObjectValue child) {
        values[i] = inside.apply(child);
      }
    }
    return new ObjectValue(object.names(), List.of(values));
  }

  /** What a text says as one of a kind, where it says anything. */
  static Value convert(Kind kind, Value value) {
    return value instanceof StringValue text ? parse(kind, text.value()).orElse(value) : value;
  }

  /** The value that a text says, as one of a kind; empty when it says none of this kind. */
  static Optional<Value> parse(Kind kind, String text) {
    return switch (kind) {
      case INTEGER -> parse(INTEGER, text, it -> new IntegerValue(Long.parseLong(it)));
      case DECIMAL -> parse(DECIMAL, text, it -> JsonForm.number(new BigDecimal(it)));
      case BOOLEAN -> parse(BOOLEAN, text, it -> BooleanValue.of(it.equals("true")));
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
    String whole = iso.indexOf('T') < 0 ? iso + "T00:00Z" : iso;
    String instant = OFFSET.matcher(whole).find() ? whole : whole + "Z";
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
