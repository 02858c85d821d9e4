package org.docduel.stores.postgres.citus;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Citus cluster, as its coordinator describes it.
 *
 * @param version such as {@code 12.1.12}
 * @param workers the nodes that are active
 * @param shards the number of shards that a new distributed table gets
 */
public record Citus(String version, int workers, int shards) {
  private static final String INSTALLED = "SELECT to_regprocedure('citus_version()') IS NOT NULL";
  private static final String FACTS =
      "SELECT citus_version(), (SELECT count(*) FROM citus_get_active_worker_nodes()),"
          + " current_setting('citus.shard_count')";
  private static final Pattern VERSION = Pattern.compile("Citus\\S* (\\S+)");

  /**
   * Asks a server.
   *
   * @param connection to it
   * @return empty when its database has no Citus
   * @throws SQLException when the server does not answer
   */
  public static Optional<Citus> of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(INSTALLED)) {
        row.next();
        if (!row.getBoolean(1)) {
          return Optional.empty();
        }
      }
      try (ResultSet row = statement.executeQuery(FACTS)) {
        row.next();
        return Optional.of(new Citus(version(row.getString(1)), row.getInt(2), row.getInt(3)));
      }
    }
  }

  /** From such as {@code Citus 12.1.12 on x86_64-pc-linux-gnu, compiled by gcc ...}. */
  static String version(String text) {
    Matcher matcher = VERSION.matcher(text);
    return matcher.find() ? matcher.group(1) : text;
  }

  /**
   * The name for results.
   *
   * @param postgres the server below, such as {@code PostgreSQL 15.20}
   * @return such as {@code Citus 12.1.12 on PostgreSQL 15.20, 2 workers, 32 shards}
   */
  public String on(String postgres) {
    return "Citus "
        + version
        + " on "
        + postgres
        + ", "
        + workers
        + " workers, "
        + shards
        + " shards";
  }
}
