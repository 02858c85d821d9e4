package org.docduel.stores.postgres.read;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Read;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.ExplainTiming;
import org.docduel.stores.postgres.parameter.PlannerSettings;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.sql.PostgresErrors;
import org.docduel.stores.postgres.sql.SqlFile;

/**
 * Finds documents by their content. EXPLAIN's line of settings says in every plan how its session
 * plans.
 */
public final class PostgresReads {
  private static final String SESSION = SqlFile.read(PostgresReads.class, "read-session.sql");
  private static final String PUBLISHED =
      SqlFile.read(PostgresReads.class, "published-planner.sql");

  private final Connection connection;
  private final Table table;
  private final ExplainTiming timing;
  private final Findings findings;
  private final SqlErrors errors;

  /**
   * Prepares a session.
   *
   * @param connection the session's
   * @param table where the documents are
   * @param planner how its queries are planned
   * @param timing whether EXPLAIN times every step
   * @param findings takes down what a reader of the numbers has to know
   * @param errors makes the messages
   * @throws SQLException when the server refuses a setting
   */
  public PostgresReads(
      Connection connection,
      Table table,
      PlannerSettings planner,
      ExplainTiming timing,
      Findings findings,
      SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.table = table;
    this.timing = timing;
    this.findings = findings;
    this.errors = errors;
    prepare(connection, table);
    withoutAutovacuum();
    if (planner == PlannerSettings.PUBLISHED) {
      Sql.run(connection, PUBLISHED);
    }
  }

  /** So that nothing but the reads is measured; the description of the store shows it. */
  private void withoutAutovacuum() throws SQLException {
    try {
      Sql.run(connection, "ALTER TABLE " + table.name() + " SET (autovacuum_enabled = off)");
    } catch (SQLException e) {
      findings.add(
          "autovacuum may run during the reads: "
              + PostgresErrors.refusal(e)
                  .orElseThrow(() -> errors.of("switching autovacuum off", e)));
    }
  }

  /** For every session that reads. */
  static void prepare(Connection connection, Table table) throws SQLException {
    Sql.run(connection, SESSION);
    if (table.distribution().isDistributed()) {
      Sql.run(connection, "SET citus.explain_all_tasks = on");
    }
  }

  /**
   * Compiles a query and prepares it.
   *
   * @param query what is asked
   * @return the query, ready to be run many times
   */
  public Read prepare(Query query) {
    try {
      return new PostgresRead(connection, table, query, timing, findings, errors);
    } catch (SQLException e) {
      throw errors.of("preparing to search " + table.name(), e);
    }
  }
}
