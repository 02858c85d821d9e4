package org.docduel.core.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a CSV or TSV file whose header names each column and its kind, such as {@code id
 * integer}. Nothing between two separators is null; an empty pair of quotes is an empty text.
 *
 * @param columns their names and kinds, in order
 * @param rows at least one
 */
public record TypedRows(List<Column> columns, List<Row> rows) {
  private static final Set<Kind> KINDS =
      EnumSet.of(Kind.TEXT, Kind.INTEGER, Kind.DOUBLE, Kind.DECIMAL, Kind.BOOLEAN, Kind.TIMESTAMP);

  private static final int MAX_CHARACTERS = 65_536;

  public record Column(String name, Kind kind) {}

  /**
   * A row.
   *
   * @param line where it begins, from 1
   */
  public record Row(long line, List<Value> values) {}

  /**
   * Reads a file.
   *
   * @param kinds of columns whose name is enough
   * @param maxRows how many it may have
   * @throws BadInputException with file and line when something is wrong in it
   */
  public static TypedRows read(Path file, Map<String, Kind> kinds, int maxRows) {
    DocumentFile source = new DocumentFile(file, CsvTexts.PLAIN);
    if (!Files.isRegularFile(file)) {
      throw new BadInputException(file + ": no such file");
    }
    if (!source.isCsv()) {
      throw new BadInputException(file + ": a file of tuples is named .csv or .tsv");
    }
    List<Column> columns = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    try (DocumentFile.Reader reader = source.open()) {
      for (ObjectValue row = reader.next(); row != null; row = reader.next()) {
        if (columns.isEmpty()) {
          row.names().asList().forEach(heading -> columns.add(column(file, heading, kinds)));
        }
        if (rows.size() == maxRows) {
          throw DocumentFile.problem(
              file, reader.line(), "more than %,d rows; take fewer".formatted(maxRows));
        }
        rows.add(row(file, reader.line(), columns, row.values()));
      }
    }
    if (rows.isEmpty()) {
      throw DocumentFile.problem(file, 1, "no row follows the header");
    }
    return new TypedRows(List.copyOf(columns), List.copyOf(rows));
  }

  private static Column column(Path file, String heading, Map<String, Kind> kinds) {
    Kind known = kinds.get(heading);
    if (known != null) {
      return new Column(heading, known);
    }
    int space = heading.lastIndexOf(' ');
    String label = heading.substring(space + 1);
    Optional<Kind> kind = space < 0 ? Optional.empty() : Kind.parse(label).filter(KINDS::contains);
    if (kind.isEmpty()) {
      throw DocumentFile.problem(
          file,
          1,
          "the column '%s' has no kind; write its name and one of %s, date, such as 'id integer'"
              .formatted(
                  printable(heading),
                  KINDS.stream().map(Kind::label).collect(Collectors.joining(", "))));
    }
    return new Column(heading.substring(0, space).strip(), kind.get());
  }

  private static String printable(String text) {
    return Inference.abbreviate(text).replaceAll("\\p{Cntrl}", "?");
  }

  private static Row row(Path file, long line, List<Column> columns, List<Value> texts) {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      values.add(value(file, line, columns.get(i), texts.get(i)));
    }
    return new Row(line, List.copyOf(values));
  }

  private static Value value(Path file, long line, Column column, @Nullable Value read) {
    if (!(read instanceof StringValue text)) {
      return NullValue.NULL;
    }
    if (text.value().length() > MAX_CHARACTERS) {
      throw DocumentFile.problem(
          file, line, "%s has more than %,d characters".formatted(column.name(), MAX_CHARACTERS));
    }
    return column.kind() == Kind.TEXT
        ? text
        : TypedTexts.parse(column.kind(), text.value())
            .orElseThrow(() ->
                DocumentFile.problem(
                    file,
                    line,
                    "%s: '%s' is not a valid %s"
                        .formatted(column.name(), printable(text.value()), column.kind().label())));
  }
}
