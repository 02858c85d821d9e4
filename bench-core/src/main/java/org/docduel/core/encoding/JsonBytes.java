package org.docduel.core.encoding;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
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

  private final JsonTree writer;
  private final WireBuffer local = new WireBuffer();
  private @Nullable JsonGenerator generator;

  /**
   * With a way to write binaries.
   *
   * @param binaries {@link PayloadEncoding#INTARRAY} for lists of integers, anything else for
   *     base64
   */
  public JsonBytes(PayloadEncoding binaries) {
    this.writer = new JsonTree(binaries);
  }

  /**
   * Appends a value.
   *
   * @throws RejectedDocumentException when the tree is deeper than {@link #MAX_LEVELS}, or a field
   *     name has half of a surrogate pair
   */
  public void write(Document document, Value value, WireBuffer out) {
    encode(document, value);
    out.write(local.array(), 0, local.size());
  }

  /** A value as an array of its own; refused as {@link #write} does. */
  public byte[] bytes(Document document, Value value) {
    encode(document, value);
    return Arrays.copyOf(local.array(), local.size());
  }

  private void encode(Document document, Value value) {
    local.clear();
    try {
      JsonGenerator current = generator();
      writer.write(current, value);
      current.flush();
    } catch (JacksonException e) {
      // What is half written stays in the generator: the next value needs a new one.
      generator = null;
      throw new RejectedDocumentException(
          "document " + document.id() + " is no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("an array refused bytes", e);
    }
  }

  public static String text(Value value) {
    Document nobody = new Document(0, ObjectValue.empty());
    byte[] json = new JsonBytes(PayloadEncoding.TEXT).bytes(nobody, value);
    return new String(json, StandardCharsets.UTF_8);
  }

  /** Reads a value back; throws {@link StoreException} when the text is not JSON. */
  public static Value read(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      return JsonTree.read(parser, FieldNames::of);
    } catch (JacksonException e) {
      throw new StoreException("this is no JSON: " + reason(e), e);
    } catch (IllegalArgumentException | ArithmeticException | NegativeArraySizeException e) {
      throw new StoreException("this JSON cannot be compared: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("a string refused to be read", e);
    }
  }

  /**
   * What is wrong in a text, in one line: without the parser's second place, its switches, and the
   * long list of what else could have stood there.
   */
  public static String reason(JacksonException e) {
    return String.valueOf(e.getOriginalMessage())
        .replaceFirst("\\s*\\((start marker|JSON String|for (Object|Array)|not recognized).*", "")
        .replaceFirst("^Non-standard token '([^']+)': .*", "$1 is no number in JSON; write null")
        .replaceFirst(": (expected (close|a valid|valid) |enable |was expecting\\s*$).*", "")
        .replaceAll("\\s*\\R\\s*", " ");
  }

  /**
   * Reads the value on whose first token a parser stands.
   *
   * @param names gives the names of an object as they are read; may share them
   * @throws IllegalArgumentException when it does, as for a name that is there twice
   */
  public static Value read(JsonParser json, Function<List<String>, FieldNames> names)
      throws IOException {
    return JsonTree.read(json, names);
  }

  static JsonParser parser(byte[] json) throws IOException {
    return FACTORY.createParser(json);
  }

  private JsonGenerator generator() throws IOException {
    JsonGenerator current = generator;
    if (current == null) {
      current = FACTORY.createGenerator(local, JsonEncoding.UTF8);
      current.setRootValueSeparator(null);
      generator = current;
    }
    return current;
  }
}
