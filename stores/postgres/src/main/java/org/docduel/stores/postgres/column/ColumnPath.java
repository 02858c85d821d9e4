package org.docduel.stores.postgres.column;

import java.util.List;
import java.util.Set;

/**
 * Names of columns for the fields of nested objects: the keys from the top, joined by dots. A dot
 * or a backslash inside a key gets a backslash before it, an empty key is {@code \e}, and a name
 * that the table has already ({@code id}, the system columns) gets a backslash before it; so that
 * different paths never meet in one name.
 */
public final class ColumnPath {
  private static final Set<String> TAKEN =
      Set.of("id", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid");

  private ColumnPath() {}

  /** The column of a top-level field. */
  public static String top(String key) {
    return TAKEN.contains(key) ? "\\" + key : escaped(key);
  }

  /** The column of a field of an object. */
  public static String child(String parent, String key) {
    return parent + "." + escaped(key);
  }

  /** The column of a field that lies anywhere. */
  public static String of(List<String> path) {
    String name = top(path.get(0));
    for (String key : path.subList(1, path.size())) {
      name = child(name, key);
    }
    return name;
  }

  private static String escaped(String key) {
    return key.isEmpty() ? "\\e" : key.replace("\\", "\\\\").replace(".", "\\.");
  }
}
