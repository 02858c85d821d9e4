package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
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
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.spi.suite.SuiteTables;
import org.jspecify.annotations.Nullable;

/** A store on a database with a table for each collection. */
public final class JdbcStore implements Store {
  private final JdbcSystem system;
  private final SqlErrors errors;

  /** Whether sessions change documents on connections of a pool. */
  private final boolean pooled;

  /** By their names, the last one of each. Only these are settled: the server may be shared. */
  private final Map<String, JdbcSystem.Table> used = new ConcurrentHashMap<>();

  /** Those of suites too. */
  private final Set<Session> sessions;

  private volatile String quiesceReport = "not yet";

  private JdbcStore(JdbcSystem system, boolean pooled, Set<Session> sessions) {
    this.system = system;
    this.pooled = pooled;
    this.sessions = sessions;
    this.errors = system.errors();
  }

  /** Connects, and has the system ask the database whether it keeps what the store promises. */
  public static Store open(JdbcSystem system, StoreConfig config) {
    JdbcStore store = new JdbcStore(system, config.pool() > 0, ConcurrentHashMap.newKeySet());
    store.withWriteLock("connecting", system::check);
    return store;
  }

  private JdbcSystem.Table table(Collection collection) {
    JdbcSystem.Table table = system.table(collection);
    used.put(table.name(), table);
    return table;
  }

  @Override
  public void create(Collection collection) {
    JdbcSystem.Table table = table(collection);
    withWriteLock(
        "making " + table.name(),
        connection -> {
          system.recreateTable(connection, table);
          Sql.run(connection, errors.withStoreName(table::createIndexes));
        });
  }

  @Override
  public void empty(Collection collection) {
    JdbcSystem.Table table = table(collection);
    write("emptying " + table.name(), errors.withStoreName(table::empty));
  }

  @Override
  public void quiesce() {
    withWriteLock("settling", on -> quiesceReport = system.quiesce(on, Set.copyOf(used.values())));
  }

  @Override
  public StoreDescription describe(Collection collection) {
    JdbcSystem.Table table = table(collection);
    return withConnection(
            "describing " + table.name(), connection -> system.describe(connection, table))
        .with(QUIESCE, Optional.of(quiesceReport));
  }

  @Override
  public Store within(String suite) {
    return new JdbcStore(system.within(suite), pooled, sessions);
  }

  @Override
  public void clear() {
    withWriteLock("clearing a suite", system::clear);
  }

  @Override
  public Session session() {
    JdbcSession session = new JdbcSession();
    sessions.add(session);
    return session;
  }

  /** All sessions, whether or not one of them can be closed; then the first failure is told. */
  @Override
  public void close() {
    system.close();
    List<StoreException> failures = new ArrayList<>();
    for (Session session : sessions) {
      try {
        session.close();
      } catch (StoreException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /** On a connection for this work alone, so that none is kept by a store that rests. */
  private <T> T withConnection(String operation, Sql.SqlFunction<Connection, T> action) {
    try (Connection connection = system.open(true)) {
      return action.apply(connection);
    } catch (SQLException e) {
      throw errors.of(operation, SqlErrors.limitedBy(Waits.WORK, e));
    }
  }

  /** The same in turn, since it may write. */
  private void withWriteLock(String operation, Sql.SqlConsumer<Connection> work) {
    withConnection(
        operation,
        connection -> {
          system.withWriterLock(() -> work.accept(connection));
          return true;
        });
  }

  private void write(String operation, List<String> statements) {
    withWriteLock(operation, connection -> Sql.run(connection, statements));
  }

  /** One connection and its roles. Used by one thread; the store may close it from another. */
  private final class JdbcSession implements Session {
    private final Map<Collection, JdbcReads> searches = new HashMap<>();
    private volatile @Nullable Connection open;
    private volatile boolean closed;

    /** Which was told that it only reads: one that is opened after it broke was not. */
    private @Nullable Connection reader;

    JdbcSession() {
      if (!pooled) {
        errors.call("connecting", this::connection);
      }
    }

    /** Opened when it is first needed, and again after it broke. */
    private Connection connection() throws SQLException {
      Connection current = open;
      if (current != null && !current.isClosed()) {
        return current;
      }
      if (closed) {
        throw new SQLException("the session is closed");
      }
      Connection opened = system.open(false);
      open = opened;
      return opened;
    }

    private <T> T prepare(JdbcSystem.Table table, Sql.SqlFunction<Connection, T> preparing) {
      return errors.call("preparing " + table.name(), () -> preparing.apply(connection()));
    }

    @Override
    public Inserts inserts(Collection collection) {
      JdbcSystem.Table table = table(collection);
      return errors.inserts(
          "inserting into " + table.name(), prepare(table, on -> system.sender(on, table)));
    }

    @Override
    public Ingestion ingestion(Collection collection) {
      JdbcSystem.Table table = table(collection);
      return prepare(table, on -> system.ingestion(on, table)).orElseGet(() -> inChunks(table));
    }

    /** A transaction for each chunk, then indexes, then statistics. */
    private Ingestion inChunks(JdbcSystem.Table table) {
      String loading = "loading " + table.name();
      AtomicReference<Sql.SqlConsumer<List<Document>>> sender = new AtomicReference<>();
      List<Ingestion.Phase> phases = new ArrayList<>();
      List<String> indexes = errors.withStoreName(table::createIndexes);
      if (!indexes.isEmpty()) {
        phases.add(new Ingestion.Phase("index", () -> write("indexing " + table.name(), indexes)));
      }
      List<String> analyze = List.of(table.analyze());
      phases.add(new Ingestion.Phase("analyze", () -> write("analyzing " + table.name(), analyze)));
      return new Ingestion(
          "insert",
          () -> {
            withWriteLock("making " + table.name(), on -> system.recreateTable(on, table));
            sender.set(prepare(table, on -> system.batches(on, table.insert(true))));
          },
          errors.inserts(
              loading, chunk -> Objects.requireNonNull(sender.get(), "prepared").accept(chunk)),
          phases);
    }

    @Override
    public Read read(Collection collection, Query query) {
      return searches
          .computeIfAbsent(collection, searched -> prepareReads(table(searched), true))
          .read(query);
    }

    @Override
    public LinkRead links(Collection collection, LinkQuery query) {
      JdbcSystem.Table table = table(collection);
      table.links(query, List.of("?")); // refuses before anything is sent
      return prepareReads(table, false).links(query);
    }

    @Override
    public Updates updates(Collection collection, UpdateSpec spec) {
      JdbcSystem.Table table = table(collection);
      return changes("updating " + table.name(), table.update(spec));
    }

    @Override
    public Deletes deletes(Collection collection) {
      JdbcSystem.Table table = table(collection);
      String sql = "DELETE FROM " + table.from() + " WHERE " + table.keyIs(UpdateSpec.ID);
      JdbcSystem.Table.Update delete =
          new JdbcSystem.Table.Update(sql, (statement, id, value) -> statement.setLong(1, id));
      Updates deletes = changes("deleting from " + table.name(), delete);
      return id -> deletes.update(id, 0);
    }

    /** On connections of the pool, or on the session's own. */
    private Updates changes(String operation, JdbcSystem.Table.Update update) {
      return errors.call(
          "preparing " + operation,
          () -> {
            if (pooled) {
              return system.pooled(operation, update);
            }
            PreparedStatement statement = connection().prepareStatement(update.sql());
            long[] changed = new long[1];
            Sql.SqlRunnable execution =
                () -> changed[0] = statement.executeLargeUpdate(); // one for all that is timed
            return (key, value) -> {
              try {
                update.change().set(statement, key, value);
                system.withWriterLock(execution);
                return changed[0];
              } catch (RejectedDocumentException | SQLException e) {
                throw errors.sending(operation, e);
              }
            };
          });
    }

    @Override
    public Scan scan(Collection collection, String field) {
      JdbcSystem.Table table = table(collection);
      return prepare(table, on -> new JdbcReads(on, table, system).scan(field));
    }

    @Override
    public ContentReader reader(Collection collection) {
      JdbcSystem.Table table = table(collection);
      return prepare(table, on -> new JdbcReads(on, table, system));
    }

    private JdbcReads prepareReads(JdbcSystem.Table table, boolean searches) {
      return prepare(
          table,
          on -> {
            table.prepareSession(on, searches);
            return new JdbcReads(on, table, system);
          });
    }

    @Override
    public Watch watch(String profiler, Collection collection) {
      JdbcSystem.Table table = table(collection);
      return prepare(table, on -> system.watch(profiler, on, table));
    }

    @Override
    public SuiteTables tables() {
      return errors.call("connecting", () -> system.tables(connection()));
    }

    @Override
    public void apply(List<String> statements) {
      write("preparing a suite", statements);
    }

    @Override
    public SuiteQuery query(String text, Duration limit, boolean writes) {
      return errors.call(
          "preparing a query",
          () -> {
            Connection on = connection();
            system.prepareSuiteSession(on, !writes && !on.equals(reader), limit);
            reader = writes ? reader : on;
            return new JdbcSuiteQuery(on, text, limit, writes, system);
          });
    }

    /** With it goes everything that was prepared on it. */
    @Override
    public void close() {
      sessions.remove(this);
      closed = true;
      Connection current = open;
      if (current != null) {
        errors.run("closing a connection", current::close);
      }
    }
  }
}
