package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.Durability;
import org.docduel.stores.postgres.citus.Citus;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters.Compression;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.sql.PostgresErrors;
import org.docduel.stores.postgres.sql.SqlFile;

/**
 * What a server says of itself. What it does not tell is missing, and a finding says why.
 *
 * @param connection to the server
 * @param findings takes down what is missing
 */
record ServerFacts(Connection connection, Findings findings) {
  private static final String FSYNC = "fsync";
  private static final String COMMIT = "synchronous_commit";
  private static final String PAGES = "full_page_writes";

  /** What a crash leaves of acknowledged writes depends on these: always told. */
  private static final List<String> PROMISE = List.of(FSYNC, COMMIT, PAGES);

  private static final String CHANGED_SETTINGS =
      SqlFile.read(ServerFacts.class, "changed-settings.sql");
  private static final String HAS_LZ4 =
      "SELECT EXISTS (SELECT FROM pg_settings WHERE name = 'default_toast_compression'"
          + " AND 'lz4' = ANY (enumvals))";
  private static final String SIZES = SqlFile.read(ServerFacts.class, "sizes.sql");
  private static final String SHARD_SIZES = SqlFile.read(ServerFacts.class, "shard-sizes.sql");
  private static final List<String> PARTS = List.of("heap", "toast", "index", "total");

  /**
   * Settings that differ from their defaults, those behind the durability promise first, and those
   * of the table.
   */
  Map<String, String> settings(Table table) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : PROMISE) {
      settings.put(name, setting(name).orElse("unknown to this server"));
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(CHANGED_SETTINGS)) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    } catch (SQLException e) {
      findings.add("the server does not tell its settings: " + refusal(e));
    }
    tableOptions(table).ifPresent(options -> settings.put("table", options));
    return settings;
  }

  private Optional<String> tableOptions(Table table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = to_regclass(?)")) {
      statement.setString(1, table.name());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
      }
    }
  }

  /** The settings that decide what a crash leaves, such as {@code fsync on}. */
  static String promise(Map<String, String> settings) {
    return PROMISE.stream()
        .map(name -> name + " " + settings.get(name))
        .collect(Collectors.joining(", "));
  }

  /** Bytes on disk by part; of a distributed table those of all its shards. */
  Map<String, Long> sizes(Table table) throws SQLException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    try {
      if (table.distribution().isDistributed()) {
        long[] sums = Citus.sumOfShards(connection, table.name(), SHARD_SIZES);
        PARTS.forEach(part -> sizes.put(part, sums[PARTS.indexOf(part)]));
      } else {
        readSizes(table.name(), sizes);
      }
    } catch (SQLException e) {
      findings.add("the server does not tell the sizes of tables: " + refusal(e));
    }
    return sizes;
  }

  private void readSizes(String table, Map<String, Long> into) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SIZES)) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        for (String part : PARTS) {
          into.put(part, row.getLong(part));
        }
      }
    }
  }

  /** Whether the server compresses columns so; older ones have no choice. */
  boolean compresses(Compression compression) throws SQLException {
    if (compression != Compression.LZ4) {
      return true;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(HAS_LZ4)) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /** Why the server does not keep a promise, or empty when it does. */
  Optional<String> brokenPromise(Durability durability) throws SQLException {
    if (durability == Durability.NONE) {
      return Optional.empty();
    }
    for (String name : PROMISE) {
      Optional<String> value = setting(name);
      if (value.isEmpty()) {
        findings.add(
            "the server has no setting "
                + name
                + ": what durability="
                + durability.label()
                + " means is its own");
      } else {
        Optional<String> broken = broken(durability, "the server", name, value.get());
        if (broken.isPresent()) {
          return broken;
        }
      }
    }
    return Optional.empty();
  }

  /** The same for the workers of a cluster, where the rows are. */
  Optional<String> brokenByWorkers(Durability durability) throws SQLException {
    if (durability == Durability.NONE) {
      return Optional.empty();
    }
    for (String name : PROMISE) {
      for (Map.Entry<String, String> worker :
          Citus.askWorkers(connection, "SHOW " + name).entrySet()) {
        Optional<String> broken =
            broken(durability, "worker " + worker.getKey(), name, worker.getValue());
        if (broken.isPresent()) {
          return broken;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> broken(
      Durability durability, String who, String name, String value) {
    boolean waits = durability == Durability.DEFAULT;
    String wanted = name.equals(COMMIT) && !waits ? "off" : "on";
    return value.equals(wanted)
        ? Optional.empty()
        : Optional.of(
            who
                + " has "
                + name
                + "="
                + value
                + ", and durability="
                + durability.label()
                + " needs "
                + wanted
                + "; change it there, or take durability=none");
  }

  private Optional<String> setting(String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT current_setting(?, true)")) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return Optional.ofNullable(row.getString(1));
      }
    }
  }

  /** Rethrows what is not a refusal. */
  private static String refusal(SQLException failure) throws SQLException {
    Optional<String> reason = PostgresErrors.refusal(failure);
    if (reason.isPresent()) {
      return reason.get();
    }
    throw failure;
  }
}
