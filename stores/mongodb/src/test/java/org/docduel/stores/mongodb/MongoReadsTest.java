package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Predicate;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes over the wire for the scenarios, against an imitation of the server in this JVM. */
final class MongoReadsTest {
  private static final int DOCUMENTS = 1_300;
  private static final IndexedReadDocuments DATASET = new IndexedReadDocuments();
  private static final Collection COLLECTION =
      new Collection("reads", DATASET.document(0).body(), IndexedReads.published());
  private static final MongoServer IMITATION = new MongoServer(new MemoryBackend());
  private static final List<AutoCloseable> OPEN = new ArrayList<>();

  @BeforeAll
  static void load() {
    Session session = session(IMITATION.bindAndGetConnectionString());
    session.inserts(COLLECTION).insert(DATASET.documents(0, DOCUMENTS));
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable open : OPEN) {
      open.close();
    }
    IMITATION.shutdownNow();
  }

  static Stream<Scenario> scenarios() {
    return Stream.of(IndexedReads.INDEXED, IndexedReads.UNINDEXED)
        .flatMap(prefix -> IndexedReads.scenarios(prefix, 0).stream());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void expressesEveryScenario(Scenario scenario) {
    Read read = session(IMITATION.getConnectionString()).read(COLLECTION, scenario.query());
    List<Long> ids = new ArrayList<>();

    assertThat(read.run(ids::add)).isEqualTo(ids.size());
    assertThat(ids)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            DATASET.documents(0, DOCUMENTS).stream()
                .filter(document -> scenario.query().where().test(document.body()))
                .map(Document::id)
                .toList());
  }

  @Test
  void writesConditionsInQueryLanguage() {
    assertThat(filter(new Predicate.TextStartsWith(Path.of("t"), "INV.1")))
        .isEqualTo(
            "{\"t\": {\"$regularExpression\": {\"pattern\": \"^INV\\\\.1\", \"options\": \"\"}}}");
    assertThat(filter(new Predicate.TextContains(Path.of("t"), "kyc")))
        .isEqualTo("{\"t\": {\"$regularExpression\": {\"pattern\": \"kyc\", \"options\": \"i\"}}}");
    assertThat(
            filter(
                new Predicate.ArrayHolds(
                    Path.of("a"), List.of(new StringValue("x"), new StringValue("y")), false)))
        .isEqualTo("{\"a\": {\"$all\": [\"x\", \"y\"]}}");
    assertThat(
            filter(
                new Predicate.AnyOf(
                    List.of(
                        Predicate.isTrue(Path.of("b")),
                        Predicate.above(Path.of("n"), new BigDecimal("1.50"))))))
        .isEqualTo(
            "{\"$or\": [{\"b\": true}, {\"n\": {\"$gt\": {\"$numberDecimal\": \"1.50\"}}}]}");
  }

  @Test
  void reportsDeadServerInOneLine() {
    MongoServer server = new MongoServer(new MemoryBackend());
    String url = server.bindAndGetConnectionString() + "/?serverSelectionTimeoutMS=300";
    Read read = session(url).read(COLLECTION, scenarios().findFirst().orElseThrow().query());
    server.shutdownNow();

    for (Runnable work : List.<Runnable>of(() -> read.run(id -> {}), read::explain)) {
      assertThatThrownBy(work::run)
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("mongodb: ")
          .hasMessageContaining("reads")
          .message()
          .hasLineCount(1);
    }
  }

  private static String filter(Predicate predicate) {
    return MongoFilters.of(predicate).toBsonDocument().toJson();
  }

  private static Session session(String url) {
    Store store = TestStores.of(url);
    OPEN.add(store);
    return store.session();
  }
}
