package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bson.Document;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What runs may do to a server that is somebody else's: an imitation, and the given one. */
@Tag("attack")
@Tag("M5")
@Execution(ExecutionMode.CONCURRENT)
class MongoWorkspaceTest {
  private static final String SPACES =
      TestSpace.name().substring(0, Math.min(14, TestSpace.name().length())) + "_w";

  private static final AtomicInteger TESTS = new AtomicInteger();

  private static MongoServer imitation;

  private final String space = SPACES + TESTS.incrementAndGet();
  private final MongoWorkspace workspace = new MongoWorkspace();

  @BeforeAll
  static void start() {
    imitation = new MongoServer(new MemoryBackend());
    imitation.bind();
  }

  @AfterAll
  static void stop() {
    imitation.shutdownNow();
  }

  static Stream<String> servers() {
    return Stream.concat(
        Stream.of(imitation.getConnectionString()),
        Settings.ofProcess().get("mongodb.url").stream());
  }

  private ServerAddress ofTest(String url) {
    return new ServerAddress(url, space);
  }

  @AfterEach
  void drop() {
    servers()
        .forEach(url -> {
          try (MongoClient client = MongoClients.create(url)) {
            client.getDatabase(space).drop();
            client.getDatabase(space + "_shop").drop();
            client.getDatabase(space + "_x").drop();
          }
        });
  }

  @ParameterizedTest
  @MethodSource("servers")
  void secondRunIsRejectedUntilFirstEnds(String url) throws Exception {
    ServerAddress address = ofTest(url);
    try (Workspace.Lease lease = workspace.lease(address)) {
      lease.verify();
      assertThatThrownBy(() -> workspace.lease(address))
          .isInstanceOf(Workspace.WorkspaceException.class)
          .hasMessageStartingWith("another run (process " + ProcessHandle.current().pid() + " on ")
          .hasMessageContaining("DOCDUEL_SPACE");
      assertThatThrownBy(() -> workspace.clean(address)).hasMessageStartingWith("another run");
      lease.verify();
    }
    workspace.lease(address).close();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void oneOfConcurrentRunsGetsDatabase(String url) throws Exception {
    ServerAddress address = ofTest(url);
    ExecutorService runs = Executors.newFixedThreadPool(4);
    try {
      CyclicBarrier barrier = new CyclicBarrier(4);
      Callable<String> run =
          () -> {
            barrier.await();
            try (Workspace.Lease lease = workspace.lease(address)) {
              LockSupport.parkNanos(SECONDS.toNanos(8)); // longer than from one beat to the next
              lease.verify();
              return "has it";
            } catch (Workspace.WorkspaceException e) {
              return String.valueOf(e.getMessage()).replaceFirst(" \\(.*", "");
            }
          };
      List<String> ended = new ArrayList<>();
      for (Future<String> future : runs.invokeAll(Collections.nCopies(4, run))) {
        ended.add(future.get());
      }
      assertThat(ended)
          .containsExactlyInAnyOrder("has it", "another run", "another run", "another run");
    } finally {
      runs.shutdownNow();
    }
  }

  /** It takes its 20 seconds: once is enough, on the given server where there is one. */
  @Test
  void takesOverLeaseWithStaleHeartbeat() throws Exception {
    ServerAddress address = ofTest(servers().reduce((first, last) -> last).orElseThrow());
    try (MongoClient client = MongoClients.create(address.url())) {
      client
          .getDatabase(space)
          .getCollection(OwnershipRegistry.COLLECTION)
          .insertOne(new Document("_id", "$lease").append("holder", "somebody").append("beat", 7L));
      workspace.lease(address).close();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void detectsForeignCollectionBeforeRun(String url) {
    ServerAddress address = ofTest(url);
    try (MongoClient client = MongoClients.create(address.url())) {
      MongoDatabase database = client.getDatabase(space);
      database.getCollection("w1").insertOne(new Document("precious", 1));
      assertThatThrownBy(() -> workspace.lease(address))
          .isInstanceOf(Workspace.WorkspaceException.class)
          .hasMessageContaining("holds the collection w1, which is not DocDuel's");
      assertThatThrownBy(() -> new OwnershipRegistry(database, space).recreate("w1"))
          .hasMessageContaining("is not DocDuel's");
      assertThat(database.getCollection("w1").countDocuments()).isOne();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void cleaningRemovesOnlyDocDuelData(String url) throws Exception {
    ServerAddress address = ofTest(url);
    try (MongoClient client = MongoClients.create(address.url())) {
      MongoDatabase database = client.getDatabase(space);
      new OwnershipRegistry(database, space).recreate("w1");
      new OwnershipRegistry(database, space).recreate("w1");
      new OwnershipRegistry(client.getDatabase(space + "_shop"), space).recreate("orders");
      database.getCollection("notes").insertOne(new Document("precious", 1));

      assertThat(workspace.clean(address))
          .containsExactly(
              "removed the collections of database " + space + "_shop: orders",
              "removed the collections of database " + space + ": w1; not DocDuel's are notes");
      assertThat(database.getCollection("notes").countDocuments()).isOne();
      assertThat(database.listCollectionNames()).containsExactly("notes");
    }
  }

  /** A mark is of one collection: another of its name has another id, which no imitation gives. */
  @Test
  void replacedCollectionIsNotOurs() throws Exception {
    String url = Settings.ofProcess().get("mongodb.url").orElse("");
    assumeThat(url).as("DOCDUEL_MONGODB_URL is set").isNotEmpty();
    ServerAddress address = ofTest(url);
    try (MongoClient client = MongoClients.create(address.url())) {
      MongoDatabase database = client.getDatabase(space + "_shop");
      OwnershipRegistry marks = new OwnershipRegistry(database, space);
      marks.recreate("orders");
      database.getCollection("orders").drop();
      database.getCollection("orders").insertOne(new Document("precious", 1));

      assertThatThrownBy(() -> marks.recreate("orders")).hasMessageContaining("is not DocDuel's");
      marks.clear();
      assertThat(workspace.clean(address)).containsExactly("nothing of DocDuel's is there");
      assertThat(database.getCollection("orders").countDocuments()).isOne();
    }
  }

  @Tag("D1")
  @ParameterizedTest
  @MethodSource("servers")
  void cleaningLeavesSpaceWithLongerName(String url) throws Exception {
    ServerAddress address = ofTest(url);
    ServerAddress longer = new ServerAddress(address.url(), space + "_x");
    try (MongoClient client = MongoClients.create(address.url())) {
      MongoDatabase database = client.getDatabase(longer.space());
      new OwnershipRegistry(client.getDatabase(space), space).recreate("w1");
      try (Workspace.Lease lease = workspace.lease(longer)) {
        assertThatThrownBy(() -> new OwnershipRegistry(database, space).clear())
            .hasMessageContaining("is another space's");
        lease.verify();
        new OwnershipRegistry(database, longer.space()).recreate("w1");
        database.getCollection("w1").insertOne(new Document("a", 1));
        assertThat(workspace.clean(address)).noneMatch(line -> line.contains(longer.space()));
        lease.verify();
      }
      assertThat(workspace.clean(address)).noneMatch(line -> line.contains(longer.space()));
      assertThat(database.getCollection("w1").countDocuments()).isOne();
      assertThat(workspace.clean(longer))
          .containsExactly("removed the collections of database " + longer.space() + ": w1");
      assertThat(database.listCollectionNames()).doesNotContain("w1");
      assertThat(workspace.clean(longer)).containsExactly("nothing of DocDuel's is there");
    }
  }
}
