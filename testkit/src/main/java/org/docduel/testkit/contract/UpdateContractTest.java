package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.StoreProvider;
import org.docduel.testkit.contract.ContractStores.Work;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store that updates, deletes or reads in order has to keep, whatever it is told. */
class UpdateContractTest {
  private static final UpdateDocuments DATASET = new UpdateDocuments();
  private static final int DOCUMENTS = 20;

  static Stream<Arguments> options() {
    return ContractStores.with(Capability.READ_BACK, Capability.UPDATE)
        .flatMap(store ->
            TestServers.configs(store.getPayload(), Capability.UPDATE)
                .flatMap(config ->
                    Stream.of(UpdateDocuments.KEY, UpdateSpec.ID)
                        .map(key -> Arguments.of(store, config, key))));
  }

  @ParameterizedTest(name = "{0}: {1}, by {2}")
  @MethodSource("options")
  void setsTheNumberOfOneDocumentAndNothingElse(
      StoreProvider provider, StoreConfig config, String key) {
    withDocuments(
        provider,
        config,
        (store, session, collection) -> {
          Updates updates = updates(session, collection, config, key);

          assertThat(updates.update(number(key, 3), 1_234_567)).isEqualTo(1);
          assertThat(updates.update(number(key, 4), 1)).isEqualTo(1);
          assertThat(updates.update(number(key, 3), -77)).isEqualTo(1);
          assertThat(updates.update(number(key, DOCUMENTS), 5)).isZero();

          ContentReader reader = session.reader(collection);
          Map<Long, ObjectValue> found = new HashMap<>();
          reader.range(0, DOCUMENTS, found::put);
          assertThat(found).hasSize(DOCUMENTS);
          found.forEach((id, body) -> {
            long score = id == 3 ? -77 : id == 4 ? 1 : UpdateDocuments.score(id);
            assertThat(body)
                .isEqualTo(reader.asStored(new Document(id, UpdateDocuments.body(id, score))));
            assertThat(reader.find(id)).contains(body);
          });
        });
  }

  /** What a document has in the field by which it is found. */
  private static long number(String field, long index) {
    return field.equals(UpdateSpec.ID) ? index : UpdateDocuments.key(index);
  }

  static Stream<Named<StoreProvider>> deleting() {
    return ContractStores.with(Capability.READ_BACK, Capability.DELETE);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("deleting")
  void deletesOneDocumentAndNoOther(StoreProvider provider) {
    withDocuments(
        provider,
        StoreConfig.defaults(),
        (store, session, collection) -> {
          Deletes deletes = session.deletes(collection);

          assertThat(deletes.delete(3)).isEqualTo(1);
          assertThat(deletes.delete(3)).isZero();
          assertThat(deletes.delete(DOCUMENTS)).isZero();

          ContentReader reader = session.reader(collection);
          assertThat(reader.count()).isEqualTo(DOCUMENTS - 1);
          assertThat(reader.find(3)).isEmpty();
          assertThat(reader.find(4)).contains(reader.asStored(DATASET.document(4)));

          session.inserts(collection).insert(DATASET.documents(3, 1));
          assertThat(reader.find(3)).contains(reader.asStored(DATASET.document(3)));
        });
  }

  static Stream<Arguments> scanning() {
    return ContractStores.each(
        ContractStores.with(Capability.READ_BACK, Capability.SCAN),
        store -> Stream.of(UpdateSpec.ID, UpdateDocuments.KEY));
  }

  @ParameterizedTest(name = "{0}: {1}", allowZeroInvocations = true)
  @MethodSource("scanning")
  void scansDocumentsInOrderFromANumber(StoreProvider provider, String field) {
    withDocuments(
        provider,
        StoreConfig.defaults(),
        (store, session, collection) -> {
          Scan scan = session.scan(collection, field);
          long first = number(field, 5);

          assertThat(scanned(scan, first, 4)).containsExactly(5L, 6L, 7L, 8L);
          assertThat(scanned(scan, first, 100)).hasSize(DOCUMENTS - 5).isSorted();
          assertThat(scanned(scan, first + DOCUMENTS, 1)).isEmpty();

          ContentReader reader = session.reader(collection);
          scan.from(
              first,
              3,
              (id, body) -> assertThat(body).isEqualTo(reader.asStored(DATASET.document(id))));
        });
  }

  /** The last documents come first: the order in which they lie is not that of their numbers. */
  private static void withDocuments(StoreProvider provider, StoreConfig config, Work work) {
    List<Document> backwards = new ArrayList<>(DATASET.documents(0, DOCUMENTS));
    Collections.reverse(backwards);
    ContractStores.on(
        provider,
        config,
        collection("updated", config),
        (store, session, collection) -> {
          session.inserts(collection).insert(backwards);
          work.run(store, session, collection);
        });
  }

  private static List<Long> scanned(Scan scan, long number, int limit) {
    List<Long> ids = new ArrayList<>();
    scan.from(number, limit, (id, body) -> ids.add(id));
    return ids;
  }

  /** What sets the score of the document that has a number in a field. */
  static UpdateSpec spec(UpdateKind kind, String key) {
    return new UpdateSpec(
        kind,
        key,
        UpdateDocuments.SCORE,
        (found, score) ->
            UpdateDocuments.body(
                key.equals(UpdateSpec.ID) ? found : UpdateDocuments.index(found), score));
  }

  private static Updates updates(
      Session session, Collection collection, StoreConfig config, String key) {
    try {
      return session.updates(collection, spec(config.update(), key));
    } catch (UnsupportedOperationException e) {
      assertThat(e).message().isNotBlank().doesNotContain("\n");
      return Assumptions.abort(e.getMessage());
    }
  }

  static Collection collection(String purpose, StoreConfig config) {
    List<Path> extracted =
        config.update() == UpdateKind.TYPED ? List.of(UpdateDocuments.SCORE) : List.of();
    return new Collection(
            ContractStores.uniqueName(purpose),
            DATASET.document(0).body(),
            List.of(Index.on(Index.Kind.ORDERED, UpdateDocuments.KEY)))
        .withKey(UpdateDocuments.KEY)
        .withExtracted(extracted);
  }
}
