package org.docduel.tools;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProviders;
import org.docduel.stores.postgres.server.PostgresServer;
import org.postgresql.PGConnection;

/**
 * Compares the copy phase of a bulk load with {@code psql \copy} of the same rows from a file, into
 * the same kind of table on the same server: unlogged, without an index. The file is what COPY
 * itself writes of the loaded table, once as text, psql's default, and once as binary, which spares
 * the server the parsing and the client everything but sending.
 *
 * <p>The harness encodes its rows from documents in memory within the time; psql only reads a file.
 * Run with {@code scripts/compare-copy}; arguments: rounds (default 5) and rows (default 200000).
 */
public final class CopyComparison {
  /** As many as the ingestion benchmark hands over at a time. */
  private static final int CHUNK = 20_000;

  private static final String SCHEMA = "docduel_bare";
  private static final String TEXT = "text";
  private static final String BINARY = "binary";

  private final int rounds;
  private final int rows;
  private final ServerAddress address;

  private CopyComparison(int rounds, int rows, ServerAddress address) {
    this.rounds = rounds;
    this.rows = rows;
    this.address = address;
  }

  /**
   * Prints a line for each store and dataset.
   *
   * @param arguments rounds, rows
   * @throws Exception when a server or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    int rows = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200_000;
    Optional<String> psql = Psql.version();
    if (psql.isEmpty()) {
      System.err.println(
          "docduel: there is no psql on the path to compare with; install PostgreSQL's client");
      System.exit(2);
    }
    try (Servers servers = new Servers(Settings.ofProcess())) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      System.out.println(psql.get() + ", " + rows + " rows");
      System.out.println(
          "| store | dataset | copy / psql text | quartiles | copy / psql binary | quartiles | copy rows/s |");
      System.out.println("|---|---|---|---|---|---|---|");
      CopyComparison comparison = new CopyComparison(rounds, rows, address);
      for (String store : List.of("postgres-jsonb", "postgres-typed")) {
        comparison.compare(store, InsertDocuments.withDefaults());
        comparison.compare(store, IndexedReadDocuments.withDefaults());
      }
    }
  }

  private void compare(String name, Dataset dataset) throws Exception {
    List<List<Document>> chunks = new ArrayList<>();
    for (int from = 0; from < rows; from += CHUNK) {
      chunks.add(dataset.documents(from, Math.min(CHUNK, rows - from)));
    }
    Collection collection = new Collection("copied", chunks.get(0).get(0).body(), List.of());
    Path directory = Files.createTempDirectory("docduel-copy");
    Path text = directory.resolve(TEXT);
    Path binary = directory.resolve(BINARY);
    try (Store store =
            StoreProviders.named(name)
                .orElseThrow()
                .open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session();
        Connection connection = DriverManager.getConnection(address.url())) {
      Ingestion ingestion = session.ingestion(collection);
      load(ingestion, chunks);
      String loaded = "docduel." + name.replace('-', '_') + "_" + collection.name();
      unload(connection, loaded, TEXT, text);
      unload(connection, loaded, BINARY, binary);
      execute(connection, "CREATE SCHEMA IF NOT EXISTS " + SCHEMA);
      Alternation times =
          new Alternation()
              .with("harness", () -> load(ingestion, chunks))
              .with(TEXT, () -> copy(connection, loaded, TEXT, text))
              .with(BINARY, () -> copy(connection, loaded, BINARY, binary))
              .run(rounds);
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.3f | %s | %.3f | %s | %.0f |%n",
          name,
          dataset.name(),
          times.speed("harness", TEXT),
          times.spread("harness", TEXT),
          times.speed("harness", BINARY),
          times.spread("harness", BINARY),
          1000 * rows / times.median("harness"));
      execute(connection, "DROP TABLE " + loaded);
      execute(connection, "DROP SCHEMA " + SCHEMA + " CASCADE");
    } finally {
      Files.deleteIfExists(text);
      Files.deleteIfExists(binary);
      Files.delete(directory);
    }
  }

  private static double load(Ingestion ingestion, List<List<Document>> chunks) {
    ingestion.prepare();
    long nanos = 0;
    for (List<Document> chunk : chunks) {
      long start = System.nanoTime();
      ingestion.load(chunk);
      nanos += System.nanoTime() - start;
    }
    return nanos / 1e6;
  }

  private double copy(Connection connection, String like, String format, Path file)
      throws Exception {
    String table = SCHEMA + ".copied";
    execute(connection, "DROP TABLE IF EXISTS " + table);
    execute(connection, "CREATE UNLOGGED TABLE " + table + " (LIKE " + like + ")");
    return new Psql(address)
        .millis("\\copy " + table + " FROM '" + file + "' (FORMAT " + format + ")");
  }

  private static void unload(Connection connection, String table, String format, Path file)
      throws SQLException, IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY " + table + " TO STDOUT (FORMAT " + format + ")", out);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
