package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A store either keeps a document faithfully or says clearly that it cannot, and then keeps nothing
 * of the batch. Which of the two it is for the stores of this project stands in contract.csv and in
 * docs/stores.md; a store that is not in the table must do one of them.
 */
class AwkwardDocumentTest {
  static Stream<Arguments> cases() {
    return ContractStores.readable()
        .flatMap(store ->
            AwkwardDocuments.all()
                .map(document -> Arguments.of(Named.of(store.name(), store), document)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("cases")
  void isKeptAsItIsOrRejectedWithAllOfItsBatch(StoreProvider provider, AwkwardDocuments awkward) {
    Collection collection = ContractStores.like(awkward.body());
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      Outcome outcome = insert(store, session, collection, awkward.body());
      AwkwardDocuments.Expected.of(provider.name(), awkward)
          .ifPresent(expected -> {
            assertThat(outcome.word()).isEqualTo(expected.word());
            assertThat(outcome.message()).contains(expected.message());
          });
    }
  }

  private static Outcome insert(
      Store store, Session session, Collection collection, ObjectValue body) {
    try {
      store.create(collection);
    } catch (StoreException e) {
      assertOneLine(e);
      return new Outcome("no collection", String.valueOf(e.getMessage()));
    }
    List<Document> batch = List.of(new Document(1, body), new Document(2, body));
    ContentReader reader = session.reader(collection);
    try {
      session.inserts(collection).insert(batch);
    } catch (RejectedDocumentException e) {
      assertOneLine(e);
      assertThat(reader.count()).as("what stays of a rejected batch").isZero();
      return new Outcome("rejected", String.valueOf(e.getMessage()));
    }
    assertThat(reader.count()).isEqualTo(2);
    for (Document document : batch) {
      Optional<ObjectValue> found = reader.find(document.id());
      // Not assertThat(found).contains(...): its message would hold megabytes.
      if (!found.equals(Optional.of(reader.asStored(document)))) {
        fail("document %s came back changed", document.id());
      }
    }
    return new Outcome("kept", "");
  }

  static void assertOneLine(StoreException e) {
    assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(1_000);
  }

  private record Outcome(String word, String message) {}
}
