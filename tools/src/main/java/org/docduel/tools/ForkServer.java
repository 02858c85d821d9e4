package org.docduel.tools;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.model.Dataset;
import org.docduel.core.query.Index;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Where a fork's server is, as {@link Compare} has told it. */
final class ForkServer {
  private ForkServer() {}

  static ServerAddress of(String store) {
    ServerFamily family = StoreProviders.byName(store).orElseThrow().server().orElseThrow();
    return RunDirectory.ofFork(Settings.ofProcess())
        .flatMap(directory -> directory.address(family))
        .orElseThrow(() -> new IllegalStateException("run it with scripts/compare"));
  }

  /** Loads a store's collection in chunks, with its indexes, and settles, as the harness does. */
  static void load(String store, String name, Dataset dataset, List<Index> indexes, int documents) {
    Collection collection = new Collection(name, dataset.document(0).body(), indexes);
    try (Store opened =
            StoreProviders.byName(store)
                .orElseThrow()
                .open(Optional.of(of(store)), StoreConfig.defaults());
        Session session = opened.session()) {
      new DocumentLoad(collection, dataset, documents).load(opened, session, new PhaseClock());
      opened.quiesce();
    }
  }

  /** Tells one of PostgreSQL's programs where the server is. */
  static void configure(ProcessBuilder program, ServerAddress address) throws IOException {
    Properties parsed = Driver.parseURL(address.url(), new Properties());
    if (parsed == null) {
      throw new IOException("not a JDBC address: " + address);
    }
    Map.of(
            "PGHOST", PGProperty.PG_HOST,
            "PGPORT", PGProperty.PG_PORT,
            "PGDATABASE", PGProperty.PG_DBNAME,
            "PGUSER", PGProperty.USER,
            "PGPASSWORD", PGProperty.PASSWORD)
        .forEach((name, property) -> {
          String value = property.getOrDefault(parsed);
          if (value != null) {
            program.environment().put(name, value);
          }
        });
  }
}
