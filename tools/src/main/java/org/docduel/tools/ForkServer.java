package org.docduel.tools;

import java.io.IOException;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Where a fork's server is, as {@link Compare} has told it. */
final class ForkServer {
  private ForkServer() {}

  static ServerAddress of(ServerFamily family) {
    return ServerAddresses.read(Settings.ofProcess())
        .flatMap(addresses -> addresses.of(family))
        .orElseThrow(() -> new IllegalStateException("run it with scripts/compare"));
  }

  /** Tells one of PostgreSQL's programs where the server is. */
  static void tell(ProcessBuilder program, ServerAddress address) throws IOException {
    Properties parsed = Driver.parseURL(address.url(), new Properties());
    if (parsed == null) {
      throw new IOException("not a JDBC address: " + address);
    }
    put(program, "PGHOST", PGProperty.PG_HOST.getOrDefault(parsed));
    put(program, "PGPORT", PGProperty.PG_PORT.getOrDefault(parsed));
    put(program, "PGDATABASE", PGProperty.PG_DBNAME.getOrDefault(parsed));
    put(program, "PGUSER", PGProperty.USER.getOrDefault(parsed));
    put(program, "PGPASSWORD", PGProperty.PASSWORD.getOrDefault(parsed));
  }

  private static void put(ProcessBuilder program, String name, @Nullable String value) {
    if (value != null) {
      program.environment().put(name, value);
    }
  }
}
