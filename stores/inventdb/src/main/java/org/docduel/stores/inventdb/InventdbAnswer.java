package org.docduel.stores.inventdb;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.SuiteQuery.Rows;

/**
 * Rows of an answer.
 *
 * <p>Assumed, since it is not published: {@code {"columns": ["a", "b"], "rows": [[1, 2]]}}. Also
 * read are columns as objects with {@code name}, rows as objects, rows under {@code data}, {@code
 * result} or {@code results}, and a bare list of rows. JSON has no timestamps: a text that is a
 * date with a time, in ISO 8601 or with a blank for the T, is one, in UTC unless it names an
 * offset.
 */
final class InventdbAnswer {
  private static final List<String> ROWS = List.of("rows", "data", "result", "results");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)?");

  private InventdbAnswer() {}

  /**
   * Gives the rows.
   *
   * @return how many
   * @throws StoreException when there are none to be found, or one has another number of fields
   */
  static long read(Value answered, Rows visitor) {
    return read(answered, List.of(), visitor);
  }

  private static long read(Value answered, List<String> known, Rows visitor) {
    if (answered instanceof ArrayValue rows) {
      rows.elements().forEach(row -> row(row, known, visitor));
      return rows.elements().size();
    }
    if (answered instanceof ObjectValue object) {
      Optional<Value> inner =
          ROWS.stream().flatMap(name -> object.field(name).stream()).findFirst();
      if (inner.isPresent()) {
        List<String> columns = object.field("columns").map(InventdbAnswer::names).orElse(known);
        return read(inner.get(), columns, visitor);
      }
    }
    throw new StoreException(InventdbProvider.NAME + ": the answer has no rows");
  }

  private static List<String> names(Value columns) {
    List<String> names = new ArrayList<>();
    for (Value column : columns instanceof ArrayValue list ? list.elements() : List.<Value>of()) {
      Value name =
          column instanceof ObjectValue object ? object.field("name").orElse(column) : column;
      if (!(name instanceof StringValue text)) {
        throw new StoreException(InventdbProvider.NAME + ": a column of the answer has no name");
      }
      names.add(text.value());
    }
    return names;
  }

  private static void row(Value row, List<String> columns, Rows visitor) {
    List<String> names = columns;
    List<Value> fields;
    if (row instanceof ObjectValue object) {
      names = object.names().asList();
      fields = object.values();
    } else {
      fields = row instanceof ArrayValue array ? array.elements() : List.of();
      if (!(row instanceof ArrayValue) || fields.size() != columns.size()) {
        throw new StoreException(
            InventdbProvider.NAME
                + ": a row of the answer has "
                + fields.size()
                + " fields where there are "
                + columns.size()
                + " columns");
      }
    }
    visitor.row(names, fields.stream().map(InventdbAnswer::value).toList());
  }

  /** A field of an answer; JSON does not say whether a fraction was a binary one. */
  static Value computed(Value value) {
    if (value instanceof ArrayValue array) {
      return new ArrayValue(array.elements().stream().map(InventdbAnswer::computed).toList());
    }
    return value instanceof DecimalValue number
        ? new FloatValue(number.value().doubleValue())
        : value;
  }

  /** A field with its timestamps. */
  static Value value(Value value) {
    if (value instanceof ArrayValue array) {
      return new ArrayValue(array.elements().stream().map(InventdbAnswer::value).toList());
    }
    return value instanceof StringValue text && TIMESTAMP.matcher(text.value()).matches()
        ? timestamp(text)
        : value;
  }

  private static Value timestamp(StringValue text) {
    String iso = text.value().replace(' ', 'T');
    try {
      OffsetDateTime time =
          iso.matches(".*(Z|[+-]\\d\\d:\\d\\d)")
              ? OffsetDateTime.parse(iso)
              : LocalDateTime.parse(iso).atOffset(ZoneOffset.UTC);
      return new TimestampValue(time.toInstant().truncatedTo(ChronoUnit.MICROS));
    } catch (DateTimeParseException e) {
      return text; // such as the 31st of April: a text after all
    }
  }

  /** Whether an answer with a status of success says that something failed. */
  static boolean isError(Value answered) {
    return answered instanceof ObjectValue object
        && object
            .field("error")
            .filter(error ->
                error != NullValue.NULL
                    && !error.equals(BooleanValue.FALSE)
                    && !error.equals(new StringValue("")))
            .isPresent();
  }

  /** What a server says of a failure. */
  static Optional<String> reason(Value answered) {
    return text(answered, "error")
        .or(() ->
            answered instanceof ObjectValue object
                ? object.field("error").flatMap(error -> text(error, "message"))
                : Optional.empty())
        .or(() -> text(answered, "message"));
  }

  /** A field that is a text. */
  static Optional<String> text(Value value, String name) {
    return value instanceof ObjectValue object
        ? object
            .field(name)
            .flatMap(found ->
                found instanceof StringValue text ? Optional.of(text.value()) : Optional.empty())
        : Optional.empty();
  }
}
