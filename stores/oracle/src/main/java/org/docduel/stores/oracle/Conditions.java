package org.docduel.stores.oracle;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.model.Path;
import org.docduel.core.query.Predicate;

/**
 * Conditions as SQL, with literals: a query is prepared once and keeps its own plan (JSON_VALUE,
 * JSON_EXISTS, LIKE and timestamp literals, SQL Language Reference 23ai).
 */
final class Conditions {
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private Conditions() {}

  static String of(Predicate predicate) {
    if (predicate instanceof Predicate.TextIs is) {
      return text(is.path()) + " = " + JsonPaths.literal(is.text());
    } else if (predicate instanceof Predicate.TextStartsWith starts) {
      return text(starts.path()) + " LIKE " + JsonPaths.literal(starts.prefix() + "%");
    } else if (predicate instanceof Predicate.TextContains contains) {
      String part = contains.part().toLowerCase(Locale.ROOT);
      return "LOWER(" + text(contains.path()) + ") LIKE " + JsonPaths.literal("%" + part + "%");
    } else if (predicate instanceof Predicate.NumberAbove above) {
      return value(above.path(), FieldValue.Type.NUMBER) + " > " + above.bound().toPlainString();
    } else if (predicate instanceof Predicate.TimestampWithin within) {
      String value = value(within.path(), FieldValue.Type.TIMESTAMP);
      return value
          + " >= "
          + literal(within.from())
          + " AND "
          + value
          + " < "
          + literal(within.until());
    } else if (predicate instanceof Predicate.IsTrue isTrue) {
      return value(isTrue.path(), FieldValue.Type.TRUTH) + " = 'true'";
    } else if (predicate instanceof Predicate.ArrayHolds holds) {
      return holds.elements().stream()
          .map(element -> "JSON_EXISTS(t.data, " + JsonPaths.elementIs(holds.path(), element) + ")")
          .collect(Collectors.joining(" AND "));
    } else if (predicate instanceof Predicate.AllOf all) {
      return joined(all.parts(), " AND ");
    } else if (predicate instanceof Predicate.AnyOf any) {
      return joined(any.parts(), " OR ");
    }
    throw new UnsupportedOperationException(
        "it has no condition for " + predicate.getClass().getSimpleName());
  }

  private static String joined(List<Predicate> parts, String word) {
    return parts.stream().map(part -> "(" + of(part) + ")").collect(Collectors.joining(word));
  }

  private static String text(Path path) {
    return value(path, FieldValue.Type.TEXT);
  }

  private static String value(Path path, FieldValue.Type type) {
    return new FieldValue(path, type).sql();
  }

  private static String literal(Instant instant) {
    return "TIMESTAMP '"
        + MILLISECONDS.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC))
        + "'";
  }
}
