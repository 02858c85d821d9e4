package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.Updates;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store that updates has to keep, whatever it is told. */
class UpdateContractTest {
  private static final UpdateDocuments DATASET = UpdateDocuments.withDefaults();
  private static final int DOCUMENTS = 20;

  static Stream<Arguments> options() {
    return ContractStores.readable()
        .filter(store -> store.capabilities().contains(Capability.UPDATE))
        .flatMap(store ->
            configs(store).map(config -> Arguments.of(named(store.name(), store), config)));
  }

  private static Stream<StoreConfig> configs(StoreProvider store) {
    List<StoreConfig> all = new ArrayList<>();
    for (UpdateKind kind : UpdateKind.values()) {
      ContractStores.settings(store, Capability.UPDATE)
          .forEach(
              settings -> all.add(StoreConfig.defaults().withUpdate(kind).withSettings(settings)));
    }
    all.add(StoreConfig.defaults().withPool(2));
    return all.stream().filter(config -> store.refusal(config).isEmpty());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("options")
  void setsTheNumberOfOneDocumentAndNothingElse(StoreProvider provider, StoreConfig config) {
    try (Store store = ContractStores.open(provider, config);
        Session session = store.session()) {
      Collection collection = collection(config);
      store.create(collection);
      session.inserts(collection).insert(DATASET.documents(0, DOCUMENTS));
      Updates updates = updates(session, collection, config);

      assertThat(updates.update(UpdateDocuments.key(3), 1_234_567)).isEqualTo(1);
      assertThat(updates.update(UpdateDocuments.key(4), 1)).isEqualTo(1);
      assertThat(updates.update(UpdateDocuments.key(3), -77)).isEqualTo(1);
      assertThat(updates.update(UpdateDocuments.key(DOCUMENTS), 5)).isZero();

      ContentReader reader = session.reader(collection);
      Map<Long, ObjectValue> found = new HashMap<>();
      reader.range(0, DOCUMENTS, found::put);
      assertThat(found).hasSize(DOCUMENTS);
      found.forEach((id, body) -> {
        long score = id == 3 ? -77 : id == 4 ? 1 : DATASET.score(id);
        assertThat(body).isEqualTo(reader.asStored(new Document(id, DATASET.body(id, score))));
        assertThat(reader.find(id)).contains(body);
      });
    }
  }

  private static Updates updates(Session session, Collection collection, StoreConfig config) {
    try {
      return session.updates(
          collection,
          new UpdateSpec(
              config.update(),
              UpdateDocuments.KEY,
              UpdateDocuments.SCORE,
              (key, value) -> DATASET.body(UpdateDocuments.index(key), value)));
    } catch (UnsupportedOperationException e) {
      assertThat(e).message().isNotBlank().doesNotContain("\n");
      return Assumptions.abort(e.getMessage());
    }
  }

  private static Collection collection(StoreConfig config) {
    List<Path> extracted =
        config.update() == UpdateKind.TYPED ? List.of(UpdateDocuments.SCORE) : List.of();
    return new Collection(
            ContractCollections.named("updated"),
            DATASET.document(0).body(),
            List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY))))
        .withKey(UpdateDocuments.KEY)
        .withExtracted(extracted);
  }
}
