package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresTest {
  private static final Settings NONE = Settings.of(Map.of(), new Properties());

  @Test
  void startsWithFsyncOnAndFewSettingsOfItsOwn() throws Exception {
    long a = System.nanoTime();
    try (RunningServer server = new EmbeddedPostgres().start(NONE)) {
      System.out.println((System.nanoTime() - a) / 1e6 + " ms");
      Map<String, String> own = new LinkedHashMap<>();
      try (Connection connection = DriverManager.getConnection(server.address().url());
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT name, setting FROM pg_settings WHERE setting IS DISTINCT FROM boot_val"
                      + " OR name = 'fsync'")) {
        while (rows.next()) {
          own.put(rows.getString(1), rows.getString(2));
        }
      }
      System.out.println(own);
      assertThat(own).containsEntry("fsync", "on");
    }
  }
}
