package org.docduel.core.files;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a CSV file with a header, as objects of texts. Nothing between two separators is null; an
 * empty pair of quotes is an empty text. Lines without text are skipped. A first line {@code sep=;}
 * names the separator, as Excel writes it.
 */
final class CsvReader implements DocumentFile.Reader {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setIgnoreEmptyLines(true)
          .setNullString("")
          .setQuoteMode(QuoteMode.ALL_NON_NULL)
          .build();
  private static final int BYTE_ORDER_MARK = '\uFEFF';
  private static final Pattern SEPARATOR_LINE =
      Pattern.compile("(?i)sep=(.)\r?\n?", Pattern.DOTALL);

  /** Of a line that names the separator. */
  private static final int MAX_SEPARATOR_LINE = "sep=;\r\n".length();

  private final Path file;
  private final FileBytes bytes;
  private final CSVParser csv;
  private final Iterator<CSVRecord> rows;
  private final FieldNames names;
  private final CsvTexts texts;
  private final FileValues values = new FileValues(this::badInput);

  /** Lines before the header. */
  private final long skipped;

  private long line;

  CsvReader(Path file, char separator, CsvTexts texts) {
    this.file = file;
    this.texts = texts;
    FileBytes opened = null;
    try {
      opened = FileBytes.open(file);
      bytes = opened;
      PushbackReader text = text(bytes);
      OptionalInt declaredSeparator = separator(text);
      skipped = declaredSeparator.isPresent() ? 1 : 0;
      csv =
          FORMAT
              .builder()
              .setDelimiter((char) declaredSeparator.orElse(separator))
              .build()
              .parse(text);
    } catch (IOException e) {
      if (opened != null) {
        DocumentFile.close(file, opened);
      }
      throw DocumentFile.problem(file, 1, e);
    }
    rows = csv.iterator();
    try {
      names = header();
    } catch (BadInputException e) {
      close();
      throw e;
    }
  }

  /** The text without the mark, behind which a quote would be none. */
  private static PushbackReader text(FileBytes bytes) throws IOException {
    PushbackReader text =
        new PushbackReader(
            new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()), MAX_SEPARATOR_LINE);
    int first = text.read();
    if (first >= 0 && first != BYTE_ORDER_MARK) {
      text.unread(first);
    }
    return text;
  }

  /** What a first line names as the separator; that line is read then, and nothing else. */
  private static OptionalInt separator(PushbackReader text) throws IOException {
    char[] read = new char[MAX_SEPARATOR_LINE];
    int count = 0;
    for (int c = 0; c != '\n' && count < read.length && (c = text.read()) >= 0; ) {
      read[count++] = (char) c;
    }
    Matcher line = SEPARATOR_LINE.matcher(new String(read, 0, count));
    if (line.matches()) {
      return OptionalInt.of(line.group(1).charAt(0));
    }
    text.unread(read, 0, count);
    return OptionalInt.empty();
  }

  private FieldNames header() {
    CSVRecord header = row();
    if (header == null) {
      return FieldNames.of();
    }
    List<String> columns = new ArrayList<>();
    for (String name : header) {
      if (name == null || name.isEmpty()) {
        throw DocumentFile.problem(file, 1, "column " + (columns.size() + 1) + " has no name");
      }
      columns.add(name);
    }
    if (columns.size() == 1 && columns.get(0).matches("[^;\\t|,]++(?:[;\\t|,][^;\\t|,]++)++")) {
      throw DocumentFile.problem(
          file,
          1,
          "one column, '"
              + Inference.abbreviate(columns.get(0))
              + "': fields are separated by commas in .csv, by tabs in .tsv; a line before, such as"
              + " sep=; names another separator");
    }
    try {
      return FieldNames.of(DocumentFile.renamed(columns));
    } catch (IllegalArgumentException e) {
      throw DocumentFile.problem(file, 1, "two columns have the same name");
    }
  }

  @Override
  public @Nullable ObjectValue next() {
    CSVRecord row = row();
    if (row == null) {
      return null;
    }
    if (row.size() != names.size()) {
      throw DocumentFile.problem(
          file, line, "the row has " + row.size() + " fields, and the header " + names.size());
    }
    Value[] values = new Value[row.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(names.name(i), row.get(i));
    }
    return new ObjectValue(names, List.of(values));
  }

  private Value value(String column, @Nullable String text) {
    if (text == null || texts.nulls().contains(text)) {
      return NullValue.NULL;
    }
    if (!texts.json().contains(column)) {
      return new StringValue(text);
    }
    try {
      return JsonReader.read(column, text, this.values);
    } catch (IllegalArgumentException e) {
      throw badInput(column + ": " + e.getMessage());
    } catch (IOException e) {
      throw DocumentFile.problem(file, line, e);
    }
  }

  private BadInputException badInput(String what) {
    return DocumentFile.problem(file, line, what);
  }

  @Override
  public List<String> notes() {
    return values.notes();
  }

  private @Nullable CSVRecord row() {
    line = skipped + csv.getCurrentLineNumber() + 1;
    try {
      CSVRecord row = rows.hasNext() ? rows.next() : null;
      bytes.documentEnds();
      return row;
    } catch (UncheckedIOException | IllegalStateException e) {
      throw problem(
          e.getCause() instanceof IOException below ? below : new IOException(e.getMessage(), e));
    }
  }

  private BadInputException problem(IOException e) {
    return String.valueOf(e.getMessage()).contains("encapsulated token")
        ? DocumentFile.problem(
            file, line, "a quoted field does not end, or something stands after its end")
        : DocumentFile.problem(file, line, e);
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() {
    DocumentFile.close(file, csv);
  }
}
