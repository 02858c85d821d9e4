package org.docduel.core.work;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.suite.SuiteTables;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;

/**
 * Loads the tables of a suite as the server itself has them: its own schema, then rows, indexes and
 * phases such as foreign keys. A note beside the tables keeps a digest of each, as it was loaded.
 */
final class TableLoad implements SuiteLoad {
  private static final int BUFFER = 64 * 1024;

  private final Suite suite;
  private final Dialect dialect;
  private final String index;

  /** Each table's file. */
  private final Map<String, Path> files = new LinkedHashMap<>();

  /** Each table's lines of data, once they were counted. */
  private final Map<String, Long> rows = new LinkedHashMap<>();

  TableLoad(Suite suite, Dialect dialect, String index) {
    this.suite = suite;
    this.dialect = dialect;
    this.index = index;
    suite
        .schema()
        .data()
        .forEach((table, file) -> files.put(table, suite.folder().path(file).normalize()));
  }

  @Override
  public long documents() {
    return files.keySet().stream().mapToLong(this::rows).sum();
  }

  private long rows(String table) {
    return rows.computeIfAbsent(
        table,
        name -> {
          Path file = file(name);
          try (RowBytes in = new RowBytes(open(file))) {
            byte[] piece = new byte[BUFFER];
            while (in.read(piece, 0, piece.length) >= 0) {
              // it counts
            }
            return in.count();
          } catch (IOException e) {
            throw unreadable(file, e);
          }
        });
  }

  private Path file(String table) {
    return Optional.ofNullable(files.get(table)).orElseThrow();
  }

  private static BadInputException unreadable(Path file, IOException e) {
    return new BadInputException(file + ": cannot be read: " + BadInputException.reason(e), e);
  }

  /** A file's bytes, unpacked where it is gzip. */
  static InputStream open(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    return file.toString().endsWith(".gz") ? new GZIPInputStream(raw, BUFFER) : raw;
  }

  @Override
  public String statements() {
    return String.join("; ", indexes()) + dialect.phases() + suite.schema().definitions();
  }

  private List<String> indexes() {
    return dialect.indexes().getOrDefault(index, List.of());
  }

  @Override
  public void loadChecked(Store store, String what) {
    PhaseClock clock = new PhaseClock();
    store.clear();
    try (Session session = store.session()) {
      SuiteTables tables = session.tables();
      clock.time(
          "schema",
          () ->
              blame(
                  suite.folder().displayPath(Suite.SCHEMA_FILE),
                  () -> tables.define(suite.schema().definitions())));
      LoadProgress progress = new LoadProgress(documents());
      files.forEach((table, file) -> clock.time("copy", () -> load(tables, table, progress)));
      clock.time(
          "index",
          () -> DocumentLoad.apply(session, dialect.file() + ": index: " + index, indexes()));
      dialect
          .phases()
          .forEach((name, statements) ->
              clock.time(
                  name,
                  () ->
                      DocumentLoad.apply(
                          session, dialect.file() + ": phase: " + name, statements)));
      clock.time("settle", store::quiesce);
      store.create(note());
      session.inserts(note()).insert(List.of(new Document(0, digests(tables))));
    }
    System.out.println(what + ": loaded, " + documents() + " rows: " + clock.inSeconds());
  }

  private void load(SuiteTables tables, String table, LoadProgress progress) {
    Path file = file(table);
    try (RowBytes in = new RowBytes(open(file))) {
      long[] taken = new long[1];
      blame(file.toString(), () -> taken[0] = tables.load(table, in));
      BadInputException.require(
          taken[0] == rows(table),
          "%s: table %s took %d rows, and the file has %d",
          file,
          table,
          taken[0],
          rows(table));
      progress.loaded(taken[0]);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** A server that refuses what a file has: the file is wrong. */
  private static void blame(String file, Runnable work) {
    try {
      work.run();
    } catch (ServerFailureException e) {
      throw e;
    } catch (StoreException e) {
      throw new BadInputException(file + ": " + e.getMessage(), e);
    }
  }

  private ObjectValue digests(SuiteTables tables) {
    Map<String, StringValue> digests = new LinkedHashMap<>();
    files.keySet().forEach(table -> digests.put(table, new StringValue(tables.digest(table))));
    return ObjectValue.of(digests);
  }

  private Collection note() {
    Map<String, StringValue> example = new LinkedHashMap<>();
    files.keySet().forEach(table -> example.put(table, new StringValue("")));
    return Collection.note("tables", ObjectValue.of(example));
  }

  @Override
  public ContentCheck.Outcome check(Session session) {
    ContentReader reader = session.reader(note());
    Optional<ObjectValue> loaded = reader.count() == 1 ? reader.find(0) : Optional.empty();
    if (loaded.isEmpty()) {
      return new ContentCheck.Outcome(false, "the note on its tables is not there");
    }
    SuiteTables tables = session.tables();
    for (String table : files.keySet()) {
      String then =
          loaded.get().field(table).orElse(null) instanceof StringValue text ? text.value() : "";
      String now = tables.digest(table);
      if (!now.equals(then)) {
        return new ContentCheck.Outcome(false, table + ": " + then + " became " + now);
      }
    }
    return new ContentCheck.Outcome(true, documents() + " rows in " + files.size() + " tables");
  }

  @Override
  public StoreDescription describe(Store store) {
    Map<String, Long> sums = new LinkedHashMap<>();
    try (Session session = store.session()) {
      SuiteTables tables = session.tables();
      files
          .keySet()
          .forEach(table ->
              tables.sizes(table).forEach((part, bytes) -> sums.merge(part, bytes, Long::sum)));
    }
    return store.describe(note()).withSizes(sums);
  }

  /** Counts rows: lines before the one that ends COPY's data, which pg_dump writes. */
  private static final class RowBytes extends FilterInputStream {
    private static final byte[] END = {'\\', '.'};

    private final byte[] line = new byte[END.length + 1];
    private int length;
    private long lines;
    private boolean ended;

    RowBytes(InputStream in) {
      super(in);
    }

    long count() {
      return lines + (length > 0 && !ends() && !ended ? 1 : 0);
    }

    private boolean ends() {
      return length == END.length && Arrays.equals(line, 0, END.length, END, 0, END.length);
    }

    @Override
    public int read() throws IOException {
      byte[] single = new byte[1];
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int size) throws IOException {
      int count = super.read(into, from, size);
      for (int i = from; i < from + count && !ended; i++) {
        if (into[i] != '\n') {
          if (into[i] != '\r') {
            line[Math.min(length, END.length)] = into[i];
            length++;
          }
        } else if (ends()) {
          ended = true;
        } else {
          lines++;
          length = 0;
        }
      }
      return count;
    }
  }
}
