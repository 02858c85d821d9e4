package org.docduel.stores.mysql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.stores.jdbc.SqlDialect;

/** What tells MySQL and MariaDB apart: two servers with one protocol and two kinds of JSON. */
enum MysqlServer {
  /**
   * JSON is a binary form of its own with 64-bit integers and doubles. A generated column is
   * virtual: it takes no room beside its index (CREATE TABLE and Generated Columns, MySQL 9.7).
   */
  MYSQL("MySQL", 8, 4, "utf8mb4_0900_bin", "VIRTUAL") {
    @Override
    String scalar(String column, String path, Kind kind, String text) {
      String type =
          switch (kind) {
            case INTEGER -> "SIGNED";
            case DECIMAL -> "DOUBLE";
            case BOOLEAN -> "UNSIGNED";
            default -> text;
          };
      return "JSON_VALUE(%s, %s RETURNING %s NULL ON EMPTY ERROR ON ERROR)"
          .formatted(column, path, type);
    }

    @Override
    String inside(String column, String path, Kind kind) {
      return scalar(
          column, path, kind, "CHAR(1000000000)"); // any text: a packet is at most a gigabyte
    }

    @Override
    List<String> sessionSettings() {
      return List.of("SET SESSION information_schema_stats_expiry = 0");
    }
  },

  /**
   * JSON is text that is checked. A generated column is stored: with virtual ones an index that
   * covers a sorted query gives NULL in place of values (seen in 10.11.19, 11.4.5 and 11.8.9).
   */
  MARIADB("MariaDB", 10, 11, "utf8mb4_nopad_bin", "STORED") {
    @Override
    String scalar(String column, String path, Kind kind, String text) {
      return "JSON_VALUE(" + column + ", " + path + ")";
    }

    // The functions of JSON give texts alone; a cast to DOUBLE takes what a text begins with.
    @Override
    String inside(String column, String path, Kind kind) {
      String value = scalar(column, path, kind, "");
      return switch (kind) {
        case INTEGER -> "CAST(" + value + " AS SIGNED)";
        case DECIMAL -> "CAST(" + value + " AS DOUBLE)";
        case BOOLEAN -> value;
        default -> value + " COLLATE " + collation;
      };
    }

    @Override
    List<String> sessionSettings() {
      return List.of();
    }
  };

  /** The longest text that an index takes, in characters: a longer one is refused, not cut. */
  private static final int INDEXED_CHARACTERS = 255;

  static final String INDEXED_TEXT = "VARCHAR(" + INDEXED_CHARACTERS + ")";

  final String product;
  final String collation;
  private final int firstMajor;
  private final int firstMinor;
  private final String generated;

  MysqlServer(String product, int firstMajor, int firstMinor, String collation, String generated) {
    this.product = product;
    this.firstMajor = firstMajor;
    this.firstMinor = firstMinor;
    this.collation = collation;
    this.generated = generated;
  }

  /** The server at the other end of a connection. */
  static MysqlServer of(Connection connection) throws SQLException {
    return valueOf(connection.getMetaData().getDatabaseProductName().toUpperCase(Locale.ROOT));
  }

  /** The numbers of the server's version, such as {@code 10.11.19}. */
  static String version(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductVersion().replaceFirst("[^0-9.].*", "");
  }

  /** The name of the family of its servers. */
  String family() {
    return product.toLowerCase(Locale.ROOT);
  }

  /** Whether a server has what the stores need. */
  boolean supports(DatabaseMetaData found) throws SQLException {
    int major = found.getDatabaseMajorVersion();
    return major > firstMajor
        || (major == firstMajor && found.getDatabaseMinorVersion() >= firstMinor);
  }

  /** The first version that the stores run on. */
  String firstVersion() {
    return firstMajor + "." + firstMinor;
  }

  /** Statements for each session beside those of both servers. */
  abstract List<String> sessionSettings();

  /**
   * The scalar that a path leads to, as JSON_VALUE gives it; NULL where there is none.
   *
   * @param path a literal
   * @param text the SQL type of a text, where the server takes one
   */
  abstract String scalar(String column, String path, Kind kind, String text);

  /** The same as a condition on documents without a column for it compares it. */
  abstract String inside(String column, String path, Kind kind);

  /**
   * The definition of a generated column for an index. Whole numbers are exact, fractions doubles,
   * truth values 1 and 0, instants ISO-8601 texts, which sort as the instants do.
   */
  String column(String name, Path path, Kind kind) {
    String text = "CHAR(" + INDEXED_CHARACTERS + ")";
    String type =
        switch (kind) {
          case INTEGER -> "BIGINT";
          case DECIMAL -> "DOUBLE";
          case BOOLEAN -> "TINYINT";
          default -> INDEXED_TEXT + " COLLATE " + collation;
        };
    String value = scalar("doc", SqlDialect.path(path, ""), kind, text);
    return "%s %s AS (%s) %s".formatted(name, type, value, generated);
  }

  /** The key of an index on the elements of a list; empty where the server has none for them. */
  String elements(String json, Kind list) {
    String type =
        list == Kind.TEXTS
            ? "CHAR(" + INDEXED_CHARACTERS + ")"
            : list == Kind.INTEGERS ? "SIGNED" : "";
    return this == MARIADB || type.isEmpty()
        ? ""
        : "((CAST(%s AS %s ARRAY)))".formatted(json, type);
  }
}
