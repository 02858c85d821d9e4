package org.docduel.testkit.noop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.RandomTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NoopStoreTest {
  private static final List<Document> BATCH =
      LongStream.range(0, 50).mapToObj(i -> new Document(i, RandomTrees.body(i))).toList();
  private static final Collection COLLECTION =
      new Collection("noop_test", BATCH.get(0).body(), List.of());

  @Test
  void countsEveryEncodedByte() {
    BsonBytes bytes = new BsonBytes();
    long expected = BATCH.stream().mapToLong(document -> bytes.document(document).length).sum();

    try (Store store = open("noop-bson");
        Session session = store.session()) {
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(BATCH);
      assertThat(store.describe(COLLECTION).sizes()).containsEntry("encoded", expected);

      session.inserts(COLLECTION).insert(BATCH);
      assertThat(store.describe(COLLECTION).sizes()).containsEntry("encoded", 2 * expected);

      store.empty(COLLECTION);
      assertThat(store.describe(COLLECTION).sizes()).containsEntry("encoded", 0L);
    }
  }

  @Test
  void defaultEncodingCountsIdAndJsonText() {
    Document document = new Document(7, ObjectValue.of(Map.of("t", new StringValue("\u00e9"))));

    try (Store store = open("noop");
        Session session = store.session()) {
      session.inserts(COLLECTION).insert(List.of(document, document));

      long documentSize = (long) Long.BYTES + "{'t':'..'}".length();
      assertThat(store.describe(COLLECTION).sizes()).containsEntry("encoded", 2 * documentSize);
    }
  }

  @Test
  void writesBinariesInConfiguredForm() {
    Document document =
        new Document(7, ObjectValue.of(Map.of("b", new BinaryValue(new byte[] {1, 2, 3}))));

    assertThat(encoded(StoreConfig.defaults().withEncoding(PayloadEncoding.BINARY), document))
        .isEqualTo(Long.BYTES + "{'b':'AQID'}".length());
    assertThat(encoded(StoreConfig.defaults().withEncoding(PayloadEncoding.INTARRAY), document))
        .isEqualTo(Long.BYTES + "{'b':[1,2,3]}".length());
  }

  private static long encoded(StoreConfig config, Document document) {
    try (Store store = provider("noop").open(Optional.empty(), config);
        Session session = store.session()) {
      session.inserts(COLLECTION).insert(List.of(document));
      return store.describe(COLLECTION).sizes().getOrDefault("encoded", 0L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"noop", "noop-bson"})
  void bulkLoadEncodesToo(String name) {
    try (Store store = open(name);
        Session session = store.session()) {
      var ingestion = session.ingestion(COLLECTION);
      ingestion.prepare();
      ingestion.load(BATCH);

      assertThat(ingestion.loadPhase()).isEqualTo("encode");
      assertThat(ingestion.phases()).isEmpty();
      assertThat(store.describe(COLLECTION).sizes().get("encoded")).isPositive();
    }
  }

  @Test
  void rejectsUnencodableDocument() {
    Document bad = new Document(3, ObjectValue.of(Map.of("a\0", NullValue.NULL)));

    try (Store store = open("noop-bson");
        Session session = store.session()) {
      assertThatThrownBy(() -> session.inserts(COLLECTION).insert(List.of(bad)))
          .isInstanceOf(RejectedDocumentException.class)
          .hasMessageContaining("document 3");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"noop", "noop-bson"})
  void needsNoServerAndReturnsNothing(String name) {
    try (Store store = open(name);
        Session session = store.session()) {
      assertThat(provider(name).server()).isEmpty();
      assertThat(store.describe(COLLECTION).product()).startsWith("no server");
      assertThatThrownBy(() -> session.reader(COLLECTION))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"noop", "noop-bson"})
  void acceptsEveryDurability(String name) {
    for (Durability durability : Durability.values()) {
      assertThat(
              provider(name).unsupportedReason(StoreConfig.defaults().withDurability(durability)))
          .isEmpty();
    }
  }

  private static StoreProvider provider(String name) {
    return StoreProviders.byName(name).orElseThrow();
  }

  private static Store open(String name) {
    return provider(name).open(Optional.empty(), StoreConfig.defaults());
  }
}
