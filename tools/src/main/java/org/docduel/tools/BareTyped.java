package org.docduel.tools;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.postgresql.core.Oid;

/** Rows of text columns and a text[] column. */
final class BareTyped implements BareCopy.Rows {
  private static final int ARRAY_HEAD_BYTES = 5 * Integer.BYTES;
  private static final int DIMENSIONS = 1;
  private static final int NO_NULLS = 0;
  private static final int LOWER_BOUND = 1;

  @Override
  public List<String> columns(ObjectValue example) {
    List<String> columns = new ArrayList<>(List.of("id bigint PRIMARY KEY"));
    for (int i = 0; i < example.values().size(); i++) {
      boolean list = example.values().get(i) instanceof ArrayValue;
      columns.add(example.names().name(i) + (list ? " text[]" : " text"));
    }
    return columns;
  }

  @Override
  public void write(Document document, DataOutputStream out) throws IOException {
    for (Value value : document.body().values()) {
      if (value instanceof ArrayValue links) {
        write(links, out);
      } else {
        write(utf8(value), out);
      }
    }
  }

  private static void write(ArrayValue links, DataOutputStream out) throws IOException {
    List<byte[]> texts = new ArrayList<>(links.elements().size());
    int length = ARRAY_HEAD_BYTES;
    for (Value link : links.elements()) {
      byte[] text = utf8(link);
      texts.add(text);
      length += Integer.BYTES + text.length;
    }
    out.writeInt(length);
    out.writeInt(DIMENSIONS);
    out.writeInt(NO_NULLS);
    out.writeInt(Oid.TEXT);
    out.writeInt(texts.size());
    out.writeInt(LOWER_BOUND);
    for (byte[] text : texts) {
      write(text, out);
    }
  }

  private static void write(byte[] field, DataOutputStream out) throws IOException {
    out.writeInt(field.length);
    out.write(field);
  }

  private static byte[] utf8(Value text) {
    return ((StringValue) text).value().getBytes(StandardCharsets.UTF_8);
  }
}
