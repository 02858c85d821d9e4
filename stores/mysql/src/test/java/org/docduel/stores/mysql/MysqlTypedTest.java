package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A column for each leaf, on a real server of each. */
class MysqlTypedTest {
  static Stream<MysqlProvider> stores() {
    return Stream.of(new MysqlProvider.OfMysqlColumns(), new MysqlProvider.OfMariadbColumns());
  }

  private static Collection collection(Map<String, ? extends Value> fields, Index... indexes) {
    return new Collection(
        "typed_" + ProcessHandle.current().pid(), ObjectValue.of(fields), List.of(indexes));
  }

  private interface Work {
    void accept(Session session, Session.Inserts inserts);
  }

  private static void on(MysqlProvider provider, Collection collection, Work work) {
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      work.accept(session, session.inserts(collection));
    }
  }

  private static Document document(long id, String field, Value value) {
    return new Document(id, ObjectValue.of(Map.of(field, value)));
  }

  private static DecimalValue decimal(String number) {
    return new DecimalValue(new BigDecimal(number));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void keepsDecimalsExactlyOrRejectsThem(MysqlProvider provider) {
    Collection collection = collection(Map.of("d", decimal("1.50")));
    on(
        provider,
        collection,
        (session, inserts) -> {
          List<String> exact =
              List.of(
                  "0.12345678901234567890",
                  "-1e-30",
                  "9".repeat(35) + "." + "9".repeat(30),
                  "1." + "0".repeat(40));
          for (int id = 0; id < exact.size(); id++) {
            Document document = document(id, "d", decimal(exact.get(id)));
            inserts.insert(List.of(document));
            assertThat(session.reader(collection).find(id)).contains(document.body());
          }
          for (String other : List.of("1e35", "1e-31", "1." + "1".repeat(31))) {
            assertThatThrownBy(() -> inserts.insert(List.of(document(9, "d", decimal(other)))))
                .isInstanceOf(RejectedDocumentException.class)
                .hasMessageContaining("more digits than DECIMAL has");
          }
        });
  }

  /** MySQL would read another number from a column of JSON. */
  @ParameterizedTest
  @MethodSource("stores")
  void rejectsDecimalsInJsonThatWouldBeRounded(MysqlProvider provider) {
    Collection collection = collection(Map.of("any", NullValue.NULL));
    Document longDecimal = document(1, "any", decimal("0.12345678901234567890"));
    on(
        provider,
        collection,
        (session, inserts) -> {
          if (provider.server == MysqlServer.MYSQL) {
            assertThatThrownBy(() -> inserts.insert(List.of(longDecimal)))
                .isInstanceOf(RejectedDocumentException.class)
                .hasMessageContaining("would round");
          } else {
            inserts.insert(List.of(longDecimal));
            assertThat(session.reader(collection).find(1)).contains(longDecimal.body());
          }
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void readsNoTruthValueAsNone(MysqlProvider provider) {
    Collection collection = collection(Map.of("b", BooleanValue.TRUE));
    on(
        provider,
        collection,
        (session, inserts) -> {
          inserts.insert(
              List.of(
                  document(1, "b", BooleanValue.TRUE),
                  document(2, "b", NullValue.NULL),
                  document(3, "b", BooleanValue.FALSE)));
          List<Value> texts = new ArrayList<>();
          session
              .read(collection, Query.ofEvery(new Projection.ValueAt(Path.of("b"), true)))
              .values(texts::add);
          assertThat(texts)
              .containsExactlyInAnyOrder(
                  new StringValue("true"), NullValue.NULL, new StringValue("false"));
        });
  }

  /** Without a server: what planning asks. */
  @Test
  void namesPathWithoutColumn() {
    Collection collection =
        collection(
            Map.of("tags", new ArrayValue(List.of(new StringValue("a")))),
            new Index(Index.Kind.ORDERED, List.of(Path.parse("tags[0]")), Index.Id.ABSENT));
    assertThat(
            new MysqlProvider.OfMysqlColumns()
                .unsupportedReason(StoreConfig.defaults(), collection)
                .orElse(""))
        .contains("it has no column for the path");
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsValuesOfAnotherKind(MysqlProvider provider) {
    on(
        provider,
        collection(Map.of("n", new IntegerValue(1))),
        (session, inserts) ->
            assertThatThrownBy(
                    () -> inserts.insert(List.of(document(1, "n", new StringValue("1")))))
                .isInstanceOf(RejectedDocumentException.class)
                .hasMessageContaining("a value of kind text for a column of kind integer"));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void comparesTextsByTheirCharacters(MysqlProvider provider) {
    for (Index[] indexes : new Index[][] {{}, {Index.on(Index.Kind.ORDERED, "t")}}) {
      Collection collection = collection(Map.of("t", new StringValue("a")), indexes);
      on(
          provider,
          collection,
          (session, inserts) -> {
            List<String> texts = List.of("a", "A", "a ", "é", "e", "ß", "ss");
            inserts.insert(
                LongStream.range(0, texts.size())
                    .mapToObj(id -> document(id, "t", new StringValue(texts.get((int) id))))
                    .toList());
            for (int i = 0; i < texts.size(); i++) {
              Value text = new StringValue(texts.get(i));
              Read read = session.read(collection, Query.of(Predicate.is(Path.of("t"), text)));
              List<Long> found = new ArrayList<>();
              read.run(found::add);
              assertThat(found).as(texts.get(i)).containsExactly((long) i);
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsTextTooLongForItsIndex(MysqlProvider provider) {
    StringValue text = new StringValue("x".repeat(300));
    on(
        provider,
        collection(Map.of("t", text), Index.on(Index.Kind.ORDERED, "t")),
        (session, inserts) ->
            assertThatThrownBy(() -> inserts.insert(List.of(document(1, "t", text))))
                .isInstanceOf(RejectedDocumentException.class)
                .hasMessageContaining("1406"));
  }

  /** Every column is null or there is none: such a batch has no bytes beside its ids. */
  @ParameterizedTest
  @MethodSource("stores")
  void keepsRowsOfNullsAlone(MysqlProvider provider) {
    Collection collection = collection(Map.of("any", NullValue.NULL));
    on(
        provider,
        collection,
        (session, inserts) -> {
          inserts.insert(
              List.of(document(1, "any", NullValue.NULL), document(2, "any", NullValue.NULL)));
          assertThat(session.reader(collection).count()).isEqualTo(2);
        });
  }

  /** More long columns than a page has room for are a table all the same, if its rows fit. */
  @ParameterizedTest
  @MethodSource("stores")
  void rejectsRowThatDoesNotFitItsPageAndKeepsOthers(MysqlProvider provider) {
    Map<String, Value> small = new LinkedHashMap<>();
    Map<String, Value> large = new LinkedHashMap<>();
    for (int i = 0; i < 1_016; i++) {
      small.put("f" + i, new StringValue("x"));
      large.put("f" + i, new StringValue("x".repeat(20)));
    }
    Collection collection = collection(small);
    on(
        provider,
        collection,
        (session, inserts) -> {
          inserts.insert(List.of(new Document(1, ObjectValue.of(small))));
          assertThatThrownBy(() -> inserts.insert(List.of(new Document(2, ObjectValue.of(large)))))
              .isInstanceOf(RejectedDocumentException.class)
              .hasMessageContaining("1118");
          assertThat(session.reader(collection).find(1)).contains(ObjectValue.of(small));
          assertThat(session.reader(collection).count()).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @CsvSource({
    "a, A, in case alone",
    "é, É, in case alone",
    "a, 'b ', ends in a blank",
    "a, b\ud83d\ude00, beyond U+FFFF"
  })
  void refusesCollectionWhoseNamesAreNoColumns(String first, String second, String reason) {
    Collection collection =
        collection(Map.of(first, new IntegerValue(1), second, new IntegerValue(2)));
    assertThat(stores())
        .allSatisfy(store ->
            assertThat(store.unsupportedReason(StoreConfig.defaults(), collection))
                .hasValueSatisfying(found -> assertThat(found).contains(reason)));
  }

  /** Names that differ from the key's in case alone are reserved, too. */
  @ParameterizedTest
  @MethodSource("stores")
  void keepsFieldNamedAsTheKeyInCapitals(MysqlProvider provider) {
    Collection collection = collection(Map.of("ID", new IntegerValue(1)));
    on(
        provider,
        collection,
        (session, inserts) -> {
          Document document = document(1, "ID", new IntegerValue(7));
          inserts.insert(List.of(document));
          assertThat(session.reader(collection).find(1)).contains(document.body());
        });
  }
}
