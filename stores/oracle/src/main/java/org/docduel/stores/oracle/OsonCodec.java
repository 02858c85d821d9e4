package org.docduel.stores.oracle;

import java.nio.ByteBuffer;
import java.util.Map;
import oracle.sql.json.OracleJsonArray;
import oracle.sql.json.OracleJsonObject;
import oracle.sql.json.OracleJsonValue;
import oracle.sql.json.OracleJsonValue.OracleJsonType;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.StoreException;
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
    return encoded -> {
      OracleJsonValue top = OsonReader.open(encoded);
      try {
        OracleJsonValue found = find(top, path);
        return found == null ? null : OsonReader.value(found);
      } catch (StoreException e) {
        throw e;
      } catch (RuntimeException e) {
        throw OsonReader.broken(e);
      }
    };
  }

  private static @Nullable OracleJsonValue find(OracleJsonValue top, Path path) {
    OracleJsonValue here = top;
    for (Path.Step step : path.steps()) {
      OracleJsonValue next =
          step instanceof Path.Field field
              ? field(here, field.name())
              : element(here, ((Path.Element) step).index());
      if (next == null) {
        return null;
      }
      here = next;
    }
    return here;
  }

  private static @Nullable OracleJsonValue field(OracleJsonValue here, String name) {
    if (here.getOracleJsonType() != OracleJsonType.OBJECT) {
      return null;
    }
    OracleJsonObject object = here.asJsonObject();
    OracleJsonValue found = object.get(name);
    return found == null && name.length() > SURELY_SHORT ? walk(object, name) : found;
  }

  private static @Nullable OracleJsonValue walk(OracleJsonObject object, String name) {
    for (Map.Entry<String, OracleJsonValue> field : object.entrySet()) {
      if (field.getKey().equals(name)) {
        return field.getValue();
      }
    }
    return null;
  }

  private static @Nullable OracleJsonValue element(OracleJsonValue here, int index) {
    if (here.getOracleJsonType() != OracleJsonType.ARRAY) {
      return null;
    }
    OracleJsonArray array = here.asJsonArray();
    return index < array.size() ? array.get(index) : null;
  }
}
