package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.files.Fractions;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.ShopDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixedModelTest {
  private static final MixedDocuments DOCUMENTS =
      MixedDocuments.of(
          Fractions.DOUBLE, MixedDocuments.GENERATED, MixedDocuments.NUMBERED, "profile.score", 10);

  private static final StoreConfig CONFIG = StoreConfig.defaults();

  private final MixedModel model = new MixedModel(DOCUMENTS, 0, 10);
  private final TreeMap<Long, ObjectValue> stored = new TreeMap<>();
  private final ContentReader reader = new StoredDocuments(stored);

  MixedModelTest() {
    for (int i = 0; i < 10; i++) {
      stored.put(id(i), body(i, 0));
    }
  }

  @Test
  void acceptsKeyOfMongodbExportAsId(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("own.json"), "[{\"_id\":7,\"m\":1}]");

    MixedDocuments documents = MixedDocuments.of(Fractions.DOUBLE, file.toString(), "_id", "m", 1);

    assertThat(documents.key()).isEqualTo("original_id");
    assertThat(documents.ids()).containsExactly(7L);
    assertThat(documents.document(0).body().field(documents.key())).contains(new IntegerValue(7));
  }

  /** An update would move a document away from the id under which it is looked for. */
  @Test
  void doesNotUpdateId(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("own.ndjson"), "{\"no\":7,\"n\":1}");

    assertThatThrownBy(() -> MixedDocuments.of(Fractions.DOUBLE, file.toString(), "no", "no", 1))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("not the one of -p id");
  }

  /**
   * Their update statements take such a name for an operator, and their indexes a dot for a path.
   */
  @ParameterizedTest
  @CsvSource({"documentdb,o.$n,k", "mongodb,$n,k", "documentdb,m,a.b", "mongodb,m,a.b"})
  void skipsStoreForFieldsThatPathsCannotName(
      String store, String field, String key, @TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("own.ndjson"), "{\"k\":1,\"a.b\":1,\"m\":1,\"$n\":1,\"o\":{\"$n\":1}}");
    Index index = Index.on(Index.Kind.ORDERED, key);
    Collection collection =
        MixedDocuments.of(Fractions.DOUBLE, file.toString(), key, field, 1)
            .collection("mixed", UpdateKind.SET, List.of(index));

    assertThat(StoreProviders.byName(store).orElseThrow().unsupportedReason(CONFIG, collection))
        .get(InstanceOfAssertFactories.STRING)
        .startsWith("its statements take the name '")
        .endsWith(": rename the field, or leave the store out");
    assertThat(
            StoreProviders.byName("postgres-jsonb")
                .orElseThrow()
                .unsupportedReason(CONFIG, collection))
        .isEmpty();
  }

  /** The documents of the shop come with indexes, and their version is what changes. */
  @ParameterizedTest
  @CsvSource({"accounts,owners createdAt", "products,name categories tags createdAt"})
  void shopDocumentsHaveIndexesOfTheirOwn(String dataset, String indexed) {
    MixedDocuments documents =
        MixedDocuments.of(Fractions.DOUBLE, dataset, "numbered", ShopDocuments.VERSION, 10);

    Collection collection = documents.collection("mixed", UpdateKind.SET, List.of());
    assertThat(collection.indexes())
        .extracting(index -> index.fields().get(0).toString())
        .containsExactly(indexed.split(" "));
    assertThat(documents.key()).isEmpty();
    assertThat(documents.number(documents.id(9))).isEqualTo(9);
    ObjectValue first = documents.document(3).body();
    ObjectValue changed = documents.document(3, 5).body();
    assertThat(documents.change(3, changed)).isEqualTo(5);
    assertThat(
            changed.with(List.of(ShopDocuments.VERSION), new IntegerValue(documents.value(3, 1))))
        .isEqualTo(first);
    assertThatThrownBy(() -> MixedDocuments.of(Fractions.DOUBLE, dataset, "uuid", "version", 10))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("say which fields a file has");
  }

  private static class StoredDocuments implements ContentReader {
    private final Map<Long, ObjectValue> documents;

    StoredDocuments(Map<Long, ObjectValue> documents) {
      this.documents = documents;
    }

    @Override
    public long count() {
      return documents.size();
    }

    @Override
    public Optional<ObjectValue> find(long id) {
      return Optional.ofNullable(documents.get(id));
    }

    @Override
    public ObjectValue asStored(Document document) {
      return document.body();
    }
  }

  private static long id(long number) {
    return DOCUMENTS.id(number);
  }

  private static ObjectValue body(long number, int change) {
    return DOCUMENTS.document(number, 1 + change).body();
  }

  private Optional<String> read(MixedModel.Reading reading, ObjectValue body) {
    reading.received(id(3), body);
    return reading.fault(Optional.of(reader));
  }

  @Test
  void readMayReturnOnlyAcknowledgedOrInFlightValues() {
    change(true);
    List<MixedModel.Reading> before = IntStream.range(0, 7).mapToObj(i -> reading(3, 1)).toList();
    change(true);
    change(false);

    assertThat(read(before.get(0), body(3, 1))).isEmpty();
    assertThat(read(before.get(1), body(3, 2))).isEmpty();
    assertThat(read(before.get(2), body(3, 3))).isEmpty();
    assertThat(read(before.get(3), body(3, 0)))
        .hasValueSatisfying(
            fault -> assertThat(fault).contains("has change 1; acknowledged was 2"));
    assertThat(read(before.get(4), body(3, 4)))
        .hasValueSatisfying(fault -> assertThat(fault).contains("has change 5;", "tried 4"));
    assertThat(read(before.get(5), body(4, 0))).isPresent();
    assertThat(before.get(6).fault(Optional.empty())).contains("document 4 is not there");
  }

  @Test
  void checkReportsCountAndFirstWrongDocument() {
    change(true);
    change(true);
    stored.put(id(3), body(3, 1));
    stored.remove(id(4));

    assertThat(model.check(reader).detail())
        .startsWith("2 of 9 documents are not as acknowledged operations left them; the first: ")
        .endsWith("document 4 has change 2; acknowledged was 3, and tried 3");

    stored.put(id(3), DOCUMENTS.body(2, DOCUMENTS.value(3, 3)));
    assertThat(model.check(reader).detail()).contains("document 4 differs elsewhere: ");
  }

  @Test
  void clientsChangeAndCheckSeparateDocuments() {
    MixedModel second = new MixedModel(DOCUMENTS, 5, 10);

    assertThat(second.take(4)).isFalse();
    assertThat(second.isThere(4)).isFalse();
    assertThat(second.isThere(5)).isTrue();
    stored.put(id(4), body(4, 7));
    assertThat(second.check(reader).detail()).startsWith("the server counts 10 documents, and 5 ");
    assertThat(second.check(reader).isSuccess()).isTrue();
    stored.remove(id(4));
    assertThat(second.check(reader).isSuccess()).isFalse();
  }

  @Test
  void threadsNeverHaveTheSameDocument() throws Exception {
    int takes = 200_000;
    Callable<Integer> worker =
        () -> {
          for (int count = 0; count < takes; ) {
            int number = ThreadLocalRandom.current().nextInt(10);
            if (model.take(number)) {
              model.change(number, false);
              count++;
              model.give(number, number, true);
            }
          }
          return takes;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Integer> future : threads.invokeAll(Collections.nCopies(4, worker))) {
        future.get(1, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }

    // Had two of them a document at the same time, two changes would have the same number.
    long changes = IntStream.range(0, 10).mapToLong(i -> model.change(i, false) - 2).sum();
    assertThat(changes).isEqualTo(4L * takes);
  }

  private void change(boolean acknowledged) {
    assertThat(model.take(3)).isTrue();
    assertThat(model.take(3)).as("by another worker").isFalse();
    model.change(3, false);
    model.give(3, 3, acknowledged);
  }

  @ParameterizedTest
  @CsvSource({"3, 1, true", "3, 2, true", "3, 0, false", "3, 3, false", "4, 1, false"})
  void contentMatchesAcknowledgedOperations(long number, int change, boolean passes) {
    change(true);
    change(false); // the server may have done it or not
    stored.put(id(3), body(3, 1));
    stored.put(id(number), body(number, change));

    assertThat(model.check(reader).isSuccess()).isEqualTo(passes);
  }

  @Test
  void abandonedInsertsAndDeletesMayOrMayNotApply() {
    model.take(5);
    model.change(5, true);
    stored.remove(id(5));
    model.give(5, 5, true);
    int added = model.insert();
    assertThat(model.take(added)).as("by another worker, before it is given back").isFalse();
    model.give(added, -1, true);

    assertThat(model.in(5)).as("the place is used again").isEqualTo(added).isEqualTo(10);
    assertThat(model.take(added)).isTrue();
    assertThat(model.check(reader).detail()).contains("document 11 is not there");

    stored.put(id(added), body(added, 0));
    assertThat(model.check(reader).detail())
        .contains("counts 10 documents", "1 acknowledged inserts, 1 deletes");

    int unsure = model.insert();
    assertThat(model.check(reader).isSuccess()).isTrue();
    stored.put(id(unsure), body(unsure, 0));
    assertThat(model.check(reader).isSuccess()).isTrue();

    stored.put(id(5), body(5, 0));
    assertThat(model.check(reader).detail()).contains("has change 1; acknowledged was its delete");
    stored.remove(id(5));
    stored.put(id(77), body(77, 0));
    assertThat(model.check(reader).isSuccess()).as("one that nobody wrote").isFalse();
  }

  @Test
  void searchReturnsAllDocumentsInOrder() {
    assertThat(search(4, 5, 6, 7)).isEmpty();
    assertThat(search(4, 6, 7, 8)).contains("document 6 is not there");
    assertThat(search(4, 5, 6)).contains("document 8 is not there");
    assertThat(search(5, 4, 6, 7)).contains("document 5 is not in order");
    model.take(5);
    model.change(5, true);
    assertThat(search(4, 6, 7, 8)).isEmpty();
  }

  private Optional<String> search(long... found) {
    MixedModel.Reading reading = reading(4, 4);
    for (long number : found) {
      reading.received(id(number), body(number, 0));
    }
    return reading.fault(Optional.of(reader));
  }

  private MixedModel.Reading reading(int from, int count) {
    MixedModel.Reading reading = model.new Reading();
    reading.start(from, count);
    return reading;
  }

  @Test
  void checksSparseIdsOneByOne(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("far.ndjson");
    Files.writeString(file, "{\"no\":1,\"sum\":5}\n{\"no\":4000000000000000000,\"sum\":6}\n");
    MixedDocuments sparse = MixedDocuments.of(Fractions.DOUBLE, file.toString(), "no", "sum", 100);
    stored.clear();
    sparse.documents(0, 2).forEach(document -> stored.put(document.id(), document.body()));
    MixedModel sparseModel = new MixedModel(sparse, 0, 2);

    assertThat(sparseModel.check(reader).isSuccess()).isTrue();
    stored.remove(1L);
    assertThat(sparseModel.check(reader).detail()).endsWith("document 1 is not there");
  }

  @Test
  void rejectsLargestIdWithoutSuccessor(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("last.ndjson");
    Files.writeString(file, "{\"no\":9223372036854775807,\"sum\":5}\n");

    assertThatThrownBy(() -> MixedDocuments.of(Fractions.DOUBLE, file.toString(), "no", "sum", 100))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p id=no: document 9223372036854775807 of ");
    assertThat(MixedDocuments.of(Fractions.DOUBLE, file.toString(), "numbered", "sum", 100).size())
        .isEqualTo(1);
  }

  @Test
  void readsDenseIdsInRanges(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("near.ndjson");
    Files.writeString(file, "{\"no\":8,\"sum\":6}\n{\"no\":7,\"sum\":5}\n");
    MixedDocuments dense = MixedDocuments.of(Fractions.DOUBLE, file.toString(), "no", "sum", 100);
    List<String> ranges = new ArrayList<>();
    dense.read(
        new StoredDocuments(stored) {
          @Override
          public void range(long from, long until, Visitor visitor) {
            ranges.add(from + " to " + until);
          }
        },
        0,
        2,
        (id, body) -> {});

    assertThat(ranges).containsExactly("7 to 9");
  }

  /** Had they places of their own, all of the latest could be missing, and draws would not end. */
  @Test
  void latestKeysCoverOnlyAcknowledgedInserts() {
    DiscreteSampler places =
        Mix.Keys.LATEST.indexes(10, 0.99, Mix.Keys.random(0), model.placeCount);
    for (int i = 0; i < 20; i++) {
      model.give(model.insert(), -1, false);
    }
    int last = model.insert();
    model.give(last, -1, true);

    assertThat(model.isThere(last - 1)).isFalse();
    assertThat(IntStream.range(0, 1_000).map(i -> model.in(places.sample())))
        .allMatch(model::isThere)
        .contains(last, 9, 1)
        .doesNotContain(0);
  }

  /** Otherwise a document less would be drawn after each, in the end none. */
  @Test
  void nextInsertTakesPlaceOfAbandonedDelete() {
    assertThat(model.take(3)).isTrue();
    model.change(3, true);
    model.give(3, 3, false);
    assertThat(model.isThere(model.in(3))).isFalse();

    int next = model.insert();
    model.give(next, -1, true);
    assertThat(model.in(3)).isEqualTo(next);
  }

  @Test
  void readsFileAgainOnlyWhenChanged(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("orders.ndjson");
    Files.writeString(file, "{\"sum\":5}\n");
    MixedDocuments first =
        MixedDocuments.of(Fractions.DOUBLE, file.toString(), "numbered", "sum", 100);

    assertThat(MixedDocuments.of(Fractions.DOUBLE, file.toString(), "numbered", "sum", 100))
        .isSameAs(first);
    Files.writeString(file, "{\"sum\":5}\n{\"sum\":6}\n");
    assertThat(MixedDocuments.of(Fractions.DOUBLE, file.toString(), "numbered", "sum", 100).size())
        .isEqualTo(2);
  }

  @Test
  void rejectsFieldsOfGeneratedDocuments() {
    assertThatThrownBy(() -> MixedDocuments.of(Fractions.DOUBLE, "w3", "numbered", "user_id", 10))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p id and -p field say which fields a file has");
  }

  @Test
  void insertedIdsFollowIdsOfFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("orders.ndjson");
    Files.writeString(
        file,
        "{\"no\":70,\"sum\":{\"net\":5}}\n{\"no\":20,\"sum\":{\"net\":6}}\n{\"no\":30,\"sum\":{\"net\":7}}\n");
    MixedDocuments orders =
        MixedDocuments.of(Fractions.DOUBLE, file.toString(), "no", "sum.net", 100);

    assertThat(orders.size()).isEqualTo(3);
    for (long number = 0; number < 5; number++) {
      assertThat(orders.number(orders.id(number))).isEqualTo(number);
    }
    assertThat(List.of(orders.id(0), orders.id(1), orders.id(2), orders.id(3)))
        .containsExactly(20L, 30L, 70L, 71L);
    assertThat(orders.number(25)).isEqualTo(-1);
    assertThat(orders.document(3).body().toString()).contains("71");
    assertThat(orders.change(1, orders.document(1, 99).body())).isEqualTo(99);
    assertThatThrownBy(
            () -> MixedDocuments.of(Fractions.DOUBLE, file.toString(), "no", "sum.gross", 100))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p field=sum.gross: document 20 of ")
        .hasMessageContaining("has no whole number there");
  }

  @Test
  void rejectsUpdateOfArrayElement(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("orders.ndjson");
    Files.writeString(file, "{\"sums\":[5,6]}\n");

    assertThatThrownBy(
            () -> MixedDocuments.of(Fractions.DOUBLE, file.toString(), "numbered", "sums[0]", 100))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p field=sums[0]: document 0 of ")
        .hasMessageContaining("no element of an array");
  }
}
