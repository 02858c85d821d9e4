package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.PostgresParameters.Placement;

/** Where a table's rows lie in a Citus cluster; the column's hash chooses the shard. */
record Citus(Placement placement, String column) {
  private static final String ID = "id";
  private static final String INSTALLED = "SELECT to_regprocedure('citus_version()') IS NOT NULL";
  private static final String PRODUCT = Sql.file(Citus.class, "citus.sql");
  private static final String RUN_ON_WORKERS =
      "SELECT nodename || ':' || nodeport, success, result FROM run_command_on_workers(?)";
  private static final String RUN_ON_SHARDS =
      "SELECT shardid::text, success, result FROM run_command_on_shards(?::regclass, ?)";

  /** On one node. */
  static final Citus SINGLE = new Citus(Placement.SINGLE, ID);

  /** The name for results, over such as {@code PostgreSQL 15.20}; empty without Citus. */
  static Optional<String> on(Connection connection, String postgres) throws SQLException {
    return Sql.rows(connection, INSTALLED, row -> row.getBoolean(1)).get(0)
        ? Sql.first(connection, PRODUCT, postgres)
        : Optional.empty();
  }

  /** Runs a command of at most one row of one column on each worker; the answers by node. */
  static Map<String, String> runOnWorkers(Connection connection, String command)
      throws SQLException {
    return collect(connection, "worker", RUN_ON_WORKERS, command);
  }

  /**
   * Numbers of a table; of one in shards the sums over all of them.
   *
   * @param query gives whole numbers in one text, parted by commas; {@code '%s'} in it stands for
   *     the table's name
   */
  double[] numbers(Connection connection, String table, String query) throws SQLException {
    List<String> answers =
        isDistributed()
            ? List.copyOf(collect(connection, "shard", RUN_ON_SHARDS, table, query).values())
            : List.of(
                Sql.first(connection, query.replace("'%s'", Sql.literal(table))).orElseThrow());
    double[] sums = new double[answers.get(0).split(",", -1).length];
    for (String answer : answers) {
      String[] numbers = answer.split(",", -1);
      Arrays.setAll(sums, i -> sums[i] + Long.parseLong(numbers[i].strip()));
    }
    return sums;
  }

  private static Map<String, String> collect(
      Connection connection, String whom, String sql, String... parameters) throws SQLException {
    Map<String, String> answers = new LinkedHashMap<>();
    Sql.rows(
        connection,
        sql,
        row -> {
          if (!row.getBoolean(2)) {
            throw new SQLException(whom + " " + row.getString(1) + ": " + row.getString(3));
          }
          answers.put(row.getString(1), row.getString(3));
          return true;
        },
        parameters);
    return answers;
  }

  /** As the settings ask for; notes on what is loaded lie on one node. */
  static Citus of(Collection collection, StoreConfig config) {
    if (collection.isNote()) {
      return SINGLE;
    }
    Placement placement = PostgresParameters.PLACEMENT.in(config);
    String shardKey = PostgresParameters.SHARD_KEY.in(config);
    boolean byId = placement != Placement.DISTRIBUTED || shardKey.equals(ID);
    return new Citus(placement, byId ? ID : Layout.Column.name(List.of(shardKey.split("\\.", -1))));
  }

  /** Whether the rows are in shards or copies. */
  boolean isDistributed() {
    return placement != Placement.SINGLE;
  }

  /** Whether what finds rows by an expression has to ask every shard. */
  boolean isScatterQuery(String expression) {
    return placement == Placement.DISTRIBUTED
        && !expression.equals(column)
        && !expression.equals(Sql.identifier(column));
  }

  /** A unique index of a distributed table must contain the column that it is distributed by. */
  String primaryKey() {
    return "PRIMARY KEY (id" + (column.equals(ID) ? "" : ", " + Sql.identifier(column)) + ")";
  }

  /** Distributes an empty table; nothing for one that stays where it is. */
  Optional<String> statement(String table) {
    String name = Sql.literal(table);
    return switch (placement) {
      case SINGLE -> Optional.empty();
      case DISTRIBUTED ->
          Optional.of("SELECT create_distributed_table(" + name + ", " + Sql.literal(column) + ")");
      case REFERENCE -> Optional.of("SELECT create_reference_table(" + name + ")");
    };
  }
}
