package org.docduel.core.store.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.core.model.InsertDocuments;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * What the adapter costs, as ratios in one run on postgres-jsonb: inserts through a session against
 * a bare driver loop that encodes the same documents and sends the same COPYs, and ingestion
 * against {@code psql \copy} of the same rows from a file. A ratio of 1 means as many documents per
 * second; the two sides of a comparison take turns.
 *
 * <p>Not a test. Run its main method with the tests' class path and psql on the path; arguments:
 * rounds (default 7), documents (default 20000).
 */
public final class OverheadComparison {
  private static final int BATCH = 500;
  private static final Pattern PSQL_TIME = Pattern.compile("Time: ([0-9.]+) ms");
  private static final String TABLE = "docduel.postgres_jsonb_overhead";

  private final StoreProvider provider = StoreProviders.named("postgres-jsonb").orElseThrow();
  private final ServerAddress address;
  private final List<Document> documents;
  private final Collection collection;

  private OverheadComparison(ServerAddress address, InsertDocuments dataset, int count) {
    this.address = address;
    this.documents = dataset.documents(0, count);
    this.collection = new Collection("overhead", dataset.document(0).body(), List.of());
  }

  /**
   * Prints the ratios.
   *
   * @param arguments rounds, documents
   * @throws Exception when anything fails
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    int count = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20_000;
    try (Servers servers = new Servers(Settings.ofProcess())) {
      for (String document : List.of("10B 1", "4KB 1", "4KB 200")) {
        String[] parts = document.split(" ", 2);
        InsertDocuments dataset =
            InsertDocuments.withDefaults()
                .withPayload(PayloadSize.parse(parts[0]))
                .withAttributes(AttributeCount.parse(parts[1]));
        StoreProvider jsonb = StoreProviders.named("postgres-jsonb").orElseThrow();
        ServerAddress address = servers.start(jsonb.server().orElseThrow()).address();
        new OverheadComparison(address, dataset, count).run(document, rounds);
      }
    }
  }

  private void run(String name, int rounds) throws Exception {
    Path rows = Files.createTempFile("docduel", ".copy");
    try (Store store = provider.open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session();
        Connection bare = DriverManager.getConnection(address.url())) {
      Files.write(rows, textRows());
      double[] inserts = new double[rounds];
      double[] ingestion = new double[rounds];
      for (int round = -1; round < rounds; round++) {
        boolean oursFirst = round % 2 == 0;
        long ours = oursFirst ? insert(store, session) : 0;
        long theirs = bareCopy(store, bare);
        ours = oursFirst ? ours : insert(store, session);
        long load = oursFirst ? ingest(session) : 0;
        long psql = psql(session, rows);
        load = oursFirst ? load : ingest(session);
        if (round >= 0) {
          inserts[round] = (double) theirs / ours;
          ingestion[round] = (double) psql / load;
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%s: session/bare driver %.3f, ingestion/psql copy %.3f (docs/s, medians of %d)%n",
          name,
          median(inserts),
          median(ingestion),
          rounds);
    } finally {
      Files.delete(rows);
    }
  }

  private long insert(Store store, Session session) {
    store.create(collection);
    store.settle();
    Inserts inserts = session.inserts(collection);
    long start = System.nanoTime();
    for (int from = 0; from < documents.size(); from += BATCH) {
      inserts.insert(documents.subList(from, from + BATCH));
    }
    return System.nanoTime() - start;
  }

  private long bareCopy(Store store, Connection connection) throws SQLException {
    store.create(collection);
    store.settle();
    JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);
    WireBuffer out = new WireBuffer();
    long start = System.nanoTime();
    for (int from = 0; from < documents.size(); from += BATCH) {
      encode(json, documents.subList(from, from + BATCH), out);
      CopyIn copy =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn("COPY " + TABLE + " (id, doc) FROM STDIN (FORMAT binary)");
      copy.writeToCopy(out.array(), 0, out.size());
      copy.endCopy();
    }
    return System.nanoTime() - start;
  }

  private long ingest(Session session) {
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    long start = System.nanoTime();
    for (int from = 0; from < documents.size(); from += 10_000) {
      ingestion.load(documents.subList(from, Math.min(documents.size(), from + 10_000)));
    }
    return System.nanoTime() - start;
  }

  private long psql(Session session, Path rows) throws IOException, InterruptedException {
    session.ingestion(collection).prepare();
    Process psql =
        new ProcessBuilder(
                "psql",
                "-X",
                "-d",
                address.url().substring("jdbc:".length()),
                "-c",
                "\\timing on",
                "-c",
                "\\copy " + TABLE + " from '" + rows + "'")
            .redirectErrorStream(true)
            .start();
    String output = new String(psql.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher time = PSQL_TIME.matcher(output);
    if (psql.waitFor() != 0 || !time.find()) {
      throw new IOException("psql failed: " + output);
    }
    return Math.round(Double.parseDouble(time.group(1)) * 1e6);
  }

  private static void encode(JsonBytes json, List<Document> batch, WireBuffer out) {
    out.clear();
    out.write("PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1));
    out.putLong(0);
    for (Document document : batch) {
      out.putShort(2);
      out.putInt(Long.BYTES);
      out.putLong(document.id());
      int head = out.size();
      out.putInt(0);
      out.write(1);
      json.write(document, document.body(), out);
      out.setInt(head, out.size() - head - Integer.BYTES);
    }
    out.putShort(-1);
  }

  private byte[] textRows() {
    JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);
    WireBuffer out = new WireBuffer();
    for (Document document : documents) {
      WireBuffer one = new WireBuffer();
      json.write(document, document.body(), one);
      String text = new String(one.array(), 0, one.size(), StandardCharsets.UTF_8);
      String row = document.id() + "\t" + text.replace("\\", "\\\\") + "\n";
      out.write(row.getBytes(StandardCharsets.UTF_8));
    }
    return Arrays.copyOf(out.array(), out.size());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
