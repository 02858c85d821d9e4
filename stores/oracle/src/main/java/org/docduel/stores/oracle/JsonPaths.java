package org.docduel.stores.oracle;

import org.docduel.core.model.Path;

/**
 * SQL/JSON path expressions as SQL literals. Names are quoted, so that any name is one (SQL/JSON
 * path expression syntax, JSON Developer's Guide 23ai, ADJSN).
 */
final class JsonPaths {
  private JsonPaths() {}

  /** A path, such as {@code '$."friends"[49]."registered"'}. */
  static String of(Path path) {
    return of(path, "");
  }

  /** The elements of an array that equal a text. */
  static String elementIs(Path array, String text) {
    return of(array, "[*]?(@.string() == " + quoted(text) + ")");
  }

  /** The elements of an array that equal the text of the variable {@code id}. */
  static String elementIsId(Path array) {
    return of(array, "[*]?(@.string() == $id)");
  }

  /** A value that is there and not null. */
  static String set(Path path) {
    return of(path, "?(@ != null)");
  }

  private static String of(Path path, String rest) {
    StringBuilder steps = new StringBuilder("$");
    for (Path.Step step : path.steps()) {
      if (step instanceof Path.Field field) {
        steps.append('.').append(quoted(field.name()));
      } else {
        steps.append('[').append(((Path.Element) step).index()).append(']');
      }
    }
    return literal(steps.append(rest).toString());
  }

  /** A text as an SQL literal. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A name or text within a path, escaped as in JSON. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
