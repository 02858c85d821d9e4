package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
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
import org.docduel.core.spi.Scan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.Updates;
import org.docduel.core.spi.suite.SuiteQuery;

/** A store on a database with tables of one column for documents. */
public final class JdbcStore implements Store {
  private final JdbcSystem system;
  private final SqlErrors errors;
  private final OwnWork work;

  /** By their names, the last one of each. */
  private final Map<String, JdbcSystem.Table> used = new ConcurrentHashMap<>();

  /**
   * Opens nothing yet.
   *
   * @param system the database
   */
  public JdbcStore(JdbcSystem system) {
    this.system = system;
    this.errors = system.errors();
    this.work = new OwnWork(() -> system.open(true), errors);
  }

  @Override
  public void create(Collection collection) {
    JdbcSystem.Table table = system.table(collection);
    make(table);
    write("indexing " + table.name(), errors.named(table::createIndexes));
  }

  private void make(JdbcSystem.Table table) {
    work.run(
        "making " + table.name(),
        connection -> {
          system.requireOurs(connection, table);
          system.inTurn(() -> Sql.run(connection, table.create()));
        });
    used.put(table.name(), table);
  }

  @Override
  public void empty(Collection collection) {
    JdbcSystem.Table table = system.table(collection);
    write("emptying " + table.name(), errors.named(table::empty));
  }

  @Override
  public void settle() {
    work.run(
        "settling",
        connection -> system.inTurn(() -> system.settle(connection, Set.copyOf(used.values()))));
  }

  @Override
  public StoreDescription describe(Collection collection) {
    JdbcSystem.Table table = system.table(collection);
    return work.ask("describing " + table.name(), connection -> system.describe(connection, table));
  }

  @Override
  public Store within(String suite) {
    return system instanceof JdbcSystem.WithSuites suites
        ? new JdbcStore(suites.within(suite))
        : Store.super.within(suite);
  }

  @Override
  public void clear() {
    if (!(system instanceof JdbcSystem.WithSuites suites)) {
      Store.super.clear();
      return;
    }
    work.run(
        "clearing a suite",
        connection -> suites.inTurn(() -> Sql.run(connection, suites.clear(connection))));
  }

  @Override
  public Session session() {
    return new JdbcSession();
  }

  /** Nothing is open but sessions, which their threads close. */
  @Override
  public void close() {}

  private void write(String doing, List<String> statements) {
    work.run(doing, connection -> system.inTurn(() -> Sql.run(connection, statements)));
  }

  /** One connection and its roles. */
  final class JdbcSession implements Session {
    private final SessionConnection connection = new SessionConnection(() -> system.open(false));

    JdbcSession() {
      connection();
    }

    private Connection connection() {
      try {
        return connection.get();
      } catch (SQLException e) {
        throw errors.of("connecting", e);
      }
    }

    @Override
    public Inserts inserts(Collection collection) {
      JdbcSystem.Table table = system.table(collection);
      return inserts(table.insert(), "inserting into " + table.name());
    }

    private Inserts inserts(JdbcInserts.Form form, String doing) {
      return new JdbcInserts(
          connection(),
          form,
          (on, batch) -> system.inTurn(() -> Sql.transaction(on, batch)),
          doing,
          errors);
    }

    /** A transaction for each chunk, then indexes, then statistics. */
    @Override
    public Ingestion ingestion(Collection collection) {
      JdbcSystem.Table table = system.table(collection);
      AtomicReference<Inserts> sender = new AtomicReference<>();
      List<Ingestion.Phase> phases = new ArrayList<>();
      phase(phases, "index", "indexing " + table.name(), errors.named(table::createIndexes));
      phase(phases, "analyze", "analyzing " + table.name(), table.analyze());
      return new Ingestion(
          "insert",
          () -> {
            make(table);
            sender.set(inserts(table.load(), "loading " + table.name()));
          },
          chunk -> Objects.requireNonNull(sender.get(), "prepared").insert(chunk),
          phases);
    }

    private void phase(
        List<Ingestion.Phase> phases, String name, String doing, List<String> statements) {
      if (!statements.isEmpty()) {
        phases.add(new Ingestion.Phase(name, () -> write(doing, statements)));
      }
    }

    @Override
    public Read read(Collection collection, Query query) {
      return reads(collection).read(query);
    }

    @Override
    public LinkRead links(Collection collection, LinkQuery query) {
      return reads(collection).links(query);
    }

    @Override
    public Updates updates(Collection collection, UpdateSpec spec) {
      JdbcSystem.Table table = system.table(collection);
      return new JdbcUpdates(connection, table.update(spec), "updating " + table.name(), errors);
    }

    @Override
    public Deletes deletes(Collection collection) {
      JdbcSystem.Table table = system.table(collection);
      return JdbcUpdates.deletes(
          connection, table.delete(), system::inTurn, "deleting from " + table.name(), errors);
    }

    @Override
    public Scan scan(Collection collection, String field) {
      return reads(collection).scan(field);
    }

    @Override
    public ContentReader reader(Collection collection) {
      return reads(collection);
    }

    private JdbcReads reads(Collection collection) {
      JdbcSystem.Table table = system.table(collection);
      return new JdbcReads(connection(), table, table, table, errors);
    }

    @Override
    public void apply(List<String> statements) {
      write("preparing a suite", statements);
    }

    @Override
    public SuiteQuery query(String text, Duration limit, boolean writes) {
      if (!(system instanceof JdbcSystem.WithSuites suites)) {
        return Session.super.query(text, limit, writes);
      }
      try {
        if (!writes) {
          Sql.run(connection(), suites.readOnly());
        }
        return new JdbcQuestion(connection(), text, limit, false, suites.answers(), errors);
      } catch (SQLException e) {
        throw errors.of("preparing a query", e);
      }
    }

    /** With it goes everything that was prepared on it. */
    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw errors.of("closing a connection", e);
      }
    }
  }
}
