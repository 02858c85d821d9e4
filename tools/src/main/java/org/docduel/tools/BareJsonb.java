package org.docduel.tools;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/** Rows of a jsonb column, by one JSON generator. */
final class BareJsonb implements BareCopy.Rows {
  /** Before the text in the binary form. */
  private static final int JSONB_VERSION = 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(16_384);
  private final JsonGenerator json;

  BareJsonb() throws IOException {
    json = new JsonFactory().createGenerator(bytes, JsonEncoding.UTF8);
    json.setRootValueSeparator(null);
  }

  @Override
  public List<String> columns(ObjectValue example) {
    return List.of("id bigint PRIMARY KEY", "doc jsonb");
  }

  @Override
  public void write(Document document, DataOutputStream out) throws IOException {
    bytes.reset();
    ObjectValue body = document.body();
    json.writeStartObject();
    for (int i = 0; i < body.values().size(); i++) {
      json.writeFieldName(body.names().name(i));
      Value value = body.values().get(i);
      if (value instanceof ArrayValue links) {
        json.writeStartArray();
        for (Value link : links.elements()) {
          json.writeString(((StringValue) link).value());
        }
        json.writeEndArray();
      } else {
        json.writeString(((StringValue) value).value());
      }
    }
    json.writeEndObject();
    json.flush();
    out.writeInt(1 + bytes.size());
    out.writeByte(JSONB_VERSION);
    bytes.writeTo(out);
  }
}
