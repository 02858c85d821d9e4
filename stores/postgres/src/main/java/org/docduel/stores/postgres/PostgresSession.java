package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Deletes;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.Scan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Updates;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.jdbc.JdbcQuestion;
import org.docduel.stores.jdbc.JdbcReads;
import org.docduel.stores.jdbc.JdbcUpdates;
import org.docduel.stores.jdbc.SessionConnection;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.insert.Ingestions;
import org.docduel.stores.postgres.insert.InsertPaths;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.parameter.PostgresParameters.Indexing;
import org.docduel.stores.postgres.read.PostgresAnswers;
import org.docduel.stores.postgres.read.PostgresReads;
import org.docduel.stores.postgres.sql.ConnectionPool;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.update.PooledUpdates;
import org.docduel.stores.postgres.update.UpdateStatement;
import org.docduel.stores.postgres.watch.PostgresWatches;

/** One connection and its roles. */
final class PostgresSession implements Session {
  /** The pool of the store's sessions, opened when the first of them asks. */
  @FunctionalInterface
  interface Pool {
    ConnectionPool get() throws SQLException;
  }

  private final SessionConnection connection;
  private final Connections others;
  private final StoreConfig config;
  private final Function<Collection, Table> tables;
  private final boolean suite;
  private final Pool pool;
  private final Findings findings;
  private final SqlErrors errors;
  private boolean onlyReads;
  private final Map<String, JdbcReads> searches = new HashMap<>();

  PostgresSession(
      SessionConnection connection,
      Connections others,
      StoreConfig config,
      Function<Collection, Table> tables,
      boolean suite,
      Pool pool,
      Findings findings,
      SqlErrors errors) {
    this.connection = connection;
    this.others = others;
    this.config = config;
    this.tables = tables;
    this.suite = suite;
    this.pool = pool;
    this.findings = findings;
    this.errors = errors;
  }

  @Override
  public Inserts inserts(Collection collection) {
    try {
      InsertPaths.Sender sender =
          InsertPaths.open(
              connection.get(), tables.apply(collection), PostgresParameters.PATH.in(config));
      return batch -> {
        try {
          sender.send(batch);
        } catch (RejectedDocumentException e) {
          throw errors.named(e);
        } catch (SQLException e) {
          throw errors.ofDocuments("inserting into " + collection.name(), e);
        }
      };
    } catch (SQLException e) {
      throw errors.of("preparing inserts into " + collection.name(), e);
    }
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    Table table = tables.apply(collection);
    try {
      Ingestions load =
          new Ingestions(connection.get(), others, table, config.durability(), findings, errors);
      return !suite && PostgresParameters.INDEXING.in(config) == Indexing.BEFORE
          ? load.indexedBefore()
          : load.indexedAfter();
    } catch (SQLException e) {
      throw errors.of("preparing to load " + collection.name(), e);
    }
  }

  @Override
  public Updates updates(Collection collection, UpdateSpec spec) {
    Table table = tables.apply(collection);
    UpdateStatement statement = UpdateStatement.of(table, spec);
    statement.goesToAllShards().ifPresent(findings::add);
    try {
      return config.pool() > 0
          ? new PooledUpdates(pool.get(), statement, table, errors)
          : new JdbcUpdates(connection, statement, "updating " + table.name(), errors);
    } catch (SQLException e) {
      throw errors.of("preparing to update " + collection.name(), e);
    }
  }

  @Override
  public Deletes deletes(Collection collection) {
    PostgresReads table = reads(collection);
    return JdbcUpdates.deletes(
        connection, table.delete(), Sql.Work::run, "deleting from " + table.name(), errors);
  }

  @Override
  public Scan scan(Collection collection, String field) {
    return begun(reads(collection), on -> {}).scan(field);
  }

  @Override
  public Watch watch(String profiler, Collection collection) {
    try {
      return PostgresWatches.open(
          profiler, connection.get(), tables.apply(collection), findings, errors);
    } catch (SQLException e) {
      throw errors.of("preparing to watch " + collection.name(), e);
    }
  }

  @Override
  public Read read(Collection collection, Query query) {
    return searches.computeIfAbsent(collection.name(), name -> searches(collection)).read(query);
  }

  private JdbcReads searches(Collection collection) {
    PostgresReads reads = reads(collection);
    return begun(
        reads, on -> reads.beginSearches(on, PostgresParameters.PLANNER.in(config), errors));
  }

  @Override
  public LinkRead links(Collection collection, LinkQuery query) {
    PostgresReads reads = reads(collection);
    reads.links(query, 1); // refuses what it cannot express before anything is sent
    return begun(reads, reads::begin).links(query);
  }

  private PostgresReads reads(Collection collection) {
    return new PostgresReads(
        tables.apply(collection), tables, PostgresParameters.EXPLAIN_TIMING.in(config), findings);
  }

  /** What a session begins with. */
  @FunctionalInterface
  private interface Beginning {
    void on(Connection connection) throws SQLException;
  }

  private JdbcReads begun(PostgresReads reads, Beginning beginning) {
    try {
      beginning.on(connection.get());
      return new JdbcReads(connection.get(), reads, reads, reads, errors);
    } catch (SQLException e) {
      throw errors.of("preparing to read " + reads.name(), e);
    }
  }

  @Override
  public void apply(List<String> statements) {
    try {
      for (String statement : statements) {
        others.atWork(connection.get(), statement);
      }
    } catch (SQLException e) {
      throw errors.of("preparing a suite", e);
    }
  }

  @Override
  public SuiteQuery query(String text, Duration limit, boolean writes) {
    try {
      Connection on = connection.get();
      if (!writes && !onlyReads) {
        Sql.run(on, "SET default_transaction_read_only = on");
        if (Connections.hasQuestionsRole(on)) {
          Sql.run(on, "SET ROLE " + Connections.QUESTIONS_ROLE);
        }
        onlyReads = true;
      }
      others.waitBeyond(on, limit);
      return new JdbcQuestion(on, text, limit, !writes, PostgresAnswers.TYPES, errors);
    } catch (SQLException e) {
      throw errors.of("preparing a query", e);
    }
  }

  @Override
  public ContentReader reader(Collection collection) {
    return begun(reads(collection), on -> {});
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw errors.of("closing a connection", e);
    }
  }
}
