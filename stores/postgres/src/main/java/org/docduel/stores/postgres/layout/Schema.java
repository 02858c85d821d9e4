package org.docduel.stores.postgres.layout;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.stores.postgres.sql.Sql;
import org.docduel.stores.postgres.sql.Statements;
import org.docduel.stores.postgres.sql.Transaction;

/** Makes what a table needs before it can be made: the schema, and the extension for trigrams. */
public final class Schema {
  /** IF NOT EXISTS does not keep two runs on one server from colliding; this lock does. */
  private static final long LOCK = 0x646F636475656CL;

  private Schema() {}

  public static void prepare(Connection connection, Table table) throws SQLException {
    List<String> statements = new ArrayList<>();
    statements.add("SELECT pg_advisory_xact_lock(" + LOCK + ")");
    statements.add("CREATE SCHEMA IF NOT EXISTS " + Sql.identifier(Table.SCHEMA));
    if (table.indexes().stream().anyMatch(IndexMethods::needsTrigrams)) {
      statements.add("CREATE EXTENSION IF NOT EXISTS pg_trgm");
    }
    Transaction.run(connection, () -> Statements.run(connection, statements));
  }
}
