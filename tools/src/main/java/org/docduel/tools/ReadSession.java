package org.docduel.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Has a bare connection plan as the harness's sessions that read do. */
final class ReadSession {
  private static final String FILE = "/org/docduel/core/store/postgres/read-session.sql";

  private ReadSession() {}

  static void begin(Connection connection) throws SQLException, IOException {
    try (InputStream file = ReadSession.class.getResourceAsStream(FILE);
        Statement settings = connection.createStatement()) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + FILE);
      }
      settings.execute(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
