package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.OwnWork;
import org.docduel.stores.jdbc.SessionConnection.Opener;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.oracle.server.OracleWorkspace;

/** Collection tables of one user. */
final class OracleSystem implements JdbcSystem {
  private static final SqlErrors ERRORS = new SqlErrors(OracleProvider.NAME, OracleErrors.CODES);
  private static final String CHECKPOINT = "ALTER SYSTEM CHECKPOINT";

  private final Opener work;
  private final Opener sessions;
  private final SessionSettings settings;
  private final OracleTable.ElementsIndex elements;
  private final ServerReport report;

  /**
   * Connects, and asks the server whether it keeps the promise.
   *
   * @param work makes connections for work of the store's own
   * @param sessions makes those of sessions
   */
  OracleSystem(
      Opener work, Opener sessions, SessionSettings settings, OracleTable.ElementsIndex elements) {
    this.work = work;
    this.sessions = sessions;
    this.settings = settings;
    this.elements = elements;
    this.report =
        new OwnWork(() -> open(true), ERRORS)
            .ask(
                "connecting",
                connection -> ServerReport.of(connection, settings.verify(connection)));
  }

  @Override
  public Connection open(boolean forWork) throws SQLException {
    Connection connection = (forWork ? work : sessions).open();
    try {
      Sql.run(connection, settings.statements());
      return connection;
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
  }

  @Override
  public OracleTable table(Collection collection) {
    return new OracleTable(collection, elements);
  }

  @Override
  public SqlErrors errors() {
    return ERRORS;
  }

  /** The user may be somebody else's: a table without our mark is never dropped. */
  @Override
  public void requireOurs(Connection connection, Table table) throws SQLException {
    OracleTable ours = (OracleTable) table;
    if (OracleWorkspace.tables(connection, false).contains(ours.catalogName())) {
      throw new StoreException(
          OracleProvider.NAME
              + ": the table "
              + table.name()
              + " is not DocDuel's, which would replace it; rename it, or mark it: "
              + ours.mark());
    }
  }

  /** Statistics for the optimizer, and a checkpoint (ALTER SYSTEM, SQL Language Reference 23ai). */
  @Override
  public String settle(Connection connection, Set<Table> used) throws SQLException {
    List<String> ours = OracleWorkspace.tables(connection, true);
    for (Table table : used) {
      if (ours.contains(((OracleTable) table).catalogName())) {
        Sql.run(connection, table.analyze());
      }
    }
    try {
      Sql.run(connection, CHECKPOINT);
      return "DBMS_STATS.GATHER_TABLE_STATS, " + CHECKPOINT;
    } catch (SQLException e) {
      if (e.getErrorCode() != OracleErrors.LACKS_PRIVILEGE) {
        throw e;
      }
      return "DBMS_STATS.GATHER_TABLE_STATS; no checkpoint: " + OracleErrors.problem(e);
    }
  }

  @Override
  public StoreDescription describe(Connection connection, Table table) throws SQLException {
    return new StoreDescription(
        report.product(),
        settings.promise(),
        report.settings(),
        ServerReport.sizes(connection, (OracleTable) table));
  }
}
