package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;

/** A column beside the primary key. */
public record Column(String name, ColumnType type) {
  private static final Set<String> TAKEN =
      Set.of("id", "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid");

  /** NAMEDATALEN - 1: PostgreSQL cuts longer names off with no more than a notice. */
  static final int MAX_NAME_BYTES = 63;

  /** Refuses a name that PostgreSQL has not. */
  public Column {
    if (name.indexOf('\0') >= 0
        || !StandardCharsets.UTF_8.newEncoder().canEncode(name)
        || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new StoreException(
          "the field %s has a NUL or half of a surrogate pair, or is too long for a column: PostgreSQL's"
                  .formatted(Sql.shown(name))
              + " names end after "
              + MAX_NAME_BYTES
              + " bytes");
    }
  }

  /**
   * The name of a field's column: the keys from the top, joined by dots. A dot or a backslash
   * inside a key gets a backslash before it, an empty key is {@code \e}, and a name that the table
   * has already ({@code id}, the system columns) gets a backslash before it; so that different
   * paths never meet in one name.
   */
  public static String name(List<String> path) {
    String first = path.get(0);
    StringBuilder name = new StringBuilder(TAKEN.contains(first) ? "\\" + first : escaped(first));
    path.subList(1, path.size()).forEach(key -> name.append('.').append(escaped(key)));
    return name.toString();
  }

  private static String escaped(String key) {
    return key.isEmpty() ? "\\e" : key.replace("\\", "\\\\").replace(".", "\\.");
  }

  /** The name as SQL takes it. */
  public String quoted() {
    return Sql.identifier(name);
  }
}
