package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each timed operation sends: one round trip, however many documents are asked for. Against an
 * imitation in this JVM, and the server of {@code DOCDUEL_MONGODB_URL}.
 */
final class RoundTripsTest {
  private static final ObjectValue BODY =
      ObjectValue.of(
          Map.of(
              "n",
              new IntegerValue(7),
              "list",
              new ArrayValue(List.of(new StringValue("1"), new StringValue("2")))));
  private static final Collection COLLECTION =
      new Collection("round_trips", BODY, List.of()).withKey("n");
  private static final MongoServer IMITATION = new MongoServer(new MemoryBackend());

  static Stream<String> servers() {
    return Stream.concat(
        Stream.of(IMITATION.getConnectionString()),
        Settings.ofProcess().get("mongodb.url").stream());
  }

  @BeforeAll
  static void start() {
    IMITATION.bind();
  }

  @AfterAll
  static void stop() {
    IMITATION.shutdownNow();
  }

  /** An empty collection in a store whose commands are counted. */
  private record Wired(MongoWire wire, Store store, Session session) implements AutoCloseable {
    static Wired to(String url, String breaking) throws IOException {
      MongoWire wire = new MongoWire(url, breaking);
      Store store = TestStores.of(wire.through(url));
      Session session = store.session();
      store.create(COLLECTION);
      wire.drain();
      return new Wired(wire, store, session);
    }

    void sends(Runnable operation, String... commands) {
      operation.run();
      assertThat(wire.drain()).containsExactly(commands);
    }

    @Override
    public void close() throws IOException {
      session.close();
      store.close();
      wire.close();
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void everyTimedOperationIsOneRoundTrip(String url) throws IOException {
    try (Wired wired = Wired.to(url, "")) {
      Session session = wired.session();
      wired.sends(() -> session.inserts(COLLECTION).insert(documents(0, 1_000)), "insert");
      wired.sends(() -> session.inserts(COLLECTION).insert(documents(1_000, 1)), "insert");
      Ingestion ingestion = session.ingestion(COLLECTION);
      wired.sends(() -> ingestion.load(documents(2_000, 100)), "insert");
      for (UpdateKind kind : List.of(UpdateKind.SET, UpdateKind.REPLACE)) {
        Updates updates =
            session.updates(
                COLLECTION,
                new UpdateSpec(kind, UpdateSpec.ID, Path.of("n"), (key, value) -> BODY));
        wired.sends(() -> updates.update(7, 8), "update");
      }
      Deletes deletes = session.deletes(COLLECTION);
      wired.sends(() -> deletes.delete(7), "delete");
      ContentReader reader = session.reader(COLLECTION);
      wired.sends(() -> reader.find(8), "find");
      Scan scan = session.scan(COLLECTION, UpdateSpec.ID);
      wired.sends(() -> scan.from(0, 1_000, (id, body) -> {}), "find");
      Read ids = session.read(COLLECTION, Query.of(Predicate.above(Path.of("n"), BigDecimal.ONE)));
      wired.sends(() -> ids.run(id -> {}), "find");
      for (Projection projection :
          List.of(
              new Projection.ValueAt(Path.of("n"), false), new Projection.CountAt(Path.of("n")))) {
        Read values = session.read(COLLECTION, Query.ofEvery(projection));
        wired.sends(() -> values.values(value -> {}), "aggregate");
      }
      long[] singleId = {1};
      LinkRead referring = session.links(COLLECTION, new LinkQuery.Referring(Path.of("list")));
      wired.sends(() -> referring.run(singleId, (id, size, body) -> {}), "find");
      LinkRead in = session.links(COLLECTION, new LinkQuery.In());
      wired.sends(() -> in.run(singleId, (id, size, body) -> {}), "find");
      LinkRead lookup = session.links(COLLECTION, new LinkQuery.Lookup(COLLECTION, "n", "n"));
      wired.sends(() -> lookup.run(singleId, (id, size, body) -> {}), "aggregate");
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void manyRowsNeedOneRoundTrip(String url) throws IOException {
    try (Wired wired = Wired.to(url, "")) {
      Session session = wired.session();
      for (int i = 0; i < 3; i++) {
        session.inserts(COLLECTION).insert(documents(i * 5_000L, 5_000));
      }
      wired.wire().drain();
      Read ids = session.read(COLLECTION, Query.of(Predicate.above(Path.of("n"), BigDecimal.ONE)));
      wired.sends(() -> ids.run(id -> {}), "find");
      ContentReader reader = session.reader(COLLECTION);
      Set<Long> read = new HashSet<>();
      wired.sends(() -> reader.range(1_000, 14_000, (id, body) -> read.add(id)), "find");
      assertThat(read).hasSize(13_000).contains(1_000L, 13_999L);
    }
  }

  /** What was kept of a refused batch cannot be deleted either: one line, with the store once. */
  @Test
  void failedRollbackOfBatchNamesStoreOnce() throws IOException {
    try (Wired wired = Wired.to(IMITATION.getConnectionString(), "delete")) {
      Session session = wired.session();
      session.inserts(COLLECTION).insert(documents(5, 1));

      assertThatThrownBy(() -> session.inserts(COLLECTION).insert(documents(0, 10)))
          .isInstanceOf(ServerFailureException.class)
          .hasMessageStartingWith(
              "mongodb: document 5 was refused; taking back the batch's other 5 documents: ")
          .message()
          .containsOnlyOnce("mongodb:")
          .hasLineCount(1);
    }
  }

  private static List<Document> documents(long first, int count) {
    return LongStream.range(first, first + count).mapToObj(id -> new Document(id, BODY)).toList();
  }
}
