package org.docduel.stats.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Printable;
import org.jspecify.annotations.Nullable;

/** The formats of the command line. CSV and JSON hold the same rows and fields. */
public enum Format {
  /** Aligned text for a terminal. */
  TEXT,
  /** The tables as comma-separated values, parted by an empty line. */
  CSV,
  /** One object with settings, tables, sentences and findings. */
  JSON,
  /** GitHub-flavoured Markdown. */
  MARKDOWN;

  private static final CSVFormat RFC_4180_ON_UNIX =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').build();

  /** Renders an output, ending with a line break. */
  public String render(Output output) {
    return switch (this) {
      case TEXT -> TextRenderer.render(output);
      case CSV -> programs(output).stream().map(Format::csv).collect(Collectors.joining("\n"));
      case JSON -> json(output);
      case MARKDOWN -> markdown(output);
    };
  }

  /** Tables of one name, which people read one by one, are one for programs. */
  private static Collection<Table> programs(Output output) {
    Map<String, Table> byName = new LinkedHashMap<>();
    output.tables.forEach(table -> byName.merge(table.name(), table, Table::and));
    return byName.values();
  }

  /** A table as RFC 4180 says, with line feeds; no spreadsheet computes any of its cells. */
  public static String csv(Table table) {
    Table data = table.forPrograms();
    StringBuilder out = new StringBuilder();
    try (CSVPrinter printer = RFC_4180_ON_UNIX.print(out)) {
      printer.printRecord(data.columns().stream().map(Table.Column::key));
      for (Table.Row row : data.rows()) {
        printer.printRecord(row.cells().stream().map(cell -> safe(cell.value())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return out.toString();
  }

  private static @Nullable Object safe(@Nullable Object value) {
    return value instanceof String text ? Printable.cell(text) : value;
  }

  private static String json(Output output) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
      json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indenter));
      json.writeStartObject();
      json.writeStringField("command", output.command);
      json.writeObjectFieldStart("settings");
      for (Map.Entry<String, Object> setting : output.settings.entrySet()) {
        field(json, setting.getKey(), setting.getValue());
      }
      json.writeEndObject();
      for (Table table : programs(output)) {
        rows(json, table.forPrograms());
      }
      json.writeArrayFieldStart("notes");
      for (String note : output.notes) {
        json.writeString(note);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("findings");
      for (Finding finding : output.findings) {
        json.writeStartObject();
        json.writeStringField("kind", finding.kind().label());
        json.writeStringField("subject", finding.subject());
        json.writeStringField("message", finding.message());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString();
  }

  private static void rows(JsonGenerator json, Table table) throws IOException {
    json.writeArrayFieldStart(table.name());
    for (Table.Row row : table.rows()) {
      json.writeStartObject();
      for (int c = 0; c < row.cells().size(); c++) {
        field(json, table.columns().get(c).key(), row.cells().get(c).value());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  // A number that is not finite is a string: JSON has no other way to write it.
  private static void field(JsonGenerator json, String name, @Nullable Object value)
      throws IOException {
    json.writeFieldName(name);
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

  private static String markdown(Output output) {
    StringBuilder out = new StringBuilder("## ").append(output.command).append("\n\n");
    paragraphs(output.lead, out);
    for (Table table : output.tables) {
      Table shown = table.forPeople();
      if (shown.columns().isEmpty()) {
        continue;
      }
      if (!shown.title().isEmpty()) {
        out.append("**").append(escaped(shown.title())).append("**\n\n");
      }
      line(shown.columns().stream().map(column -> escaped(column.heading())), out);
      line(shown.columns().stream().map(column -> column.number() ? "---:" : "---"), out);
      for (Table.Row row : shown.rows()) {
        line(row.cells().stream().map(cell -> escaped(cell.shown())), out);
      }
      out.append('\n');
    }
    paragraphs(output.notes, out);
    List<String> findings = output.findingLines();
    if (!findings.isEmpty()) {
      out.append("**Findings**\n\n");
      findings.forEach(line -> out.append("- ").append(escaped(line)).append('\n'));
      out.append('\n');
    }
    if (!output.outcome.isEmpty()) {
      out.append("**").append(escaped(output.outcome)).append("**\n");
    }
    return out.toString().stripTrailing() + "\n";
  }

  private static void paragraphs(List<String> lines, StringBuilder out) {
    lines.forEach(line -> out.append(escaped(line)).append("\n\n"));
  }

  private static void line(Stream<String> texts, StringBuilder out) {
    out.append(texts.collect(Collectors.joining(" | ", "| ", " |"))).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*").replace("<", "&lt;");
  }
}
