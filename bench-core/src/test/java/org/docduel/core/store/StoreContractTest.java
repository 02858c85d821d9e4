package org.docduel.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoreContractTest {
  private static final FieldNames NAMES = FieldNames.of("text");

  static Stream<StoreProvider> stores() {
    return StoreProviders.all().stream()
        .filter(provider -> provider.capabilities().contains(Capability.READ_BACK));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void keepsWhatItIsSentAndForgetsItWhenEmptied(StoreProvider provider) {
    List<Document> documents =
        LongStream.range(0, 500)
            .mapToObj(i -> new Document(i, ObjectValue.of(NAMES, new StringValue("text " + i))))
            .toList();
    Collection collection = new Collection("contract_smoke", documents.get(0).body(), List.of());
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      session.inserts(collection).insert(documents);
      assertThat(session.reader(collection).count()).isEqualTo(500);
      assertThat(session.reader(collection).find(77)).contains(documents.get(77).body());
      System.out.println(store.describe(collection));
      store.settle();
      store.empty(collection);
      assertThat(session.reader(collection).count()).isZero();
    }
  }
}
