package org.docduel.core.encoding;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON text in UTF-8, straight from the value tree. Keeps a generator: for one thread.
 *
 * <p>What JSON has no type for becomes what {@link JsonForm} says. U+0000 and halves of surrogate
 * pairs in texts are written as escapes, which some stores hold and others refuse; nothing is
 * replaced.
 */
public final class JsonBytes {
  /** The deepest tree that is written or read, the top included. BSON's codec has the same. */
  public static final int MAX_LEVELS = 1_024;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_LEVELS).build())
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_LEVELS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Datasets share one object for each shape: more than these are documents of all shapes. */
  private static final int REMEMBERED_SHAPES = 256;

  private final boolean integers;
  private final IdentityHashMap<FieldNames, SerializableString[]> encodedNames =
      new IdentityHashMap<>();
  private final WireBuffer local = new WireBuffer();

  /** Where the generator writes. */
  private WireBuffer target = local;

  private @Nullable JsonGenerator generator;

  /**
   * With a way to write binaries.
   *
   * @param binaries {@link PayloadEncoding#INTARRAY} for lists of integers, anything else for
   *     base64
   */
  public JsonBytes(PayloadEncoding binaries) {
    this.integers = binaries == PayloadEncoding.INTARRAY;
  }

  /**
   * Appends a value. Fastest where it is the same buffer every time.
   *
   * @throws RejectedDocumentException when the tree is deeper than {@link #MAX_LEVELS}, a field
   *     name has half of a surrogate pair, or a double is not finite; nothing is appended
   */
  public void write(Document document, Value value, WireBuffer out) {
    int before = out.size();
    try {
      JsonGenerator current = generator(out);
      write(current, value);
      current.flush();
    } catch (JacksonException e) {
      // What is half written stays in the generator: the next value needs a new one.
      generator = null;
      out.truncate(before);
      throw new RejectedDocumentException(
          "document " + document.id() + " is not valid JSON: " + reason(e), e);
    } catch (RejectedDocumentException e) {
      generator = null;
      out.truncate(before);
      throw new RejectedDocumentException(
          "document " + document.id() + " is not valid JSON: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("an array refused bytes", e);
    }
  }

  /** A value as an array of its own; refused as {@link #write} does. */
  public byte[] bytes(Document document, Value value) {
    local.clear();
    write(document, value, local);
    return Arrays.copyOf(local.array(), local.size());
  }

  private JsonGenerator generator(WireBuffer out) throws IOException {
    JsonGenerator current = generator;
    if (current == null || target != out) {
      current = FACTORY.createGenerator(out, JsonEncoding.UTF8);
      current.setRootValueSeparator(null);
      generator = current;
      target = out;
    }
    return current;
  }

  private void write(JsonGenerator json, Value value) throws IOException {
    // The most frequent kind first: a chain of type tests, since Java 17 has no pattern switch.
    if (value instanceof StringValue text) {
      json.writeString(text.value());
    } else if (value instanceof IntegerValue number) {
      json.writeNumber(number.value());
    } else if (value instanceof ObjectValue object) {
      writeObject(json, object);
    } else if (value instanceof ArrayValue array) {
      json.writeStartArray();
      List<Value> elements = array.elements();
      for (int i = 0, size = elements.size(); i < size; i++) {
        write(json, elements.get(i));
      }
      json.writeEndArray();
    } else if (value instanceof BinaryValue binary) {
      writeBinary(json, binary.value());
    } else if (value instanceof DoubleValue number) {
      JsonForm.finite(number);
      json.writeNumber(number.digits());
    } else if (value instanceof DecimalValue decimal) {
      json.writeNumber(decimal.value());
    } else if (value instanceof BooleanValue bool) {
      json.writeBoolean(bool.value());
    } else if (value instanceof TimestampValue timestamp) {
      json.writeString(JsonForm.text(timestamp));
    } else if (value instanceof NullValue) {
      json.writeNull();
    }
  }

  private void writeObject(JsonGenerator json, ObjectValue object) throws IOException {
    SerializableString[] names = encoded(json, object.names());
    List<Value> values = object.values();
    json.writeStartObject();
    for (int i = 0; i < names.length; i++) {
      json.writeFieldName(names[i]);
      write(json, values.get(i));
    }
    json.writeEndObject();
  }

  private void writeBinary(JsonGenerator json, byte[] bytes) throws IOException {
    if (!integers) {
      json.writeBinary(JsonForm.BASE64, bytes, 0, bytes.length);
      return;
    }
    json.writeStartArray();
    for (byte b : bytes) {
      json.writeNumber(b & 0xFF);
    }
    json.writeEndArray();
  }

  private SerializableString[] encoded(JsonGenerator json, FieldNames names)
      throws JsonGenerationException {
    SerializableString[] cached = encodedNames.get(names);
    if (cached != null) {
      return cached;
    }
    SerializableString[] encoded = new SerializableString[names.size()];
    for (int i = 0; i < encoded.length; i++) {
      // The library would write it as an escape in a text, but not read it in a name.
      if (!WellFormedText.is(names.name(i))) {
        throw new JsonGenerationException("a field name has half of a surrogate pair", json);
      }
      encoded[i] = new SerializedString(names.name(i));
    }
    if (encodedNames.size() >= REMEMBERED_SHAPES) {
      encodedNames.clear();
    }
    encodedNames.put(names, encoded);
    return encoded;
  }

  public static String text(Value value) {
    Document emptyDocument = new Document(0, ObjectValue.empty());
    byte[] json = new JsonBytes(PayloadEncoding.TEXT).bytes(emptyDocument, value);
    return new String(json, StandardCharsets.UTF_8);
  }

  /** Reads a value back; throws {@link StoreException} when the text is not JSON. */
  public static Value read(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      return read(parser, FieldNames::of, FRACTIONS);
    } catch (IOException
        | IllegalArgumentException
        | ArithmeticException
        | NegativeArraySizeException e) {
      throw unreadable(e);
    }
  }

  /** What a text is that could not be read: no JSON, or JSON that no document gives. */
  static StoreException unreadable(Exception e) {
    return e instanceof JacksonException jsonFailure
        ? new StoreException("this is not valid JSON: " + reason(jsonFailure), e)
        : new StoreException("this JSON cannot be compared: " + e.getMessage(), e);
  }

  /** A clause of a message that names the parser's switches, limits or second place. */
  private static final Pattern PARSERS_OWN =
      Pattern.compile(
          "\\s*\\((start marker|for (Object|Array)|not recognized|consider ).*"
              + "|: (expected (close|a valid|valid) |enable |was expecting\\s*(\\(JSON |$)).*"
              + "|[:;,]? [^:;,(]*(`(Json|Stream)|Feature\\b).*");

  private static final Pattern LIMITS_METHOD = Pattern.compile(",? from `[^`]*`");

  /** What MongoDB's shell writes in place of a value. */
  private static final Pattern SHELL =
      Pattern.compile(
          "^Unrecognized token '(ISODate|ObjectId|Number(?:Long|Int|Decimal)|UUID|BinData|Timestamp|new)'.*",
          Pattern.DOTALL);

  /**
   * What is wrong in a text, in one line: without the parser's second place, its switches, and the
   * long list of what else could have stood there.
   */
  public static String reason(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage()).replaceAll("\\s*\\R\\s*", " ");
    message =
        SHELL
            .matcher(message)
            .replaceFirst("$1(...) is what MongoDB's shell writes; mongoexport writes JSON");
    message =
        message.replaceFirst(
            "^Non-standard token '([^']+)': .*", "$1 is not a number in JSON; write null");
    return PARSERS_OWN
        .matcher(LIMITS_METHOD.matcher(message).replaceAll(""))
        .replaceFirst("")
        .replaceAll("\\(CTRL-CHAR, code (\\d+)\\)", "control character $1");
  }

  /** Gives the number with a point or an exponent on which a parser stands. */
  @FunctionalInterface
  public interface Fractions {
    Value read(JsonParser at) throws IOException;
  }

  /** As a store gives a number back: with all digits, and whole where it is. */
  static final Fractions FRACTIONS = at -> JsonForm.number(at.getDecimalValue());

  /**
   * Reads the value on whose first token a parser stands.
   *
   * @param names gives the names of an object as they are read; may share them
   * @throws IllegalArgumentException when it does, as for a name that is there twice
   */
  public static Value read(
      JsonParser json, Function<List<String>, FieldNames> names, Fractions fractions)
      throws IOException {
    JsonToken token = json.currentToken();
    if (token == null) {
      throw new JsonParseException(json, "an empty text");
    }
    return switch (token) {
      case START_OBJECT -> readObject(json, names, fractions);
      case START_ARRAY -> readArray(json, names, fractions);
      case VALUE_STRING -> new StringValue(json.getText());
      case VALUE_NUMBER_INT -> readInteger(json);
      case VALUE_NUMBER_FLOAT -> fractions.read(json);
      case VALUE_TRUE -> BooleanValue.TRUE;
      case VALUE_FALSE -> BooleanValue.FALSE;
      case VALUE_NULL -> NullValue.NULL;
      default -> throw new JsonParseException(json, "a value was expected, not " + token);
    };
  }

  private static Value readInteger(JsonParser json) throws IOException {
    return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? JsonForm.number(new BigDecimal(json.getBigIntegerValue()))
        : new IntegerValue(json.getLongValue());
  }

  private static Value readObject(
      JsonParser json, Function<List<String>, FieldNames> shared, Fractions fractions)
      throws IOException {
    List<String> names = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      names.add(json.currentName());
      json.nextToken();
      values.add(read(json, shared, fractions));
    }
    return new ObjectValue(shared.apply(names), values);
  }

  private static Value readArray(
      JsonParser json, Function<List<String>, FieldNames> names, Fractions fractions)
      throws IOException {
    List<Value> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(read(json, names, fractions));
    }
    return new ArrayValue(elements);
  }

  static JsonParser parser(byte[] json) throws IOException {
    return FACTORY.createParser(json);
  }
}
