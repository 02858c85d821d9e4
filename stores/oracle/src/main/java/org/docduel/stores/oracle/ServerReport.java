package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.spi.StoreException;

/**
 * What the server is.
 *
 * @param product name and version, such as {@code Oracle Database 23ai Free 23.5.0.24.07}
 * @param settings by name
 */
record ServerReport(String product, Map<String, String> settings) {
  /**
   * A table's own segment, its indexes and what lies out of line (USER_SEGMENTS, USER_INDEXES and
   * USER_LOBS, Database Reference 23ai).
   */
  static final String SIZES =
      "SELECT 'heap', NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name = ?"
          + " UNION ALL SELECT 'index', NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name IN"
          + " (SELECT index_name FROM user_indexes WHERE table_name = ? AND index_type <> 'LOB')"
          + " UNION ALL SELECT 'lob', NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name IN"
          + " (SELECT segment_name FROM user_lobs WHERE table_name = ?"
          + " UNION SELECT index_name FROM user_lobs WHERE table_name = ?)";

  private static final Pattern NAME =
      Pattern.compile("(Oracle (?:AI )?Database \\w+(?: \\w+)*?)(?: Edition)? Release");
  private static final Pattern VERSION = Pattern.compile("Version (\\d+(?:\\.\\d+)+)");
  private static final Pattern RELEASE = Pattern.compile("Release (\\d+(?:\\.\\d+)+)");

  /** The first release with JSON collection tables. */
  private static final int FIRST_VERSION = 23;

  /** Copies the map. */
  ServerReport {
    settings = Map.copyOf(settings);
  }

  static ServerReport of(Connection connection, Map<String, String> verified) throws SQLException {
    DatabaseMetaData server = connection.getMetaData();
    String product = product(String.valueOf(server.getDatabaseProductVersion()));
    if (server.getDatabaseMajorVersion() < FIRST_VERSION) {
      throw new StoreException(
          OracleProvider.NAME
              + ": "
              + product
              + " has no JSON collection tables; give the address of 23ai or later");
    }
    Map<String, String> settings = new LinkedHashMap<>(verified);
    if (product.toLowerCase(Locale.ROOT).contains("free")) {
      settings.put("limits", "Oracle Free: 2 CPUs, 2 GB of memory, 12 GB of user data");
    }
    return new ServerReport(product, settings);
  }

  /** From the banner's lines, of which the second has the whole version. */
  static String product(String banner) {
    Matcher name = NAME.matcher(banner);
    Matcher version = VERSION.matcher(banner);
    Matcher release = RELEASE.matcher(banner);
    String number = version.find() ? version.group(1) : release.find() ? release.group(1) : "";
    return ((name.find() ? name.group(1) : banner.lines().findFirst().orElse("Oracle Database"))
            + " "
            + number)
        .strip();
  }

  /** Bytes by part; the parts of a search index are tables of their own and not counted. */
  static Map<String, Long> sizes(Connection connection, OracleTable table) throws SQLException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(SIZES)) {
      for (int parameter : List.of(1, 2, 3, 4)) {
        statement.setString(parameter, table.catalogName());
      }
      long total = 0;
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          sizes.put(rows.getString(1), rows.getLong(2));
          total += rows.getLong(2);
        }
      }
      sizes.put("total", total);
    }
    return sizes;
  }
}
