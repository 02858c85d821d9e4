package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Predicate.Compared;
import org.docduel.core.query.Predicate.Compared.Sign;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.testkit.RandomTrees;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every store holds doubles without a changed bit that counts, finds them, and leaves them so. */
class DoubleContractTest {
  private static final List<Double> EDGES = RandomTrees.EDGE_DOUBLES;
  private static final Path NUMBER = Path.of("number");
  private static final Path COUNT = Path.of("count");
  private static final FieldNames NAMES = FieldNames.of("number", "count", "list", "object");

  static Stream<Named<StoreProvider>> readable() {
    return ContractStores.readable();
  }

  @ParameterizedTest
  @MethodSource("readable")
  void givesBackDoublesAtTheEdges(StoreProvider provider) {
    ContractStores.on(
        provider,
        StoreConfig.defaults(),
        collection("doubles"),
        (store, session, collection) -> {
          session.inserts(collection).insert(documents());
          ContentReader reader = session.reader(collection);
          for (Document document : documents()) {
            assertThat(reader.find(document.id())).contains(reader.asStored(document));
          }
        });
  }

  static Stream<Arguments> unbounded() {
    return ContractStores.each(
        readable(),
        store -> Stream.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("unbounded")
  void rejectsBatchWithNanOrInfinity(StoreProvider provider, double number) {
    ContractStores.on(
        provider,
        StoreConfig.defaults(),
        collection("unbounded"),
        (store, session, collection) -> {
          List<Document> batch = new ArrayList<>(documents());
          batch.add(new Document(batch.size(), body(number)));

          assertThatThrownBy(() -> session.inserts(collection).insert(batch))
              .isInstanceOf(RejectedDocumentException.class)
              .hasMessageContaining("a number is " + number + ", which JSON cannot hold")
              .satisfies(e -> AwkwardDocumentTest.assertOneLine((StoreException) e));
          assertThat(session.reader(collection).count()).isZero();
        });
  }

  static Stream<Arguments> reading() {
    return ContractStores.each(
        ContractStores.with(Capability.READ_BACK, Capability.READ),
        store -> Stream.of(List.of(), List.of(Index.on(Index.Kind.ORDERED, "number"))));
  }

  @ParameterizedTest(name = "{0}: {1}", allowZeroInvocations = true)
  @MethodSource("reading")
  void findsEachDoubleAndThoseAboveIt(StoreProvider provider, List<Index> indexes) {
    ContractStores.on(
        provider,
        StoreConfig.defaults(),
        new Collection(ContractStores.uniqueName("found"), body(0.5), indexes),
        (store, session, collection) -> {
          session.inserts(collection).insert(documents());
          for (double number : EDGES) {
            assertThat(ids(session.read(collection, Query.of(compared(Sign.EQUAL, number)))))
                .as("= " + number)
                .isEqualTo(matching(found -> found == number));
            assertThat(ids(session.read(collection, Query.of(compared(Sign.ABOVE, number)))))
                .as("> " + number)
                .isEqualTo(matching(found -> found > number));
          }
        });
  }

  static Stream<Named<StoreProvider>> updating() {
    return ContractStores.with(Capability.READ_BACK, Capability.UPDATE);
  }

  @ParameterizedTest
  @MethodSource("updating")
  void leavesDoublesAsTheyAreWhenAnotherNumberIsSet(StoreProvider provider) {
    ContractStores.on(
        provider,
        StoreConfig.defaults(),
        collection("beside"),
        (store, session, collection) -> {
          session.inserts(collection).insert(documents());
          UpdateSpec spec =
              new UpdateSpec(
                  StoreConfig.defaults().update(),
                  UpdateSpec.ID,
                  COUNT,
                  (key, value) -> documents().get((int) key).body());
          for (Document document : documents()) {
            assertThat(session.updates(collection, spec).update(document.id(), 77)).isEqualTo(1);
          }
          ContentReader reader = session.reader(collection);
          for (Document document : documents()) {
            ObjectValue changed = document.body().with(List.of("count"), new IntegerValue(77));
            assertThat(reader.find(document.id()))
                .contains(reader.asStored(new Document(document.id(), changed)));
          }
        });
  }

  private static Predicate compared(Sign sign, double number) {
    return new Compared(NUMBER, sign, new DoubleValue(number));
  }

  private static List<Long> matching(java.util.function.DoublePredicate condition) {
    return IntStream.range(0, EDGES.size())
        .filter(i -> condition.test(EDGES.get(i)))
        .mapToObj(i -> (long) i)
        .toList();
  }

  private static List<Long> ids(Read read) {
    List<Long> ids = new ArrayList<>();
    read.run(ids::add);
    ids.sort(Comparator.naturalOrder());
    return ids;
  }

  private static Collection collection(String purpose) {
    return new Collection(ContractStores.uniqueName(purpose), body(0.5), List.of());
  }

  private static List<Document> documents() {
    return IntStream.range(0, EDGES.size())
        .mapToObj(i -> new Document(i, body(EDGES.get(i))))
        .toList();
  }

  private static ObjectValue body(double number) {
    Value value = new DoubleValue(number);
    return ObjectValue.of(
        NAMES,
        value,
        new IntegerValue(1),
        ArrayValue.of(value, new DoubleValue(0.5)),
        ObjectValue.of(Map.of("inside", value)));
  }
}
