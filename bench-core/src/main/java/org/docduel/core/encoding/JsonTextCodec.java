package org.docduel.core.encoding;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * {@code json-text}: JSON in UTF-8, of which a streaming parser reads the tokens up to the value
 * and builds nothing before it. Text has no lengths: what is skipped is read.
 */
public class JsonTextCodec implements Codec {
  private final JsonBytes bytes = new JsonBytes(PayloadEncoding.TEXT);
  private final WireBuffer buffer = new WireBuffer();

  /** {@code json-tree}: the same text, parsed as a whole before a value is taken from the tree. */
  public static final class Tree extends JsonTextCodec {
    @Override
    public String name() {
      return "json-tree";
    }

    @Override
    public Lookup lookup(Path path) {
      return encoded -> path.in(decode(encoded)).orElse(null);
    }
  }

  @Override
  public String name() {
    return "json-text";
  }

  @Override
  public ByteBuffer encode(ObjectValue document) {
    buffer.clear();
    bytes.write(new Document(0, document), document, buffer);
    return ByteBuffer.wrap(buffer.array(), 0, buffer.size());
  }

  @Override
  public ObjectValue decode(byte[] encoded) {
    if (find(encoded, List.of()) instanceof ObjectValue document) {
      return document;
    }
    throw new StoreException("the value read is JSON, but not an object");
  }

  @Override
  public ObjectValue asDecoded(ObjectValue document) {
    return JsonForm.of(document, PayloadEncoding.TEXT);
  }

  @Override
  public Lookup lookup(Path path) {
    return encoded -> find(encoded, path.steps());
  }

  private static @Nullable Value find(byte[] json, List<Path.Step> steps) {
    try (JsonParser parser = JsonBytes.parser(json)) {
      parser.nextToken();
      for (Path.Step step : steps) {
        boolean there =
            step instanceof Path.Field field
                ? toField(parser, field.name())
                : toElement(parser, ((Path.Element) step).index());
        if (!there) {
          return null;
        }
      }
      return JsonBytes.read(parser, FieldNames::of, JsonBytes.FRACTIONS);
    } catch (IOException
        | IllegalArgumentException
        | ArithmeticException
        | NegativeArraySizeException e) {
      throw JsonBytes.unreadable(e);
    }
  }

  private static boolean toField(JsonParser parser, String name) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    String next = parser.nextFieldName();
    while (next != null) {
      parser.nextToken();
      if (next.equals(name)) {
        return true;
      }
      parser.skipChildren();
      next = parser.nextFieldName();
    }
    return false;
  }

  private static boolean toElement(JsonParser parser, int index) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    for (int i = 0; i < index; i++) {
      if (parser.nextToken() == JsonToken.END_ARRAY) {
        return false;
      }
      parser.skipChildren();
    }
    return parser.nextToken() != JsonToken.END_ARRAY;
  }
}
