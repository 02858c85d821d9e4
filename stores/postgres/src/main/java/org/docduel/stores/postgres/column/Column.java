package org.docduel.stores.postgres.column;

import org.docduel.stores.jdbc.Sql;

/**
 * A column beside the primary key.
 *
 * @param name its name, not quoted
 * @param type how it holds values
 */
public record Column(String name, ColumnType type) {
  /** The name as SQL takes it. */
  public String quoted() {
    return Sql.identifier(name);
  }
}
