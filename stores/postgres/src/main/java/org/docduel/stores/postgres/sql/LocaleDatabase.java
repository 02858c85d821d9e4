package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.parameter.PostgresParameters;

/**
 * A database whose texts are compared and lower-cased by another locale than the server's own.
 * {@code --clean} removes it.
 *
 * @param locale {@code C.UTF-8}, an ICU locale, or {@code server} for the address's own database
 */
record LocaleDatabase(String locale) {
  private static final String OF_SERVER = "server";
  private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/]*/)[^?]*(.*)");

  static LocaleDatabase of(StoreConfig config) {
    return new LocaleDatabase(PostgresParameters.LOCALE.in(config));
  }

  boolean isOwn() {
    return !locale.equals(OF_SERVER);
  }

  private String name(String space) {
    return space + "_" + locale.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
  }

  /** The address of this database on the same server. */
  String on(ServerAddress address) {
    String url = address.url();
    if (!isOwn()) {
      return url;
    }
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      throw new StoreException(
          "locale=" + locale + " needs an address of the form jdbc:postgresql://HOST/DATABASE");
    }
    return matcher.group(1) + name(address.space()) + matcher.group(2);
  }

  /**
   * Makes the database if it is missing.
   *
   * @param connection to another database of the server
   * @param space what the names of all that is ours begin with
   * @throws SQLException when the server refuses
   */
  void make(Connection connection, String space) throws SQLException {
    try (PreparedStatement exists =
        connection.prepareStatement("SELECT FROM pg_database WHERE datname = ?")) {
      exists.setString(1, name(space));
      try (ResultSet row = exists.executeQuery()) {
        if (row.next()) {
          return;
        }
      }
    }
    boolean builtin = locale.startsWith("C.");
    Sql.run(
        connection,
        "CREATE DATABASE "
            + Sql.identifier(name(space))
            + " TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER "
            + (builtin ? "builtin BUILTIN_LOCALE " : "icu ICU_LOCALE ")
            + Sql.literal(locale));
    Sql.run(connection, Mark.on("DATABASE", Sql.identifier(name(space)), Mark.of(space)));
  }
}
