package org.docduel.stores.oracle;

import java.nio.ByteBuffer;
import java.util.Map;
import oracle.sql.json.OracleJsonArray;
import oracle.sql.json.OracleJsonObject;
import oracle.sql.json.OracleJsonValue;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code oson}: Oracle's binary JSON, read by the driver. It keeps each name once, sorted by hash,
 * and the offset of every value, so that a reader jumps to a key wherever it lies.
 */
public final class OsonCodec implements Codec {
  /**
   * The driver (23.26) keeps names of more than 255 bytes apart and misses some of those with other
   * characters than ASCII: UTF-8 takes up to four bytes for one.
   */
  private static final int SURELY_SHORT = 255 / 4;

  private final OsonWriter writer = new OsonWriter();

  /** For ServiceLoader. */
  public OsonCodec() {}

  @Override
  public String name() {
    return "oson";
  }

  @Override
  public ByteBuffer encode(ObjectValue document) {
    return writer.bodyView(new Document(0, document));
  }

  @Override
  public ObjectValue decode(byte[] encoded) {
    return OsonReader.document(encoded);
  }

  @Override
  public ObjectValue asDecoded(ObjectValue document) {
    return OsonReader.asRead(document);
  }

  @Override
  public Lookup lookup(Path path) {
    return encoded ->
        OsonReader.read(
            encoded,
            top -> {
              OracleJsonValue found = find(top, path);
              return found == null ? null : OsonReader.value(found);
            });
  }

  private static @Nullable OracleJsonValue find(OracleJsonValue top, Path path) {
    OracleJsonValue here = top;
    for (Path.Step step : path.steps()) {
      if (step instanceof Path.Field field && here instanceof OracleJsonObject object) {
        here = field(object, field.name());
      } else if (step instanceof Path.Element element
          && here instanceof OracleJsonArray array
          && element.index() < array.size()) {
        here = array.get(element.index());
      } else {
        return null;
      }
      if (here == null) {
        return null;
      }
    }
    return here;
  }

  private static @Nullable OracleJsonValue field(OracleJsonObject object, String name) {
    OracleJsonValue found = object.get(name);
    if (found != null || name.length() <= SURELY_SHORT) {
      return found;
    }
    return object.entrySet().stream()
        .filter(field -> field.getKey().equals(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }
}
