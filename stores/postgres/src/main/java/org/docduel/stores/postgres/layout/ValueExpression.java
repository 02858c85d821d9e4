package org.docduel.stores.postgres.layout;

import org.docduel.stores.postgres.column.ColumnType;

/**
 * A value inside a document.
 *
 * @param sql an expression
 * @param type reads what it gives
 */
public record ValueExpression(String sql, ColumnType type) {
  /** What to select for the type to read. */
  String selected() {
    return type.selected(sql);
  }
}
