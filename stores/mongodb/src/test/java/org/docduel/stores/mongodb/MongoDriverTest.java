package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class MongoDriverTest {
  @Test
  void disablesRetriesDespiteAddress() {
    MongoClientSettings settings =
        MongoDriver.settings(
            new ServerAddress("mongodb://localhost/?retryReads=true&retryWrites=true"),
            StoreConfig.defaults(),
            Waits.ofProcess());

    assertThat(settings.getRetryReads()).isFalse();
    assertThat(settings.getRetryWrites()).isFalse();
  }

  @Test
  void fixesReadAndWriteConcernsDespiteAddress() {
    MongoClientSettings settings =
        MongoDriver.settings(
            new ServerAddress(
                "mongodb://localhost/?readPreference=secondary&readConcernLevel=linearizable"
                    + "&w=majority&journal=false"),
            StoreConfig.defaults(),
            Waits.ofProcess());

    assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.primary());
    assertThat(settings.getReadConcern()).isEqualTo(ReadConcern.DEFAULT);
    assertThat(settings.getWriteConcern()).isEqualTo(WriteConcern.W1.withJournal(true));
  }

  /** A limit of the address would end what the message says that another setting limits. */
  @Test
  void limitsMatchThoseNamedInMessages() {
    MongoClientSettings settings =
        MongoDriver.settings(
            new ServerAddress("mongodb://localhost/?socketTimeoutMS=7&connectTimeoutMS=7"),
            StoreConfig.defaults(),
            Waits.ofProcess());

    assertThat(settings.getSocketSettings().getReadTimeout(SECONDS)).isEqualTo(300);
    assertThat(settings.getSocketSettings().getConnectTimeout(SECONDS)).isEqualTo(30);
    ServerAddress limited = new ServerAddress("mongodb://localhost/?timeoutMS=7");
    assertThatThrownBy(() -> new MongoWorkspace().check(limited))
        .hasMessage(
            "timeoutMS limits every operation, the server's own work too; leave it out, and set"
                + " DOCDUEL_ANSWER_SECONDS");
  }

  @Test
  void cleaningWaitsForSlowServer() throws Exception {
    MongoServer slow = new MongoServer(new SlowToDrop());
    ServerAddress address = new ServerAddress(slow.bindAndGetConnectionString(), "docduel_w");
    try (MongoClient client = MongoClients.create(address.url())) {
      new OwnershipRegistry(client.getDatabase(address.space()), address.space()).recreate("w1");
      assertThat(new MongoWorkspace().clean(address))
          .containsExactly("removed the collections of database docduel_w: w1");
    } finally {
      slow.shutdownNow();
    }
  }

  @Test
  void reportsMissingRightsInOneLine() {
    MongoServer strict = new MongoServer(new Strict());
    ServerAddress address = new ServerAddress(strict.bindAndGetConnectionString(), "docduel_s");
    try {
      assertThatThrownBy(() -> new MongoWorkspace().lease(address))
          .hasMessage(
              "not authorized on docduel_s (code 13); start that server, or grant its user the"
                  + " roles readWrite and dbAdmin on docduel_s");
      assertThatThrownBy(() -> new MongoWorkspace().check(address))
          .hasMessage(
              "not authorized on docduel_s (code 13); start that server, or correct the address,"
                  + " its user and its password");
    } finally {
      strict.shutdownNow();
    }
  }

  @Test
  @Timeout(40)
  void leaseThatCannotBeReleasedStaysWithItsHolder() throws Exception {
    MongoServer deaf = new MongoServer(new DeafToDeletes());
    ServerAddress address = new ServerAddress(deaf.bindAndGetConnectionString(), "docduel_d");
    try (MongoClient client = MongoClients.create(address.url())) {
      client
          .getDatabase(address.space())
          .getCollection(OwnershipRegistry.COLLECTION)
          .insertOne(
              new org.bson.Document("_id", "$lease")
                  .append("holder", "somebody")
                  .append("beat", 7L));
      assertThatThrownBy(() -> new MongoWorkspace().lease(address))
          .hasMessageStartingWith("another run (somebody)");
    } finally {
      deaf.shutdownNow();
    }
  }

  @Test
  void takesLeaseReleasedDuringCheck() throws Exception {
    MongoServer busy = new MongoServer(new GivesBack());
    ServerAddress address = new ServerAddress(busy.bindAndGetConnectionString(), "docduel_b");
    try (MongoClient client = MongoClients.create(address.url())) {
      client
          .getDatabase(address.space())
          .getCollection(OwnershipRegistry.COLLECTION)
          .insertOne(new org.bson.Document("_id", "$lease").append("holder", "somebody"));
      new MongoWorkspace().lease(address).close();
    } finally {
      busy.shutdownNow();
    }
  }

  /** Lists nothing. */
  private static final class Strict extends MemoryBackend {
    @Override
    public Document handleMessage(MongoMessage message) {
      return message.getDocument().keySet().stream().anyMatch(name -> name.startsWith("list"))
          ? new Document("ok", 0).append("code", 13).append("errmsg", "not authorized on docduel_s")
          : super.handleMessage(message);
    }
  }

  /** Says that nothing was there to delete. */
  private static final class DeafToDeletes extends MemoryBackend {
    @Override
    public Document handleMessage(MongoMessage message) {
      return message.getDocument().containsKey("delete")
          ? new Document("ok", 1).append("n", 0)
          : super.handleMessage(message);
    }
  }

  /** Has the lease until it is looked for the second time. */
  private static final class GivesBack extends MemoryBackend {
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public Document handleMessage(MongoMessage message) {
      Document command = message.getDocument();
      boolean lease = command.toString().contains("$lease");
      if (lease && command.containsKey("find") && looks.incrementAndGet() == 2) {
        Document none =
            new Document("id", 0L).append("ns", "docduel_b.marks").append("firstBatch", List.of());
        return new Document("ok", 1).append("cursor", none);
      }
      return lease && command.containsKey("insert") && looks.get() == 2
          ? new Document("ok", 1).append("n", 1)
          : super.handleMessage(message);
    }
  }

  /** Drops a database only after the five seconds of a check. */
  private static final class SlowToDrop extends MemoryBackend {
    @Override
    public Document handleMessage(MongoMessage message) {
      if (message.getDocument().containsKey("dropDatabase")) {
        LockSupport.parkNanos(SECONDS.toNanos(6));
      }
      return super.handleMessage(message);
    }
  }
}
