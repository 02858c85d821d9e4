package org.docduel.tools;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/** Writes documents of texts and lists of texts as JSON, straight on Jackson. For one thread. */
final class BareJson {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(16_384);
  private final JsonGenerator json;

  BareJson() throws IOException {
    json = new JsonFactory().createGenerator(bytes, JsonEncoding.UTF8);
    json.setRootValueSeparator(null);
  }

  /** A document's bytes, until the next one is encoded. */
  ByteArrayOutputStream encode(ObjectValue body) throws IOException {
    bytes.reset();
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
    return bytes;
  }
}
