package org.docduel.stores.oracle;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.oracle.server.OracleWorkspace;

/** Collection tables of one user. One connection makes and describes; each session has its own. */
final class OracleStore implements Store {
  private final Connections connections;
  private final Connection own;
  private final SessionSettings settings;
  private final ServerReport report;
  private final ElementsIndex elements;
  private final Set<Table> used = ConcurrentHashMap.newKeySet();

  OracleStore(
      Connections connections,
      Connection own,
      SessionSettings settings,
      ServerReport report,
      ElementsIndex elements) {
    this.connections = connections;
    this.own = own;
    this.settings = settings;
    this.report = report;
    this.elements = elements;
  }

  @Override
  public void create(Collection collection) {
    createWithoutIndexes(collection);
    createIndexes(collection);
  }

  void createWithoutIndexes(Collection collection) {
    Table table = Table.of(collection);
    requireOurs(table);
    run("making " + table.name(), List.of(table.drop(), table.create(), table.mark()));
    used.add(table);
  }

  /** The user may be somebody else's: a table without our mark is never dropped. */
  private void requireOurs(Table table) {
    synchronized (own) {
      try {
        if (OracleWorkspace.tables(own, false).contains(table.catalogName())) {
          throw new StoreException(
              OracleProvider.NAME
                  + ": the table "
                  + table.name()
                  + " is not DocDuel's, which would replace it; rename it, or mark it: "
                  + table.mark());
        }
      } catch (SQLException e) {
        throw OracleErrors.of("looking for " + table.name(), e);
      }
    }
  }

  void createIndexes(Collection collection) {
    Table table = Table.of(collection);
    run("making the indexes of " + table.name(), Indexes.create(table, collection, elements));
  }

  /** Drops and makes it again: deleting would leave free space and old index entries behind. */
  @Override
  public void empty(Collection collection) {
    create(collection);
  }

  /** Statistics of the tables that the store has made, for the optimizer. */
  @Override
  public void settle() {
    used.forEach(this::gatherStatistics);
  }

  void gatherStatistics(Table table) {
    synchronized (own) {
      try (CallableStatement statement = own.prepareCall(Table.statistics())) {
        statement.setString(1, table.catalogName());
        statement.execute();
      } catch (SQLException e) {
        throw OracleErrors.of("gathering statistics of " + table.name(), e);
      }
    }
  }

  @Override
  public StoreDescription describe(Collection collection) {
    Map<String, String> described = new LinkedHashMap<>(report.settings());
    described.put("settle", "DBMS_STATS.GATHER_TABLE_STATS");
    synchronized (own) {
      try {
        return new StoreDescription(
            report.product(),
            settings.promise(),
            described,
            ServerReport.sizes(own, Table.of(collection)));
      } catch (SQLException e) {
        throw OracleErrors.of("describing " + collection.name(), e);
      }
    }
  }

  @Override
  public Session session() {
    try {
      Connection connection = connections.open();
      try {
        settings.apply(connection);
        return new OracleSession(this, connection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw OracleErrors.of("connecting", e);
    }
  }

  private void run(String doing, List<String> statements) {
    synchronized (own) {
      try (Statement statement = own.createStatement()) {
        for (String sql : statements) {
          statement.execute(sql);
        }
      } catch (SQLException e) {
        throw OracleErrors.of(doing, e);
      }
    }
  }

  @Override
  public void close() {
    synchronized (own) {
      try {
        own.close();
      } catch (SQLException e) {
        throw OracleErrors.of("closing a connection", e);
      }
    }
  }
}
