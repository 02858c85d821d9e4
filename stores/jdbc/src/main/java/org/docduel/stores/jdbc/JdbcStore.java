package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SuiteQuery;

/** A store on a database with a table for each collection. */
public final class JdbcStore implements Store {
  private final JdbcSystem system;
  private final SqlErrors errors;
  private final OwnWork work;

  /** By their names, the last one of each. Only these are settled: the server may be shared. */
  private final Map<String, JdbcSystem.Table> used = new ConcurrentHashMap<>();

  private final Set<JdbcSession> sessions = ConcurrentHashMap.newKeySet();
  private volatile String settled = "not yet";

  /** Opens nothing yet. */
  public JdbcStore(JdbcSystem system) {
    this.system = system;
    this.errors = system.errors();
    this.work = new OwnWork(() -> system.open(true), errors);
  }

  private JdbcSystem.Table table(Collection collection) {
    JdbcSystem.Table table = system.table(collection);
    used.put(table.name(), table);
    return table;
  }

  @Override
  public void create(Collection collection) {
    JdbcSystem.Table table = table(collection);
    work.run(
        "making " + table.name(),
        connection -> {
          system.make(connection, table);
          List<String> indexes = errors.named(table::createIndexes);
          system.inTurn(() -> Sql.run(connection, indexes));
        });
  }

  @Override
  public void empty(Collection collection) {
    JdbcSystem.Table table = table(collection);
    work.run("emptying " + table.name(), connection -> system.empty(connection, table));
  }

  @Override
  public void settle() {
    work.run(
        "settling",
        connection ->
            system.inTurn(() -> settled = system.settle(connection, Set.copyOf(used.values()))));
  }

  @Override
  public StoreDescription describe(Collection collection) {
    JdbcSystem.Table table = table(collection);
    return work.ask("describing " + table.name(), connection -> system.describe(connection, table))
        .with(SETTLE, Optional.of(settled));
  }

  @Override
  public Store within(String suite) {
    return system instanceof JdbcSystem.WithSuites suites
        ? new JdbcStore(suites.within(suite))
        : Store.super.within(suite);
  }

  @Override
  public void clear() {
    if (system instanceof JdbcSystem.WithSuites suites) {
      work.run("clearing a suite", connection -> suites.inTurn(() -> suites.clear(connection)));
    } else {
      Store.super.clear();
    }
  }

  @Override
  public Session session() {
    JdbcSession session = new JdbcSession();
    sessions.add(session);
    return session;
  }

  @Override
  public void close() {
    system.close();
    sessions.forEach(JdbcSession::close);
  }

  private void write(String doing, List<String> statements) {
    work.run(doing, connection -> system.inTurn(() -> Sql.run(connection, statements)));
  }

  /** Something that a role begins with. */
  @FunctionalInterface
  private interface Preparing<T> {
    T on(Connection connection) throws SQLException;
  }

  /** One connection and its roles. */
  private final class JdbcSession implements Session {
    private final SessionConnection connection = new SessionConnection(() -> system.open(false));
    private final Map<String, JdbcReads> searches = new HashMap<>();
    private boolean onlyReads;

    JdbcSession() {
      if (system.connectsAtOnce()) {
        prepare("connecting", on -> on);
      }
    }

    private <T> T prepare(String doing, Preparing<T> preparing) {
      try {
        return preparing.on(connection.get());
      } catch (SQLException e) {
        throw errors.of(doing, e);
      }
    }

    @Override
    public Inserts inserts(Collection collection) {
      JdbcSystem.Table table = table(collection);
      return prepare("preparing inserts into " + table.name(), on -> system.inserts(on, table));
    }

    @Override
    public Ingestion ingestion(Collection collection) {
      JdbcSystem.Table table = table(collection);
      return prepare("preparing to load " + table.name(), on -> system.ingestion(on, table))
          .orElseGet(() -> inChunks(table));
    }

    /** A transaction for each chunk, then indexes, then statistics. */
    private Ingestion inChunks(JdbcSystem.Table table) {
      AtomicReference<Inserts> sender = new AtomicReference<>();
      List<Ingestion.Phase> phases = new ArrayList<>();
      phase(phases, "index", "indexing " + table.name(), errors.named(table::createIndexes));
      phase(phases, "analyze", "analyzing " + table.name(), table.analyze());
      return new Ingestion(
          "insert",
          () -> {
            work.run("making " + table.name(), on -> system.make(on, table));
            String loading = "loading " + table.name();
            sender.set(prepare(loading, on -> new JdbcInserts(on, table.load(), system, loading)));
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
      return searches
          .computeIfAbsent(
              collection.name(), name -> reads(collection, JdbcSystem.Table::beginSearches))
          .read(query);
    }

    @Override
    public LinkRead links(Collection collection, LinkQuery query) {
      system.table(collection).links(query, 1); // refuses before anything is sent
      return reads(collection, JdbcSystem.Table::beginLinks).links(query);
    }

    @Override
    public Updates updates(Collection collection, UpdateSpec spec) {
      JdbcSystem.Table table = table(collection);
      try {
        return system.updates(connection, table, spec);
      } catch (SQLException e) {
        throw errors.of("preparing to update " + table.name(), e);
      }
    }

    @Override
    public Deletes deletes(Collection collection) {
      JdbcSystem.Table table = table(collection);
      return JdbcUpdates.deletes(
          connection, table.delete(), system, "deleting from " + table.name());
    }

    @Override
    public Scan scan(Collection collection, String field) {
      return reads(collection, (table, on) -> {}).scan(field);
    }

    @Override
    public ContentReader reader(Collection collection) {
      return reads(collection, (table, on) -> {});
    }

    private JdbcReads reads(Collection collection, Beginning beginning) {
      JdbcSystem.Table table = table(collection);
      return prepare(
          "preparing to read " + table.name(),
          on -> {
            beginning.on(table, on);
            return new JdbcReads(on, table, errors);
          });
    }

    @Override
    public Watch watch(String profiler, Collection collection) {
      JdbcSystem.Table table = table(collection);
      return prepare("preparing to watch " + table.name(), on -> system.watch(profiler, on, table));
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
      return prepare(
          "preparing a query",
          on -> {
            suites.begin(on, !writes && !onlyReads, limit);
            onlyReads |= !writes;
            boolean limited = !writes && suites.answers().keepsRows();
            return new JdbcQuestion(on, text, limit, limited, suites.answers(), errors);
          });
    }

    /** With it goes everything that was prepared on it. */
    @Override
    public void close() {
      sessions.remove(this);
      try {
        connection.close();
      } catch (SQLException e) {
        throw errors.of("closing a connection", e);
      }
    }
  }

  /** What a session begins with that reads a table. */
  @FunctionalInterface
  private interface Beginning {
    void on(JdbcSystem.Table table, Connection connection) throws SQLException;
  }
}
