package org.docduel.core.files;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * The values that MongoDB's tools write as objects with names such as {@code $oid}: extended JSON
 * of version 2, relaxed and canonical, and of version 1. A type that only MongoDB has is read as
 * the nearest value, with a note, or refused by name.
 *
 * <p>Source: mongodb/specifications, extended-json.
 */
final class ExtendedJson {
  /** What the reader of a file should know of a type's value here. */
  private static final Map<String, String> NOTES =
      Map.of(
          "$timestamp",
              "is read as a whole number, seconds * 2^32 + counter, which is its value in BSON",
          "$regularExpression", "is read as the text /pattern/options",
          "$undefined", "is read as null",
          "$symbol", "is read as a text",
          "$code", "is read as a text",
          "$ref", "is kept as an object: it refers to another document (DBRef)");

  /** What an object of a type may hold, where it becomes one value. */
  private static final Map<String, Set<String>> NAMES =
      Map.ofEntries(
          Map.entry("$oid", Set.of("$oid")),
          Map.entry("$uuid", Set.of("$uuid")),
          Map.entry("$symbol", Set.of("$symbol")),
          Map.entry("$code", Set.of("$code", "$scope")),
          Map.entry("$numberInt", Set.of("$numberInt")),
          Map.entry("$numberLong", Set.of("$numberLong")),
          Map.entry("$numberDouble", Set.of("$numberDouble")),
          Map.entry("$numberDecimal", Set.of("$numberDecimal")),
          Map.entry("$binary", Set.of("$binary", "$type")),
          Map.entry("$date", Set.of("$date")),
          Map.entry("$timestamp", Set.of("$timestamp")),
          Map.entry("$regularExpression", Set.of("$regularExpression", "$regex", "$options")),
          Map.entry("$undefined", Set.of("$undefined")));

  private static final Map<String, Kind> KINDS =
      Map.of("$numberDouble", Kind.DOUBLE, "$numberDecimal", Kind.DECIMAL);

  private static final String OTHER =
      "is not a type of MongoDB's extended JSON: its object is kept as it is";

  private static final long MAX_UNSIGNED = 0xffff_ffffL;

  /** Types with a note, and one name of an object that is no type. */
  private final Set<String> noted = new TreeSet<>();

  private Optional<String> other = Optional.empty();
  private final Function<String, BadInputException> badInput;
  private final BiFunction<String, String, Value> number;

  /**
   * For one file.
   *
   * @param badInput makes the exception of a message, with the place of what is read
   * @param number reads the text of a number of a type, or refuses it
   */
  ExtendedJson(
      Function<String, BadInputException> badInput, BiFunction<String, String, Value> number) {
    this.badInput = badInput;
    this.number = number;
  }

  /** What an object means whose own values were read; itself when it is a plain object. */
  Value read(String field, ObjectValue object) {
    int size = object.names().size();
    if (size == 0 || !object.names().name(0).startsWith("$")) {
      return object;
    }
    String type = type(object);
    requireOnlyNamesOf(type, field, object);
    return switch (type) {
      case "$oid", "$uuid" -> text(field, type, object);
      case "$symbol", "$code" -> {
        if (object.field("$scope").isPresent()) {
          throw onlyInMongodb(field, "$scope");
        }
        yield noted(type, text(field, type, object));
      }
      case "$numberInt", "$numberLong", "$numberDecimal", "$numberDouble" ->
          number(field, type, object);
      case "$binary" -> binary(field, object);
      case "$date" -> date(field, object);
      case "$timestamp" -> noted(type, timestamp(field, object));
      case "$regularExpression" -> noted(type, regularExpression(field, object));
      case "$undefined" -> noted(type, NullValue.NULL);
      case "$minKey", "$maxKey", "$dbPointer" -> throw onlyInMongodb(field, type);
      case "$ref" -> noted(type, object);
      default -> {
        other = Optional.of(other.orElse(type));
        yield object;
      }
    };
  }

  /** What stands beside a value would be lost with its object. */
  private void requireOnlyNamesOf(String type, String field, ObjectValue object) {
    Set<String> expected = NAMES.getOrDefault(type, Set.of());
    object.names().asList().stream()
        .filter(name -> !expected.isEmpty() && !expected.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw badInput.apply(
              "the field '%s' has a %s with '%s' beside it, which MongoDB's extended JSON has not; take one of them out"
                  .formatted(Inference.abbreviate(field), type, Inference.abbreviate(name)));
        });
  }

  /** By its names, which may stand in any order; the first of an object that is no type. */
  private static String type(ObjectValue object) {
    List<String> names = object.names().asList();
    if (names.size() == 2 && names.contains("$regex") && names.contains("$options")) {
      return "$regularExpression";
    }
    return names.contains("$binary") ? "$binary" : names.contains("$code") ? "$code" : names.get(0);
  }

  /** What became of types that only MongoDB has, in words. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    noted.forEach(type -> notes.add(type + " " + NOTES.get(type)));
    other.ifPresent(name -> notes.add(name + " " + OTHER));
    return notes;
  }

  private Value noted(String type, Value value) {
    noted.add(type);
    return value;
  }

  private BadInputException onlyInMongodb(String field, String type) {
    return badInput.apply(
        "the field '%s' has a %s, which only MongoDB has; leave the field out, as jq 'del(.%1$s)' does"
            .formatted(Inference.abbreviate(field), type));
  }

  private BadInputException malformed(String field, String type) {
    return badInput.apply(
        "the field '%s' has a %s that is none of MongoDB's extended JSON"
            .formatted(Inference.abbreviate(field), type));
  }

  private Value text(String field, String type, ObjectValue object) {
    return object
        .field(type)
        .filter(StringValue.class::isInstance)
        .orElseThrow(() -> malformed(field, type));
  }

  private Value number(String field, String type, ObjectValue object) {
    Value inside = object.values().get(0);
    return inside instanceof StringValue text
        ? number.apply(type, text.value())
        : Optional.of(inside)
            .filter(value -> Kind.of(value) == Kind.INTEGER || Kind.of(value).isFraction())
            .map(value -> TypedTexts.convert(KINDS.getOrDefault(type, Kind.INTEGER), value))
            .orElseThrow(() -> malformed(field, type));
  }

  /** Base64, a text as binaries in JSON are; version 1 has it and {@code $type} side by side. */
  private Value binary(String field, ObjectValue object) {
    return object
        .field("$binary")
        .flatMap(
            value -> value instanceof ObjectValue two ? two.field("base64") : Optional.of(value))
        .filter(StringValue.class::isInstance)
        .orElseThrow(() -> malformed(field, "$binary"));
  }

  private Value date(String field, ObjectValue object) {
    Value inside = object.values().get(0);
    Optional<Value> instant =
        inside instanceof IntegerValue millis
            ? Optional.of(new TimestampValue(Instant.ofEpochMilli(millis.value())))
            : inside instanceof StringValue text
                ? TypedTexts.parse(Kind.TIMESTAMP, text.value())
                : Optional.empty();
    return new StringValue(
        JsonForm.text(
            (TimestampValue)
                instant.orElseThrow(() ->
                    badInput.apply(
                        "the field '%s' has a $date that is not an instant to the millisecond, such as 2025-03-13T20:03:00.000Z"
                            .formatted(Inference.abbreviate(field))))));
  }

  private Value timestamp(String field, ObjectValue object) {
    return object
        .field("$timestamp")
        .filter(ObjectValue.class::isInstance)
        .map(ObjectValue.class::cast)
        .flatMap(parts ->
            unsigned(parts, "t")
                .flatMap(seconds ->
                    unsigned(parts, "i")
                        .map(counter ->
                            new BigDecimal(seconds)
                                .multiply(BigDecimal.valueOf(MAX_UNSIGNED + 1))
                                .add(new BigDecimal(counter)))))
        .map(JsonForm::number)
        .orElseThrow(() -> malformed(field, "$timestamp"));
  }

  private static Optional<Long> unsigned(ObjectValue object, String name) {
    return object
        .field(name)
        .filter(IntegerValue.class::isInstance)
        .map(value -> ((IntegerValue) value).value())
        .filter(value -> value >= 0 && value <= MAX_UNSIGNED);
  }

  private Value regularExpression(String field, ObjectValue object) {
    ObjectValue parts = object.values().get(0) instanceof ObjectValue inside ? inside : object;
    Optional<Value> pattern = parts.field("pattern").or(() -> parts.field("$regex"));
    Optional<Value> options = parts.field("options").or(() -> parts.field("$options"));
    if (pattern.orElse(null) instanceof StringValue expression
        && options.orElse(null) instanceof StringValue flags) {
      return new StringValue("/" + expression.value() + "/" + flags.value());
    }
    throw malformed(field, "$regularExpression");
  }
}
