package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.server.PostgresErrors;

/** What a server says of itself. What it does not tell is missing, and a finding says why. */
public record ServerFacts(Connection connection, Set<String> findings) {
  private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL ([0-9][^ ,]*).*");
  private static final String COMMIT = "synchronous_commit";

  /** What a crash leaves of acknowledged writes depends on these: always told. */
  private static final List<String> PROMISE = List.of("fsync", COMMIT, "full_page_writes");

  private static final String CHANGED_SETTINGS =
      Sql.file(PostgresSystem.class, "changed-settings.sql");
  private static final String HAS_LZ4 =
      "SELECT EXISTS (SELECT FROM pg_settings WHERE name = 'default_toast_compression'"
          + " AND 'lz4' = ANY (enumvals))";
  private static final String TABLE_OPTIONS =
      "SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = to_regclass(?)";
  private static final String SIZES = Sql.file(PostgresSystem.class, "sizes.sql");
  private static final String SHARD_SIZES = Sql.file(PostgresSystem.class, "shard-sizes.sql");
  private static final List<String> PARTS = List.of("heap", "toast", "index", "total");

  /** What a server says that it is, such as {@code CockroachDB CCL v23.1.11}. */
  public static String product(Connection connection) throws SQLException {
    String version = Sql.first(connection, "SELECT version()").orElse("");
    String name = product(version);
    if (!POSTGRESQL.matcher(version).matches()) {
      return name;
    }
    return Citus.of(connection).map(citus -> citus.on(name)).orElse(name);
  }

  /** From the answer to {@code version()} alone. */
  static String product(String version) {
    Matcher postgres = POSTGRESQL.matcher(version);
    if (postgres.matches()) {
      return "PostgreSQL " + postgres.group(1);
    }
    String name = version.split(" \\(| on |,", 2)[0].strip();
    return name.isEmpty() ? "a server that does not tell its version" : name;
  }

  /** The product in a word where it is another than PostgreSQL or DocumentDB; else empty. */
  static String fork(String product) {
    String first = product.split(" ", 2)[0].toLowerCase(Locale.ROOT);
    return switch (first) {
      case "postgresql" -> product.contains("-YB-") ? "yugabytedb" : "";
      case "documentdb" -> "";
      case "a" -> "unknown product";
      default -> first;
    };
  }

  /**
   * Settings that differ from their defaults, those behind the durability promise first, and those
   * of the table.
   */
  Map<String, String> settings(String table) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : PROMISE) {
      settings.put(name, setting(name).orElse("unknown to this server"));
    }
    PostgresErrors.permitted(
        () ->
            Sql.rows(
                connection,
                CHANGED_SETTINGS,
                row -> settings.put(row.getString(1), row.getString(2))),
        why -> findings.add("the server does not tell its settings: " + why));
    Sql.first(connection, TABLE_OPTIONS, table)
        .ifPresent(options -> settings.put("table", options));
    return settings;
  }

  /** The settings that decide what a crash leaves, such as {@code fsync on}. */
  static String promise(Map<String, String> settings) {
    return PROMISE.stream()
        .map(name -> name + " " + settings.get(name))
        .collect(Collectors.joining(", "));
  }

  /** Bytes on disk by part; of a distributed table those of all its shards. */
  Map<String, Long> sizes(PostgresTable table) throws SQLException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    PostgresErrors.permitted(
        () -> {
          long[] bytes = numbers(connection, table, SIZES, SHARD_SIZES);
          PARTS.forEach(part -> sizes.put(part, bytes[PARTS.indexOf(part)]));
        },
        why -> findings.add("the server does not tell the sizes of tables: " + why));
    return sizes;
  }

  /** The row of whole numbers that the server has of a table; of one in shards their sums. */
  static long[] numbers(Connection connection, PostgresTable table, String ofTable, String ofShards)
      throws SQLException {
    if (table.distribution().isDistributed()) {
      return Citus.sumOfShards(connection, table.name(), ofShards);
    }
    Sql.Row<long[]> numbers =
        row -> {
          long[] all = new long[row.getMetaData().getColumnCount()];
          for (int i = 0; i < all.length; i++) {
            all[i] = row.getLong(i + 1);
          }
          return all;
        };
    return Sql.rows(connection, ofTable, numbers, table.name()).get(0);
  }

  /** Whether the server compresses columns by LZ4; older ones have no choice. */
  boolean hasLz4() throws SQLException {
    return Sql.rows(connection, HAS_LZ4, row -> row.getBoolean(1)).get(0);
  }

  /**
   * Why the server, and the workers of a cluster if the rows are there, do not keep a promise;
   * empty when they do.
   */
  Optional<String> brokenPromise(Durability durability, boolean cluster) throws SQLException {
    if (durability == Durability.NONE) {
      return Optional.empty();
    }
    for (String name : PROMISE) {
      Map<String, String> values = new LinkedHashMap<>();
      setting(name).ifPresent(value -> values.put("the server", value));
      if (values.isEmpty()) {
        findings.add(
            "the server has no setting %s: what durability=%s means is its own"
                .formatted(name, durability.label()));
      }
      if (cluster) {
        Citus.askWorkers(connection, "SHOW " + name)
            .forEach((worker, value) -> values.put("worker " + worker, value));
      }
      String wanted = name.equals(COMMIT) && durability != Durability.DEFAULT ? "off" : "on";
      for (Map.Entry<String, String> one : values.entrySet()) {
        if (!one.getValue().equals(wanted)) {
          return Optional.of(
              "%s has %s=%s, and durability=%s needs %s; change it there, or take durability=none"
                  .formatted(one.getKey(), name, one.getValue(), durability.label(), wanted));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> setting(String name) throws SQLException {
    return Sql.first(connection, "SELECT current_setting(?, true)", name);
  }
}
