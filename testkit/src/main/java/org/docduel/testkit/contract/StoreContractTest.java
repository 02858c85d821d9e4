package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.InsertDocuments.DocumentShape;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.testkit.RandomTrees;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store must do; a new provider is tested here without being asked. */
class StoreContractTest {
  private static final InsertDocuments FLAT =
      InsertDocuments.withDefaults().withPayload(PayloadSize.parse("1KB")).withAttributes(10);
  private static final Index LINKS = Index.on(Index.Kind.ELEMENTS, InsertDocuments.LINKS);

  static Stream<Named<StoreProvider>> stores() {
    return ContractStores.readable();
  }

  static Stream<Arguments> datasets() {
    List<InsertDocuments> datasets =
        List.of(
            FLAT,
            FLAT.withShape(DocumentShape.NESTED),
            FLAT.withShape(DocumentShape.REALISTIC),
            FLAT.withEncoding(PayloadEncoding.BINARY),
            FLAT.withAttributes(200).withPayload(PayloadSize.parse("4KB")),
            FLAT.withAttributes(1).withPayload(PayloadSize.parse("10B")));
    return ContractStores.each(ContractStores.readable(), store -> datasets.stream());
  }

  static Stream<Arguments> configurations() {
    return ContractStores.each(
        ContractStores.readable(),
        store ->
            Stream.concat(
                TestServers.configs(store, Capability.INSERT),
                Stream.of(PayloadEncoding.values())
                    .map(StoreConfig.defaults()::withEncoding)
                    .filter(config -> store.unsupportedReason(config).isEmpty())));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("datasets")
  void returnsDocumentsAsSent(StoreProvider provider, InsertDocuments dataset) {
    ContractStores.on(
        provider,
        StoreConfig.defaults(),
        ContractStores.like(dataset.document(0).body(), LINKS),
        (store, session, collection) -> {
          session.inserts(collection).insert(dataset.documents(0, 500));
          session.inserts(collection).insert(dataset.documents(500, 3));
          assertHolds(session, collection, dataset, 503);
        });
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("configurations")
  void storesTheSameContentInEveryConfiguration(StoreProvider provider, StoreConfig config) {
    Dataset dataset = FLAT.withEncoding(config.encoding());
    ContractStores.on(
        provider,
        config,
        ContractStores.like(dataset.document(0).body()),
        (store, session, collection) -> {
          session.inserts(collection).insert(dataset.documents(0, 400));
          session.inserts(collection).insert(dataset.documents(400, 1));
          assertHolds(session, collection, dataset, 401);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void storesOrRejectsDocumentsOfAnyShape(StoreProvider provider) {
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      int stored = 0;
      for (int seed = 0; seed < 40; seed++) {
        Document document = new Document(Long.MAX_VALUE - seed, RandomTrees.body(seed));
        Collection collection = ContractStores.like(document.body());
        try {
          store.create(collection);
          session.inserts(collection).insert(List.of(document));
        } catch (StoreException e) {
          AwkwardDocumentTest.assertOneLine(e);
          continue;
        }
        stored++;
        ContentReader reader = session.reader(collection);
        assertThat(reader.find(document.id())).contains(reader.asStored(document));
      }
      assertThat(stored).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void acceptsSameIdsAfterEmptying(StoreProvider provider) {
    withFlat(
        provider,
        (store, session, collection) -> {
          session.inserts(collection).insert(FLAT.documents(0, 10));
          store.empty(collection);
          assertThat(session.reader(collection).count()).isZero();
          assertThat(session.reader(collection).find(3)).isEmpty();
          session.inserts(collection).insert(FLAT.documents(0, 10));
          assertHolds(session, collection, FLAT, 10);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsBatchWithExistingIds(StoreProvider provider) {
    withFlat(
        provider,
        (store, session, collection) -> {
          session.inserts(collection).insert(FLAT.documents(0, 10));
          assertThatThrownBy(() -> session.inserts(collection).insert(FLAT.documents(5, 10)))
              .isInstanceOf(RejectedDocumentException.class)
              .satisfies(e -> AwkwardDocumentTest.assertOneLine((StoreException) e));
          assertHolds(session, collection, FLAT, 10);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsBatchWithDuplicateId(StoreProvider provider) {
    withFlat(
        provider,
        (store, session, collection) -> {
          Document first = FLAT.document(0);
          List<Document> batch = List.of(first, first, FLAT.document(1));
          assertThatThrownBy(() -> session.inserts(collection).insert(batch))
              .isInstanceOf(RejectedDocumentException.class);
          assertThat(session.reader(collection).count())
              .isEqualTo(AwkwardDocumentTest.Awkward.Expected.staysOfDuplicates(provider.name()));
          store.empty(collection);
          session.inserts(collection).insert(FLAT.documents(0, 5));
          assertHolds(session, collection, FLAT, 5);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void acceptsDocumentsFromTwoSessionsAtOnce(StoreProvider provider) {
    withFlat(
        provider,
        (store, session, collection) -> {
          List<CompletableFuture<Void>> inserting =
              IntStream.range(0, 2)
                  .mapToObj(half ->
                      CompletableFuture.runAsync(() -> {
                        try (Session writer = store.session()) {
                          for (int batch = half; batch < 10; batch += 2) {
                            writer.inserts(collection).insert(FLAT.documents(batch * 50L, 50));
                          }
                        }
                      }))
                  .toList();
          inserting.forEach(future -> future.orTimeout(60, TimeUnit.SECONDS).join());
          assertHolds(session, collection, FLAT, 500);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void describesProductSettingsAndSizes(StoreProvider provider) {
    withFlat(
        provider,
        (store, session, collection) -> {
          session.inserts(collection).insert(FLAT.documents(0, 500));
          store.quiesce();
          StoreDescription description = store.describe(collection);
          assertThat(description.product()).matches(".*\\d+\\.\\d+.*");
          assertThat(description.settings().get(Store.QUIESCE))
              .isNotBlank()
              .doesNotContain("not yet");
          assertThat(description.sizes()).containsKey("total");
          assertThat(description.sizes().get("total")).isGreaterThan(10_000);
        });
  }

  static Stream<Arguments> ingesting() {
    return ContractStores.each(
        ContractStores.with(Capability.READ_BACK, Capability.INGEST),
        store -> TestServers.configs(store, Capability.INGEST));
  }

  @ParameterizedTest(name = "{0}: {1}", allowZeroInvocations = true)
  @MethodSource("ingesting")
  void ingestsToTheSameContentAsItInserts(StoreProvider provider, StoreConfig config) {
    try (Store store = provider.open(TestServers.address(provider), config);
        Session session = store.session()) {
      Collection collection = ContractStores.like(FLAT.document(0).body(), LINKS);
      Ingestion ingestion = session.ingestion(collection);
      ingestion.prepare();
      ingestion.load(FLAT.documents(0, 300));
      ingestion.load(FLAT.documents(300, 100));
      ingestion.phases().forEach(phase -> phase.work().run());
      assertHolds(session, collection, FLAT, 400);
      assertThatThrownBy(() -> session.inserts(collection).insert(FLAT.documents(0, 1)))
          .isInstanceOf(RejectedDocumentException.class);
      store.empty(collection);
      assertThat(session.reader(collection).count()).isZero();
    }
  }

  private static void withFlat(StoreProvider provider, ContractStores.Work work) {
    Collection collection = ContractStores.like(FLAT.document(0).body(), LINKS);
    ContractStores.on(provider, StoreConfig.defaults(), collection, work);
  }

  private static void assertHolds(
      Session session, Collection collection, Dataset dataset, long count) {
    ContentReader reader = session.reader(collection);
    assertThat(reader.count()).isEqualTo(count);
    for (long id = 0; id < count; id += 1 + count / 20) {
      assertThat(reader.find(id)).contains(reader.asStored(dataset.document(id)));
    }
    assertThat(reader.find(count)).isEmpty();
  }
}
