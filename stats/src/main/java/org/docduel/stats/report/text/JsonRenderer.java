package org.docduel.stats.report.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.docduel.stats.Finding;
import org.jspecify.annotations.Nullable;

/**
 * One object with settings, data tables, sentences and findings. Numbers that are not finite are
 * strings.
 */
final class JsonRenderer implements Renderer {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public String render(Document document) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
      json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indenter));
      json.writeStartObject();
      json.writeStringField("command", document.name());
      json.writeObjectFieldStart("settings");
      for (Map.Entry<String, Object> setting : document.settings().entrySet()) {
        json.writeFieldName(setting.getKey());
        value(json, setting.getValue());
      }
      json.writeEndObject();
      for (Table table : document.data()) {
        table(json, table);
      }
      for (Table table : document.details()) {
        table(json, table);
      }
      json.writeArrayFieldStart("notes");
      for (String note : document.notes()) {
        json.writeString(note);
      }
      json.writeEndArray();
      findings(json, document.findings());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString();
  }

  private static void table(JsonGenerator json, Table table) throws IOException {
    json.writeArrayFieldStart(table.name());
    for (List<Cell> row : table.rows()) {
      json.writeStartObject();
      for (int c = 0; c < row.size(); c++) {
        json.writeFieldName(table.columns().get(c).key());
        value(json, row.get(c).value());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void findings(JsonGenerator json, List<Finding> findings) throws IOException {
    json.writeArrayFieldStart("findings");
    for (Finding finding : findings) {
      json.writeStartObject();
      json.writeStringField("kind", finding.kind().label());
      json.writeStringField("subject", finding.subject());
      json.writeStringField("message", finding.message());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Double number && Double.isFinite(number)) {
      json.writeNumber(number);
    } else if (value instanceof Long || value instanceof Integer) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else {
      json.writeString(value.toString());
    }
  }
}
