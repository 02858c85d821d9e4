package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.OwnWork;
import org.docduel.stores.jdbc.SessionConnection;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.citus.Citus;
import org.docduel.stores.postgres.layout.Distribution;
import org.docduel.stores.postgres.layout.Layout;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.parameter.PostgresParameters.Placement;
import org.docduel.stores.postgres.parameter.PostgresParameters.Storage;
import org.docduel.stores.postgres.sql.ConnectionPool;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.sql.PostgresErrors;
import org.jspecify.annotations.Nullable;

/** A store on PostgreSQL, in any representation. Each call has a connection of its own. */
public final class PostgresStore implements Store {
  /** NAMEDATALEN - 1: PostgreSQL cuts longer names off with no more than a notice. */
  private static final int MAX_NAME_BYTES = 63;

  private final String name;
  private final StoreConfig config;
  private final Representation representation;
  private final Connections connections;
  private final SqlErrors errors;
  private final OwnWork work;
  private final Findings findings = new Findings();

  /** Only these are vacuumed: the server may be shared. */
  private final Set<String> usedTables = ConcurrentHashMap.newKeySet();

  /** A suite's schema; null for collections under the store's name. */
  private final @Nullable String suite;

  private @Nullable ConnectionPool pool;
  private final ConcurrentLinkedQueue<PostgresSession> sessions = new ConcurrentLinkedQueue<>();

  private PostgresStore(
      String name,
      Connections connections,
      StoreConfig config,
      Representation representation,
      @Nullable String suite) {
    this.name = name;
    this.config = config;
    this.representation = representation;
    this.connections = connections;
    this.suite = suite;
    this.errors = new SqlErrors(name, PostgresErrors.STATES);
    this.work = new OwnWork(connections::forWork, errors);
  }

  /**
   * Connects, and asks the server whether it keeps the promise.
   *
   * @param name the store's name, which its tables and messages carry
   * @param address a JDBC address
   * @param config the store's settings
   * @param representation how documents are held
   * @return the open store
   * @throws StoreException when the server cannot be reached, does not keep the promise or lacks
   *     what the representation needs
   */
  public static PostgresStore open(
      String name,
      Optional<ServerAddress> address,
      StoreConfig config,
      Representation representation) {
    ServerAddress given =
        address.orElseThrow(() -> new StoreException(name + ": no server's address was given"));
    PostgresStore store =
        new PostgresStore(name, new Connections(given, config), config, representation, null);
    try {
      store.connections.makeDatabase();
    } catch (SQLException e) {
      throw store.errors.of("making a database of another locale", e);
    }
    store.work.run("connecting", store::check);
    return store;
  }

  private void check(Connection connection) throws SQLException {
    String product = representation.product(connection);
    Placement placement = PostgresParameters.PLACEMENT.in(config);
    Optional<Citus> citus = Citus.of(connection);
    if (placement != Placement.SINGLE && citus.isEmpty()) {
      throw new StoreException(
          name
              + ": placement="
              + placement.name().toLowerCase(Locale.ROOT)
              + " needs Citus, and the server is "
              + product
              + "; give the address of a Citus coordinator, or take placement=single");
    }
    if (placement == Placement.SINGLE && citus.isPresent()) {
      findings.add(
          "placement=single: the tables are local to the node of the address, and the cluster's "
              + citus.get().workers()
              + " workers hold none of them");
    }
    ServerFacts facts = new ServerFacts(connection, findings);
    if (!facts.compresses(PostgresParameters.COMPRESSION.in(config))) {
      throw new StoreException(
          name
              + ": compression=lz4 needs a server that was built with LZ4, and this one ("
              + product
              + ") was not; take pglz or none, or give the address of one that was");
    }
    Optional<String> broken = facts.brokenPromise(config.durability());
    if (broken.isEmpty() && placement != Placement.SINGLE) {
      broken = facts.brokenByWorkers(config.durability());
    }
    if (broken.isPresent()) {
      throw new StoreException(name + ": " + broken.get());
    }
  }

  /**
   * A suite's tables under their plain names, in a schema of their own, the only one that sessions
   * search: a table that is missing is not somebody else's.
   */
  @Override
  public Store within(String space) {
    String schema = connections.space() + "_" + name.replace('-', '_') + "_" + space;
    if (schema.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new StoreException(
          name
              + ": the schema's name "
              + schema
              + " has more than "
              + MAX_NAME_BYTES
              + " bytes; give the suite a shorter name");
    }
    return new PostgresStore(name, connections, config, representation, schema);
  }

  @Override
  public void clear() {
    String schema = Objects.requireNonNull(suite, "a suite's");
    work.run(
        "clearing " + schema,
        connection -> {
          // so that messages name what is outside of it by its schema
          Sql.run(connection, "SET search_path = " + Sql.identifier(schema));
          Schema.clear(connection, schema, connections.space());
          if (Connections.hasQuestionsRole(connection)) {
            String ours = Sql.identifier(schema);
            String role = Connections.QUESTIONS_ROLE;
            Sql.run(
                connection,
                List.of(
                    "GRANT USAGE ON SCHEMA " + ours + " TO " + role,
                    "ALTER DEFAULT PRIVILEGES IN SCHEMA "
                        + ours
                        + " GRANT SELECT ON TABLES TO "
                        + role));
          }
        });
  }

  @Override
  public void create(Collection collection) {
    Table table = table(collection);
    work.run(
        "making collection " + collection.name(),
        connection -> {
          Schema.make(connection, table, table.create(config.durability()));
          Sql.run(connection, errors.named(table::createIndexes));
        });
  }

  @Override
  public void empty(Collection collection) {
    Table table = table(collection);
    work.run(
        "emptying collection " + collection.name(),
        connection ->
            Schema.locking(
                connection, table.schema(), () -> Sql.run(connection, table.truncate())));
  }

  @Override
  public void settle() {
    boolean cluster = PostgresParameters.PLACEMENT.in(config) != Placement.SINGLE;
    work.run(
        "settling",
        connection -> new Settling(connection, findings).run(Set.copyOf(usedTables), cluster));
  }

  @Override
  public StoreDescription describe(Collection collection) {
    Table table = table(collection);
    return work.ask(
        "describing " + table.name(),
        connection -> {
          ServerFacts facts = new ServerFacts(connection, findings);
          Map<String, String> settings = facts.settings(table);
          Map<String, Long> sizes = facts.sizes(table);
          return new StoreDescription(
              representation.product(connection),
              ServerFacts.promise(settings),
              settings,
              sizes,
              findings.all());
        });
  }

  @Override
  public Session session() {
    SessionConnection connection = new SessionConnection(this::forSession);
    try {
      if (config.pool() == 0) {
        connection.get();
      }
    } catch (SQLException e) {
      throw errors.of("connecting", e);
    }
    PostgresSession session =
        new PostgresSession(
            connection,
            connections,
            config,
            this::table,
            suite != null,
            this::pool,
            findings,
            errors);
    sessions.add(session);
    return session;
  }

  /** In a suite's schema, times of day are UTC. */
  private Connection forSession() throws SQLException {
    Connection connection = connections.forBatches();
    if (suite != null) {
      Sql.run(
          connection,
          List.of("SET search_path = " + Sql.identifier(suite), "SET timezone = 'UTC'"));
    }
    return connection;
  }

  private synchronized ConnectionPool pool() throws SQLException {
    ConnectionPool open = pool;
    if (open == null) {
      open = ConnectionPool.open(name, connections, config.pool());
      pool = open;
    }
    return open;
  }

  @Override
  public synchronized void close() {
    ConnectionPool open = pool;
    if (open != null) {
      open.close();
    }
    sessions.forEach(PostgresSession::close);
    sessions.clear();
  }

  private Table table(Collection collection) {
    Layout layout = errors.named(() -> representation.layout(collection, config));
    if (suite != null) {
      Table table = Table.within(suite, collection, layout);
      usedTables.add(table.name());
      return table;
    }
    Table table =
        Table.of(connections.space(), name, collection, layout, Storage.of(config))
            .distributed(
                errors.named(() ->
                    Distribution.of(
                        PostgresParameters.PLACEMENT.in(config),
                        PostgresParameters.SHARD_KEY.in(config),
                        layout)));
    usedTables.add(table.name());
    return table;
  }
}
