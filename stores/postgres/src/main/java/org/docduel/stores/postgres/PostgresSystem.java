package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.core.spi.suite.SuiteTables;
import org.docduel.stores.jdbc.JdbcStore;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.PostgresParameters.Compression;
import org.docduel.stores.postgres.PostgresParameters.InsertPath;
import org.docduel.stores.postgres.PostgresParameters.Placement;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL under a store, in any representation.
 *
 * @param suite a suite's schema; null for collections under the store's name
 * @param findings what a reader of the store's numbers has to know; each line once
 * @param pool what its sessions share, once one of them needs it
 */
record PostgresSystem(
    PostgresProvider provider,
    ServerAddress address,
    StoreConfig config,
    @Nullable String suite,
    SqlErrors errors,
    Set<String> findings,
    AtomicReference<@Nullable ConnectionPool> pool)
    implements JdbcSystem {
  private static final String VACUUM = "VACUUM (ANALYZE, FREEZE, DISABLE_PAGE_SKIPPING)";
  private static final String CHECKPOINT = "CHECKPOINT";
  private static final String HAS_LZ4 =
      "SELECT name FROM pg_settings WHERE name = 'default_toast_compression'"
          + " AND 'lz4' = ANY (enumvals)";

  /** Gives up a superuser's rights, on a server that was started here. */
  private static final String SET_READ_ONLY_ROLE =
      "SELECT set_config('role', r.rolname, false) FROM pg_roles r, pg_roles u WHERE r.rolname ="
          + " 'docduel_questions' AND u.rolname = session_user AND u.rolsuper";

  private static final String IS_THERE = "SELECT to_regclass(?) IS NOT NULL";

  /** The driver prepares on the server at the first use: batches are few and alike. */
  private static final String PREPARE_AT_ONCE = "1";

  private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/]*/)[^?]*(.*)");

  PostgresSystem(
      PostgresProvider provider,
      ServerAddress address,
      StoreConfig config,
      @Nullable String suite) {
    this(
        provider,
        address,
        config,
        suite,
        new PostgresErrors(provider.name()),
        Collections.synchronizedSet(new LinkedHashSet<>()),
        new AtomicReference<>());
  }

  /** Connects, and asks the server whether it keeps the promise. */
  static Store open(PostgresProvider provider, ServerAddress address, StoreConfig config) {
    PostgresSystem system = new PostgresSystem(provider, address, config, null);
    String locale = PostgresParameters.LOCALE.in(config);
    return JdbcStore.open(
        locale.equals(PostgresParameters.LOCALE.standard()) ? system : system.of(locale), config);
  }

  /** The same in a database of a locale, which is made if it is missing. */
  private PostgresSystem of(String locale) {
    Matcher url = URL.matcher(address.url());
    if (!url.matches()) {
      throw errors.storeException(
          "locale=" + locale + " needs an address of the form jdbc:postgresql://HOST/DATABASE");
    }
    String name =
        address.space() + "_" + locale.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
    errors.run(
        "making a database of another locale",
        () -> {
          try (Connection connection = open(true)) {
            PostgresWorkspace.makeDatabase(connection, name, locale, address.space());
          }
        });
    return new PostgresSystem(
        provider,
        new ServerAddress(url.group(1) + name + url.group(2), address.space()),
        config,
        null);
  }

  @Override
  public void check(Connection connection) throws SQLException {
    String product = provider.product(connection);
    Placement placement = PostgresParameters.PLACEMENT.in(config);
    boolean cluster = Citus.on(connection, "").isPresent();
    if (placement != Placement.SINGLE && !cluster) {
      throw errors.storeException(
          "placement=%s needs Citus, and the server is %s; give the address of a Citus coordinator"
                  .formatted(Parameter.label(placement), product)
              + ", or take placement=single");
    }
    if (placement == Placement.SINGLE && cluster) {
      findings.add(
          "placement=single: the tables are local to the node of the address, and the cluster's"
              + " workers hold none of them");
    }
    if (placement == Placement.REFERENCE) {
      findings.add(
          "placement=reference: what is read back and checked is one copy, not those of all nodes");
    }
    if (PostgresParameters.COMPRESSION.in(config) == Compression.LZ4
        && Sql.first(connection, HAS_LZ4).isEmpty()) {
      throw errors.storeException("compression=lz4 needs a server that was built with LZ4");
    }
    ServerFacts facts = new ServerFacts(connection, findings);
    facts.check(product);
    facts.check(config.durability(), placement != Placement.SINGLE, errors);
  }

  /** Every wait has a limit. For a suite it is in its schema alone, where times of day are UTC. */
  @Override
  public Connection open(boolean work) throws SQLException {
    Waits waits = Waits.ofProcess();
    boolean rewrites = PostgresParameters.PATH.in(config) == InsertPath.REWRITE;
    Properties properties = new Properties();
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("prepareThreshold", PREPARE_AT_ONCE);
    properties.setProperty("binaryTransferEnable", ColumnType.BINARY);
    properties.setProperty("reWriteBatchedInserts", String.valueOf(rewrites));
    Duration limit = work ? waits.work() : waits.answer();
    Connection connection;
    try {
      connection =
          PostgresWorkspace.connect(address.url(), "docduel", waits.connect(), limit, properties);
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.CONNECT, e);
    }
    boolean flushed = config.durability() == Durability.DEFAULT;
    List<String> statements = new ArrayList<>();
    statements.add("SET synchronous_commit = " + (flushed ? "on" : "off"));
    statements.add("SET lock_timeout = " + waits.answer().toMillis() * 9 / 10);
    if (suite != null) {
      statements.add("SET search_path = " + Sql.identifier(suite));
      statements.add("SET timezone = 'UTC'");
    }
    return Sql.initialize(connection, statements);
  }

  /** Does work of the server's own, such as an index, on a connection for batches. */
  void atWork(Connection connection, String sql) throws SQLException {
    int limitMillis = connection.getNetworkTimeout();
    Sql.waitFor(connection, Waits.ofProcess().work());
    try {
      Sql.run(connection, sql);
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.WORK, e);
    } finally {
      if (!connection.isClosed()) {
        Sql.waitFor(connection, Duration.ofMillis(limitMillis));
      }
    }
  }

  @Override
  public PostgresTable table(Collection collection) {
    return errors.withStoreName(() -> {
      Layout layout = provider.layout(collection, config);
      return new PostgresTable(
          this,
          suite == null ? address.space() : suite,
          (suite == null ? provider.name().replace('-', '_') + "_" : "") + collection.name(),
          layout,
          Citus.of(collection, config));
    });
  }

  @Override
  public void recreateTable(Connection connection, Table table) throws SQLException {
    ((PostgresTable) table).recreate(connection, table.create());
  }

  /**
   * Vacuum freezes all rows too. What the server lacks or does not permit is left out, and a
   * finding says so.
   */
  @Override
  public String quiesce(Connection connection, Set<Table> used) throws SQLException {
    Set<String> done = new LinkedHashSet<>();
    Set<String> tables = new TreeSet<>(used.stream().map(Table::name).toList());
    if (suite != null && provider.capabilities().contains(Capability.SUITE_TABLES)) {
      tables.addAll(new SchemaTables(connection, suite, this).names());
    }
    for (String table : tables) {
      if (Sql.rows(connection, IS_THERE, row -> row.getBoolean(1), table).get(0)) {
        runIfPermitted(VACUUM, done, () -> Sql.run(connection, VACUUM + " " + table));
      }
    }
    runIfPermitted(CHECKPOINT, done, () -> Sql.run(connection, CHECKPOINT));
    if (PostgresParameters.PLACEMENT.in(config) != Placement.SINGLE) {
      runIfPermitted(CHECKPOINT, done, () -> Citus.runOnWorkers(connection, CHECKPOINT));
    }
    return done.isEmpty() ? "nothing: not permitted" : String.join(", ", done);
  }

  private void runIfPermitted(String what, Set<String> done, Sql.SqlRunnable step)
      throws SQLException {
    if (PostgresErrors.permitted(
        step, why -> findings.add("measurements begin without a " + what + ": " + why))) {
      done.add(what);
    }
  }

  @Override
  public StoreDescription describe(Connection connection, Table table) throws SQLException {
    ServerFacts facts = new ServerFacts(connection, findings);
    Map<String, String> settings = facts.settings(table.name());
    Map<String, Long> sizes = facts.sizes(((PostgresTable) table).distribution(), table.name());
    String product = provider.product(connection);
    String fork = ServerFacts.fork(product);
    return new StoreDescription(
        product,
        ServerFacts.promise(settings),
        settings,
        sizes,
        List.copyOf(findings),
        fork.isEmpty() ? "" : StoreDescription.label(fork, provider.name()));
  }

  @Override
  public Sql.SqlConsumer<List<Document>> sender(Connection connection, Table table)
      throws SQLException {
    return Rows.sender(connection, (PostgresTable) table, PostgresParameters.PATH.in(config));
  }

  @Override
  public Optional<Ingestion> ingestion(Connection connection, Table table) throws SQLException {
    BulkLoader load = new BulkLoader(connection, (PostgresTable) table);
    return Optional.of(
        PostgresParameters.INDEXED_BEFORE.in(config) ? load.indexedBefore() : load.indexedAfter());
  }

  @Override
  public synchronized Updates pooled(String operation, Table.Update update) throws SQLException {
    ConnectionPool open = pool.get();
    if (open == null) {
      open = new ConnectionPool(this, config.pool());
      pool.set(open);
    }
    return open.updates(operation, update);
  }

  @Override
  public synchronized void close() {
    ConnectionPool open = pool.get();
    if (open != null) {
      open.close();
    }
  }

  @Override
  public Watch watch(String profiler, Connection connection, Table table) throws SQLException {
    return ServerFacts.watch(profiler, connection, (PostgresTable) table);
  }

  /**
   * A suite's tables under their plain names, in a schema of their own, the only one that sessions
   * search: a table that is missing is not somebody else's.
   */
  @Override
  public PostgresSystem within(String space) {
    String schema = address.space() + "_" + provider.name().replace('-', '_') + "_" + space;
    if (schema.getBytes(StandardCharsets.UTF_8).length > Layout.Column.MAX_NAME_BYTES) {
      throw errors.storeException(
          "the schema's name %s has more than %d bytes; give the suite a shorter name"
              .formatted(schema, Layout.Column.MAX_NAME_BYTES));
    }
    return new PostgresSystem(provider, address, config, schema);
  }

  /** The search path also has messages name what is outside of the schema by its own one. */
  @Override
  public void clear(Connection connection) throws SQLException {
    PostgresWorkspace.clear(connection, String.valueOf(suite), address.space());
  }

  @Override
  public SuiteTables tables(Connection connection) throws SQLException {
    if (!provider.capabilities().contains(Capability.SUITE_TABLES)) {
      return JdbcSystem.super.tables(connection);
    }
    return new SchemaTables(connection, String.valueOf(suite), this);
  }

  @Override
  public void prepareSuiteSession(Connection connection, boolean onlyReads, Duration limit)
      throws SQLException {
    if (onlyReads) {
      Sql.run(connection, "SET default_transaction_read_only = on");
      Sql.first(connection, SET_READ_ONLY_ROLE);
    }
    Sql.waitFor(connection, limit.plus(Waits.ofProcess().answer()));
  }

  @Override
  public ExecutionBreakdown breakdown(
      Connection connection, String sql, int fetchRows, Sql.SqlConsumer<ResultSet> reader) {
    return errors.call(
        ServerTimes.OPERATION, () -> ServerTimes.of(connection, sql, fetchRows, reader, errors));
  }

  @Override
  public SqlReader sqlReader() {
    return PostgresSql.READER;
  }

  @Override
  public String forDriver(String sql) {
    return PostgresSql.forDriver(sql);
  }

  /** As text of no type: the server takes the type that the statement has in that place. */
  @Override
  public void set(PreparedStatement statement, int place, Value value) throws SQLException {
    if (value == NullValue.NULL) {
      statement.setNull(place, Types.OTHER);
    } else {
      statement.setObject(place, PostgresSql.text(value), Types.OTHER);
    }
  }

  /** The driver holds all rows in memory, and its own limit would keep parallel workers away. */
  @Override
  public PreparedStatement prepareFirst(Connection connection, String sql, int maxRows)
      throws SQLException {
    return connection.prepareStatement("SELECT * FROM (" + sql + "\n) answer LIMIT " + maxRows);
  }

  @Override
  public List<String> plan(
      Connection connection, String sql, Optional<Sql.SqlConsumer<PreparedStatement>> parameters)
      throws SQLException {
    return Sql.rows(connection, "EXPLAIN (COSTS OFF) " + sql, row -> row.getString(1), parameters);
  }

  /** Timestamps without a zone are UTC; elements of an array are read as if each were a column. */
  @Override
  public Value answer(ResultSet row, int column, String type) throws SQLException {
    Object value = row.getObject(column);
    if (value instanceof Array array) {
      List<Value> elements = new ArrayList<>();
      try (ResultSet each = array.getResultSet()) {
        while (each.next()) {
          elements.add(answer(each, 2, each.getMetaData().getColumnTypeName(2)));
        }
      }
      return new ArrayValue(elements);
    }
    return switch (value == null ? "" : type) {
      case "timestamptz" -> micros(row.getObject(column, OffsetDateTime.class).toInstant());
      case "timestamp" ->
          micros(row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC));
      case "json",
          "jsonb" -> // From its second execution on in binary: jsonb's version comes first.
          JsonBytes.read(
              new String(row.getBytes(column), StandardCharsets.UTF_8).replaceFirst("^\\x01", ""));
      default -> JdbcSystem.super.answer(row, column, type);
    };
  }

  private static Value micros(Instant instant) {
    return new TimestampValue(instant.truncatedTo(ChronoUnit.MICROS));
  }
}
