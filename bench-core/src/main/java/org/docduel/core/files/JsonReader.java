package org.docduel.core.files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WellFormedText;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.jspecify.annotations.Nullable;

/**
 * JSON objects one after the other, as NDJSON has them, or in a list. A number with a point or an
 * exponent is a double where a double {@linkplain TypedTexts#toDouble holds it}, else a decimal of
 * all its digits.
 */
final class JsonReader implements DocumentFile.Reader {
  /** More digits than any store's decimals have, few enough to be read in no time. */
  private static final int MAX_DIGITS = 1_000;

  private static final String TOO_MANY_DIGITS = "a number of more than " + MAX_DIGITS + " digits";

  /** PostgreSQL's limits of numeric, the widest of all stores. */
  private static final int MOST_BEFORE_POINT = 131_072;

  private static final int MOST_AFTER_POINT = 16_383;

  /** More than these are objects with ever new names, which share nothing. */
  private static final int MOST_NAMES = 50_000;

  private static final String BEYOND =
      "a number that no store holds: at most %d digits stand before the point, and %d after it"
          .formatted(MOST_BEFORE_POINT, MOST_AFTER_POINT);

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonBytes.MAX_LEVELS)
                  .maxStringLength(FileBytes.MAX_DOCUMENT)
                  .maxNameLength(FileBytes.MAX_DOCUMENT)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private final Path file;
  private final FileBytes bytes;
  private final JsonParser json;
  private final Map<List<String>, FieldNames> shapes = new HashMap<>();
  private int namesHeld;
  private long line;

  /** Of a document: in a list one more. */
  private int level;

  private boolean inside;

  JsonReader(Path file) {
    this.file = file;
    try {
      bytes = FileBytes.open(file);
    } catch (IOException e) {
      throw DocumentFile.problem(file, 1, e);
    }
    try {
      json = FACTORY.createParser(bytes);
    } catch (IOException e) { // it reads the first bytes, of which packed ones may be damaged
      DocumentFile.close(file, bytes);
      throw DocumentFile.problem(file, 1, e);
    }
  }

  @Override
  public @Nullable ObjectValue next() {
    try {
      inside = false;
      JsonToken token = json.nextToken();
      while (token == JsonToken.END_ARRAY || (token == JsonToken.START_ARRAY && level() == 1)) {
        token = json.nextToken();
      }
      if (token == null) {
        return null;
      }
      inside = true;
      line = json.currentTokenLocation().getLineNr();
      if (token != JsonToken.START_OBJECT) {
        throw refusal("no object {...}; a document is one");
      }
      level = level();
      ObjectValue document =
          (ObjectValue) checked(JsonBytes.read(json, this::names, JsonReader::fraction));
      bytes.documentEnds();
      return document;
    } catch (StreamConstraintsException e) {
      throw DocumentFile.problem(file, here(), tooMuch(e));
    } catch (JacksonException e) {
      throw DocumentFile.problem(file, here(), "no JSON: " + JsonBytes.reason(e));
    } catch (NumberFormatException | ArithmeticException e) {
      throw DocumentFile.problem(file, here(), BEYOND);
    } catch (IllegalArgumentException e) {
      throw refusal(e.getMessage() + "; stores disagree about which of the two they keep");
    } catch (IOException e) {
      throw DocumentFile.problem(file, here(), e);
    }
  }

  private static Value fraction(JsonParser at) throws IOException {
    BigDecimal number = at.getDecimalValue();
    return TypedTexts.toDouble(number, at.getText())
        .map(Value.class::cast)
        .orElseGet(() -> new DecimalValue(number));
  }

  /** Where the document began that is read, else where the parser is. */
  private long here() {
    return inside ? line : json.currentLocation().getLineNr();
  }

  private static String tooMuch(StreamConstraintsException e) {
    String message = String.valueOf(e.getOriginalMessage());
    if (message.contains("nesting")) {
      return "more than " + JsonBytes.MAX_LEVELS + " levels of nesting, the most that stores take";
    }
    return message.contains("Number") ? TOO_MANY_DIGITS : FileBytes.TOO_LONG;
  }

  private int level() {
    return json.getParsingContext().getNestingDepth();
  }

  /** Objects with the same names share one list of them. */
  private FieldNames names(List<String> inFile) {
    // the object has ended
    List<String> read = level() + 1 == level ? DocumentFile.renamed(inFile) : inFile;
    FieldNames known = shapes.get(read);
    if (known == null) {
      read.forEach(this::requireWhole);
      known = FieldNames.of(read);
      namesHeld += read.size();
      if (namesHeld > MOST_NAMES) {
        shapes.clear();
        namesHeld = read.size();
      }
      shapes.put(known.asList(), known);
    }
    return known;
  }

  /** What all stores can hold; an object with one name of MongoDB's tools is a value. */
  private Value checked(Value value) {
    if (value instanceof StringValue text) {
      requireWhole(text.value());
    } else if (value instanceof DecimalValue decimal) {
      long before = (long) decimal.value().precision() - decimal.value().scale();
      if (before > MOST_BEFORE_POINT || decimal.value().scale() > MOST_AFTER_POINT) {
        throw refusal(BEYOND);
      }
    } else if (value instanceof ArrayValue array) {
      return new ArrayValue(checked(array.elements()));
    } else if (value instanceof ObjectValue object) {
      return new ObjectValue(object.names(), checked(object.values()));
    }
    return value;
  }

  private List<Value> checked(List<Value> values) {
    Value[] checked = new Value[values.size()];
    for (int i = 0; i < checked.length; i++) {
      checked[i] = extended(checked(values.get(i)));
    }
    return List.of(checked);
  }

  private void requireWhole(String text) {
    if (!WellFormedText.is(text)) {
      throw refusal("half of a surrogate pair in a text, which no store can hold");
    }
  }

  /** What MongoDB's tools write as an object with one name, such as {@code $oid}, is a value. */
  private Value extended(Value value) {
    if (!(value instanceof ObjectValue object)
        || object.names().size() != 1
        || !object.names().name(0).startsWith("$")) {
      return value;
    }
    Value inside = object.values().get(0);
    String text = inside instanceof StringValue string ? string.value() : "";
    Optional<Value> found =
        switch (object.names().name(0)) {
          case "$oid", "$uuid" ->
              inside instanceof StringValue ? Optional.of(inside) : Optional.empty();
          case "$binary" -> // base64, a text as binaries in JSON are
              inside instanceof ObjectValue bytes ? bytes.field("base64") : Optional.empty();
          case "$numberInt", "$numberLong" ->
              text.isEmpty() ? Optional.empty() : Optional.of(JsonForm.number(number(text)));
          case "$numberDecimal" ->
              text.isEmpty()
                  ? Optional.empty()
                  : Optional.of(checked(new DecimalValue(number(text))));
          case "$numberDouble" ->
              text.isEmpty()
                  ? Optional.empty()
                  : Optional.of(finite(text, number(text).doubleValue()));
          case "$date" ->
              inside instanceof IntegerValue millis
                  ? Optional.of(new TimestampValue(Instant.ofEpochMilli(millis.value())))
                  : inside instanceof TimestampValue
                      ? Optional.of(inside)
                      : TypedTexts.parse(Kind.TIMESTAMP, text);
          default -> Optional.empty();
        };
    return found
        .map(known ->
            known instanceof TimestampValue instant
                ? new StringValue(JsonForm.text(instant))
                : known)
        .orElse(value);
  }

  private Value finite(String text, double number) {
    if (!Double.isFinite(number)) {
      throw refusal(text + " is more than a double holds");
    }
    // A BigDecimal has no negative zero.
    return new DoubleValue(number == 0 && text.startsWith("-") ? -0.0 : number);
  }

  private BigDecimal number(String text) {
    if (text.length() > MAX_DIGITS) {
      throw refusal(TOO_MANY_DIGITS);
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw refusal(text.replaceAll("\\p{Cntrl}", "?") + " is no number in JSON; write null");
    }
  }

  private BadInputException refusal(String what) {
    return DocumentFile.problem(file, line, what);
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() {
    DocumentFile.close(file, json);
  }
}
