package org.docduel.update;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * {@code postgres-jsonb} with a journal outside of its process: a line before each write of one
 * document, and one after its acknowledgement. What a killed client was told is known from it.
 */
public final class JournalProvider implements StoreProvider {
  static final String NAME = "postgres-journal";
  static final String FILE = "JOURNAL_OF_TEST";
  static final String STARTED = "begun";
  static final String ACKNOWLEDGED = "acknowledged";

  /** Not while providers are being made, of which this is one. */
  private static StoreProvider inner() {
    return StoreProviders.byName("postgres-jsonb").orElseThrow();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return inner().capabilities();
  }

  @Override
  public boolean onlyWhenNamed() {
    return true;
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return inner().unsupportedReason(config);
  }

  @Override
  public Optional<ServerFamily> server() {
    return inner().server();
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return new JournalStore(inner().open(address, config));
  }

  /** Appends lines, each by one write to the system, which keeps it when this process is killed. */
  private static final class Journal {
    private final FileChannel file;

    Journal() {
      try {
        file =
            FileChannel.open(
                Path.of(System.getenv(FILE)), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void around(String write, Runnable work) {
      line(STARTED + " " + write);
      work.run();
      line(ACKNOWLEDGED + " " + write);
    }

    private synchronized void line(String text) {
      try {
        file.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private record JournalStore(Store inner, Journal journal) implements Store {
    JournalStore(Store inner) {
      this(inner, new Journal());
    }

    @Override
    public void create(Collection collection) {
      inner.create(collection);
    }

    @Override
    public void empty(Collection collection) {
      inner.empty(collection);
    }

    @Override
    public void quiesce() {
      inner.quiesce();
    }

    @Override
    public StoreDescription describe(Collection collection) {
      return inner.describe(collection);
    }

    @Override
    public Session session() {
      return new JournalSession(inner.session(), journal);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private record JournalSession(Session inner, Journal journal) implements Session {
    @Override
    public Inserts inserts(Collection collection) {
      Inserts inserts = inner.inserts(collection);
      return batch ->
          journal.around("insert " + batch.get(0).id() + " 0", () -> inserts.insert(batch));
    }

    @Override
    public Updates updates(Collection collection, UpdateSpec spec) {
      Updates updates = inner.updates(collection, spec);
      return (id, value) -> {
        long[] found = new long[1];
        journal.around("update " + id + " " + value, () -> found[0] = updates.update(id, value));
        return found[0];
      };
    }

    @Override
    public Deletes deletes(Collection collection) {
      Deletes deletes = inner.deletes(collection);
      return id -> {
        long[] found = new long[1];
        journal.around("delete " + id + " 0", () -> found[0] = deletes.delete(id));
        return found[0];
      };
    }

    @Override
    public Ingestion ingestion(Collection collection) {
      return inner.ingestion(collection);
    }

    @Override
    public Scan scan(Collection collection, String field) {
      return inner.scan(collection, field);
    }

    @Override
    public ContentReader reader(Collection collection) {
      return inner.reader(collection);
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
