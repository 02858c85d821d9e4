package org.docduel.stores.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerRecipe.Place;
import org.docduel.core.server.ContainerSource;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Tuning;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.stores.jdbc.JdbcProvider;
import org.docduel.stores.jdbc.JdbcStore;
import org.docduel.stores.jdbc.LeafColumns;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * A store on MySQL or MariaDB: each document in a column of type JSON, or each of its leaves in a
 * column of its own. MySQL keeps JSON in a binary form of its own, MariaDB the text.
 *
 * <p>A batch is one transaction. What an acknowledgement promises is the server's setting alone
 * ({@code innodb_flush_log_at_trx_commit}, and {@code sync_binlog} where there is a binary log):
 * {@link Durability#DEFAULT} is refused where the server keeps less, {@link Durability#RELAXED}
 * says where it keeps more.
 */
public abstract sealed class MysqlProvider extends JdbcProvider {
  /** The profiler of the server's counters. */
  static final String PROFILER = "mysqlstat";

  private static final long MIN_POOL_BYTES = 128L << 20;
  private static final long REDO_BYTES = 4L << 30;
  private static final int PORT = 3306;

  /** One for both stores of a server, which has to be started and shown once. */
  private static final Map<MysqlServer, ServerFamily> FAMILIES =
      Stream.of(MysqlServer.values())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), MysqlProvider::family));

  private static final String JSON =
      "Each document is in the column doc: JSON_VALUE(doc, '$.address.city'). Indexed values have"
          + " columns, which queries name.";

  private static final String TYPED =
      "Each field is a column, named by its path: \"address.city\".";

  final MysqlServer server;
  private final boolean typed;

  private MysqlProvider(MysqlServer server, boolean typed) {
    super(
        server.family() + (typed ? "-typed" : "-json"),
        Objects.requireNonNull(FAMILIES.get(server)),
        typed ? TYPED : JSON,
        // Where no index serves elements of lists there are no links.
        server == MysqlServer.MYSQL ? new Capability[] {Capability.LINK_READ} : new Capability[0]);
    this.server = server;
    this.typed = typed;
  }

  /** The store {@code mysql-json}. */
  public static final class OfMysql extends MysqlProvider {
    /** For ServiceLoader. */
    public OfMysql() {
      super(MysqlServer.MYSQL, false);
    }
  }

  /** The store {@code mariadb-json}. */
  public static final class OfMariadb extends MysqlProvider {
    /** For ServiceLoader. */
    public OfMariadb() {
      super(MysqlServer.MARIADB, false);
    }
  }

  /** The store {@code mysql-typed}. */
  public static final class OfMysqlColumns extends MysqlProvider {
    /** For ServiceLoader. */
    public OfMysqlColumns() {
      super(MysqlServer.MYSQL, true);
    }
  }

  /** The store {@code mariadb-typed}. */
  public static final class OfMariadbColumns extends MysqlProvider {
    /** For ServiceLoader. */
    public OfMariadbColumns() {
      super(MysqlServer.MARIADB, true);
    }
  }

  /** The families {@code mysql} and {@code mariadb}: a given address, or a container. */
  private static ServerFamily family(MysqlServer server) {
    String name = server.family();
    return new ServerFamily(
        name,
        List.of(
            new ExternalServer(name, new MysqlWorkspace(server)),
            new ContainerSource(
                name,
                new MysqlWorkspace(server),
                (settings, place) -> container(server, settings, place),
                address -> {},
                true)),
        Map.of(PROFILER, server.product + ": redo bytes, fsyncs, bytes written, pages read"));
  }

  /**
   * The official images. Recommended are half of the memory for the buffer pool (MySQL: "50 to 75
   * percent of system memory"; other servers run here too), of a limit what {@link #limitedPool}
   * says, and a redo log that does not force checkpoints: 4 GB, as PostgreSQL has here.
   */
  static ContainerRecipe container(MysqlServer server, Settings settings, Place place) {
    String name = server.family();
    boolean mysql = server == MysqlServer.MYSQL;
    String version = settings.get(name + ".version").orElse(mysql ? "9.7" : "11.8");
    int port = place.port(PORT);
    List<String> command = new ArrayList<>();
    command.add(mysql ? "mysqld" : "mariadbd");
    if (Tuning.of(settings) == Tuning.RECOMMENDED) {
      long pool =
          MemoryLimit.of(settings)
              .map(limit -> limitedPool(limit.bytes()))
              .orElse(Math.max(MIN_POOL_BYTES, place.memory() / 2));
      command.add("--innodb-buffer-pool-size=" + pool);
      command.add((mysql ? "--innodb-redo-log-capacity=" : "--innodb-log-file-size=") + REDO_BYTES);
    }
    if (place.onHost()) {
      command.addAll(List.of("--bind-address=127.0.0.1", "--port=" + port));
    }
    if (mysql) {
      command.add("--mysqlx=OFF"); // it would listen on the host's port 33060
    }
    return new ContainerRecipe(
        settings.get(name + ".image").orElse(name + ":" + version),
        port,
        Map.of(
            mysql ? "MYSQL_ROOT_PASSWORD" : "MARIADB_ROOT_PASSWORD", place.password(), "TZ", "UTC"),
        command,
        "/var/lib/mysql",
        "Version: '.*port: " + port + "\\b", // MariaDB writes it on a line of its own
        1,
        "jdbc:" + name + "://HOST:PORT/?user=root&password=" + place.password());
  }

  /**
   * The buffer pool in bytes that MySQL gives itself on a dedicated server of so much memory: 128
   * MB below 1 GB, half up to 4 GB, three quarters above (manual, "Enabling Automatic InnoDB
   * Configuration for a Dedicated MySQL Server"). MariaDB's manual says "up to 80%".
   */
  static long limitedPool(long bytes) {
    long gibibyte = 1L << 30;
    return bytes < gibibyte ? MIN_POOL_BYTES : bytes <= 4 * gibibyte ? bytes / 2 : bytes / 4 * 3;
  }

  @Override
  public final Optional<SqlReader> sqlReader() {
    return Optional.of(MysqlSql.READER);
  }

  /** The name of the store's tables begins with it, but for those of suites. */
  final String prefix() {
    return typed ? "typed_" : "json_";
  }

  /**
   * Lays a collection out.
   *
   * @throws StoreException when the server's tables cannot hold it
   */
  final MysqlTable table(
      Collection collection, StoreConfig config, String database, String prefix) {
    MysqlTable.Place place = new MysqlTable.Place(server, config.encoding(), database, prefix);
    return typed ? new MysqlTypedTable(place, collection) : new MysqlJsonTable(place, collection);
  }

  @Override
  protected final SqlDialect sqlDialect(Collection collection) {
    return table(collection, StoreConfig.defaults(), "", "");
  }

  @Override
  public final List<String> notices() {
    if (typed) {
      return List.of("decimals have 35 digits before the point and 30 after it");
    }
    return List.of(
        server == MysqlServer.MYSQL
            ? "MySQL's JSON keeps fractions as doubles; a decimal that no double holds is refused"
            : "MariaDB's JSON is text; documents deeper than 31 levels are refused");
  }

  @Override
  public final Optional<String> unsupportedReason(StoreConfig config) {
    if (config.durability() == Durability.NONE) {
      return Optional.of("InnoDB has no tables without a log");
    }
    return typed
        ? LeafColumns.unsupportedReason(config.update())
            .or(() -> super.unsupportedReason(config.withUpdate(UpdateKind.SET)))
        : super.unsupportedReason(config);
  }

  @Override
  public final Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    List<String> scanned;
    try {
      scanned = table(collection, config, "", "").scanned();
    } catch (StoreException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    return scanned.isEmpty() || scanned.size() < collection.indexes().size()
        ? super.unsupportedReason(config, collection)
        : Optional.of("it has no index on " + scanned.get(0));
  }

  @Override
  public final Store open(Optional<ServerAddress> address, StoreConfig config) {
    return JdbcStore.open(
        new MysqlSystem(
            this, address.orElseThrow(), config, new MysqlErrors(name()), Optional.empty()),
        config);
  }
}
