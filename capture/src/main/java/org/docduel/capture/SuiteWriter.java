package org.docduel.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.suite.Suite;
import org.jspecify.annotations.Nullable;

/** A suite's folder, written beside its place and moved there when it is whole. */
final class SuiteWriter implements AutoCloseable {
  private static final String DIALECT = "postgres";
  private static final Set<String> WHOLE = Set.of("smallint", "integer", "bigint");
  private static final String WHOLE_KIND = "integer";
  private static final String TEXT = "text";

  private final Path folder;
  private final Path writing;

  /**
   * Begins a folder that only this user can read.
   *
   * @throws BadInputException when there is something of that name already
   */
  SuiteWriter(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    BadInputException.require(
        !Files.exists(this.folder), "%s is there already; name a new folder, or remove it", folder);
    Path parent = this.folder.resolveSibling("").toAbsolutePath();
    BadInputException.require(
        Files.isDirectory(parent), "%s: there is no folder %s", folder, parent);
    try {
      writing = Files.createTempDirectory(parent, "." + this.folder.getFileName() + "-");
      if (Files.getFileStore(writing).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(writing, PosixFilePermissions.fromString("rwx------"));
      }
      Files.createDirectory(writing.resolve("data"));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * What a folder has beside its data.
   *
   * @param origin a line that says where it is from
   * @param minutes in which the calls were counted
   * @param totalMillis of all statements, also of those that are left out
   * @param captured the shares of {@code calls} and {@code time} that the queries have of all
   * @param rejected the lines of {@code refused.txt}
   */
  record Content(
      String origin,
      Source.Export export,
      List<String> constraints,
      List<String> indexes,
      List<Selection.Query> queries,
      double minutes,
      double totalMillis,
      Map<String, Double> captured,
      List<String> rejected) {}

  /** Where the files are while they are written. */
  Path writing() {
    return writing;
  }

  private BadInputException unwritable(IOException e) {
    return new BadInputException(folder + ": cannot be written: " + BadInputException.reason(e), e);
  }

  /** Writes all but the data, checks the whole as a run does, and puts it in its place. */
  void write(Content content) {
    StringBuilder yaml = new StringBuilder(head(content.origin(), DIALECT, content.captured()));
    yaml.append("tables:\n");
    content
        .export()
        .files()
        .forEach((table, file) ->
            yaml.append("  '")
                .append(table.replace("'", "''"))
                .append("': ")
                .append(file)
                .append('\n'));
    yaml.append("indexes: [now, candidate]\nweights:\n");
    StringBuilder sql = new StringBuilder();
    for (String set : List.of("now", "candidate")) {
      sql.append("-- index: ").append(set).append('\n');
      sql.append(set.equals("now") ? "" : "-- Change these: what would help?\n");
      content.indexes().forEach(index -> sql.append(index).append(";\n"));
    }
    sql.append("-- phase: constraints\n");
    content.constraints().forEach(constraint -> sql.append(constraint).append(";\n"));
    Map<String, String> files = new LinkedHashMap<>();
    for (Selection.Query query : content.queries()) {
      double calls = query.entry().calls() / content.minutes();
      yaml.append("  %s: %s%n".formatted(query.name(), weight(calls)));
      sql.append("\n-- name: " + title(query, content.minutes(), content.totalMillis()) + "\n");
      if (!query.types().isEmpty()) {
        String file = query.name() + ".csv";
        sql.append("-- parameters: ").append(file).append('\n');
        files.put(
            file,
            tuples(
                query.tuples(),
                query.types().stream()
                    .map(type -> WHOLE.contains(type) ? WHOLE_KIND : TEXT)
                    .toList()));
      }
      sql.append(query.text()).append('\n');
    }
    files.put(Suite.FILE, yaml.toString());
    files.put(Suite.SCHEMA_FILE, String.join(";\n", content.export().definitions()) + ";\n");
    files.put(DIALECT + ".sql", sql.toString());
    place(files, content.rejected());
  }

  /** Writes files beside the data, checks the whole as a run does, and puts it in its place. */
  void place(Map<String, String> files, List<String> rejected) {
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(writing.resolve(file.getKey()), file.getValue());
      }
      Files.write(writing.resolve("refused.txt"), rejected);
      Suite.read(writing.toString());
      Files.move(writing, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * How {@code suite.yaml} begins.
   *
   * @param captured the shares of {@code calls} and {@code time} that the queries have of all
   */
  String head(String origin, String dialects, Map<String, Double> captured) {
    String name =
        String.valueOf(folder.getFileName())
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "_")
            .replaceFirst("^[^a-z]+", "");
    return """
    # %s
    name: %s
    dialects: [%s]
    captured: {calls: %s, time: %s}  # of the source's; refused.txt has the rest
    """
        .formatted(
            origin,
            name.isEmpty() ? "captured" : name.substring(0, Math.min(30, name.length())),
            dialects,
            percent(captured, "calls"),
            percent(captured, "time"));
  }

  /** A query's name, its calls a minute and its share of time. */
  static String title(Selection.Query query, double minutes, double totalMillis) {
    return String.format(
        Locale.ROOT,
        "%s  %,.1f calls a minute, %.1f %% of time%s",
        query.name(),
        query.entry().calls() / minutes,
        100 * query.entry().millis() / totalMillis,
        query.note().isEmpty() ? "" : "; " + query.note());
  }

  private static String percent(Map<String, Double> captured, String name) {
    double share = Math.min(1, Math.max(1e-6, captured.getOrDefault(name, 1.0)));
    return String.format(Locale.ROOT, "%.4f", 100 * share).replaceFirst("\\.?0+$", "") + "%";
  }

  static String weight(double calls) {
    return String.format(Locale.ROOT, "%.6f", Math.max(1e-6, calls)).replaceFirst("\\.?0+$", "");
  }

  /**
   * A file of tuples.
   *
   * @param kinds of its columns
   */
  static String tuples(Map<List<@Nullable String>, Long> tuples, List<String> kinds) {
    String head =
        IntStream.range(0, kinds.size())
            .mapToObj(i -> "p" + (i + 1) + " " + kinds.get(i))
            .collect(Collectors.joining(",", "calls,", "\n"));
    StringBuilder lines = new StringBuilder(head);
    tuples.forEach((tuple, calls) ->
        lines.append(
            IntStream.range(0, tuple.size())
                .mapToObj(i -> field(tuple.get(i), kinds.get(i)))
                .collect(Collectors.joining(",", calls + ",", "\n"))));
    return lines.toString();
  }

  /** Null is nothing between two commas. */
  private static String field(@Nullable String value, String kind) {
    return value == null ? "" : kind.equals(TEXT) ? quoted(value) : value.strip();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  /** Removes what is not in its place. */
  @Override
  public void close() {
    if (!Files.exists(writing)) {
      return;
    }
    try (Stream<Path> all = Files.walk(writing)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }
}
