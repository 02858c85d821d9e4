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
import org.docduel.core.config.Durability;
import org.docduel.stores.postgres.sql.SqlFile;

/** What a PostgreSQL server says of itself. */
public final class ServerFacts {
  /** What a crash leaves of acknowledged writes depends on these: always told. */
  private static final List<String> PROMISE =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private static final String CHANGED_SETTINGS =
      SqlFile.read(ServerFacts.class, "changed-settings.sql");
  private static final String SIZES = SqlFile.read(ServerFacts.class, "sizes.sql");

  private ServerFacts() {}

  /**
   * Name and version.
   *
   * @param connection to the server
   * @return such as {@code PostgreSQL 17.11}
   * @throws SQLException when the server does not answer
   */
  public static String postgresVersion(Connection connection) throws SQLException {
    String version = setting(connection, "server_version");
    int space = version.indexOf(' ');
    return "PostgreSQL " + (space < 0 ? version : version.substring(0, space));
  }

  /** Settings that differ from their defaults, and those behind the durability promise first. */
  static Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : PROMISE) {
      settings.put(name, setting(connection, name));
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(CHANGED_SETTINGS)) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return settings;
  }

  /** Bytes on disk by part. */
  static Map<String, Long> sizes(Connection connection, String table) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SIZES)) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        Map<String, Long> sizes = new LinkedHashMap<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          sizes.put(row.getMetaData().getColumnLabel(i), row.getLong(i));
        }
        return sizes;
      }
    }
  }

  /** Why the server does not keep a promise, or empty when it does. */
  static Optional<String> brokenPromise(Connection connection, Durability durability)
      throws SQLException {
    if (durability == Durability.NONE) {
      return Optional.empty();
    }
    for (String name : List.of("fsync", "full_page_writes")) {
      if (!setting(connection, name).equals("on")) {
        return Optional.of(
            "the server has "
                + name
                + "=off, so durability="
                + durability.label()
                + " is not what it does; switch it on, or take durability=none");
      }
    }
    String wanted = durability == Durability.DEFAULT ? "on" : "off";
    String commit = setting(connection, "synchronous_commit");
    return commit.equals(wanted)
        ? Optional.empty()
        : Optional.of("synchronous_commit is " + commit + " although " + wanted + " was set");
  }

  private static String setting(Connection connection, String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT current_setting(?)")) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
