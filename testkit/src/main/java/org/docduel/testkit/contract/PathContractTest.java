package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
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
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What paths into nested documents give, in every store that reads. */
class PathContractTest {
  private static final int DOCUMENTS = 40;
  private static final List<Document> ALL =
      LongStream.range(0, DOCUMENTS).mapToObj(id -> new Document(id, body(id))).toList();
  private static final Collection COLLECTION =
      new Collection(ContractStores.named("paths"), body(3), List.of());

  private static final List<String> PATHS =
      List.of(
          "profile.score",
          "profile.name",
          "tag",
          "friends[0].registered",
          "friends[1].name",
          "friends[3].registered",
          "friends[999].registered",
          "profile.missing",
          "missing",
          "codes[1]",
          "codes[9]",
          "codes[0].below",
          "tag.below",
          "profile.score.below",
          "tag[0]");

  private static ObjectValue body(long id) {
    List<Value> friends = new ArrayList<>();
    for (int i = 0; i < id % 4; i++) {
      friends.add(
          ObjectValue.of(
              Map.of(
                  "registered",
                  BooleanValue.of(i % 2 == 0),
                  "name",
                  new StringValue("friend " + i))));
    }
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("tag", new StringValue("t" + id % 5));
    all.put(
        "profile",
        ObjectValue.of(
            Map.of("name", new StringValue("n" + id), "score", new IntegerValue(1_000 + id))));
    all.put("friends", new ArrayValue(friends));
    all.put(
        "codes",
        new ArrayValue(List.of(new IntegerValue(id), new IntegerValue(5_000_000_000L + id))));
    return ObjectValue.of(all);
  }

  static Stream<Arguments> stores() {
    return ContractStores.with(Capability.READ)
        .map(store -> Arguments.of(Named.of(store.name(), store)));
  }

  /** Every store that reaches keys, with each value of its own parameters. */
  static Stream<Arguments> paths() {
    return Stream.of(Capability.KEY_ACCESS, Capability.KEY_ACCESS_IN_CLIENT)
        .flatMap(role ->
            ContractStores.with(role)
                .flatMap(store ->
                    TestServers.settings(store, role)
                        .map(settings ->
                            Arguments.of(Named.of(store.name(), store), settings.text()))));
  }

  @ParameterizedTest(name = "{0} {1}", allowZeroInvocations = true)
  @MethodSource("paths")
  void givesTheValueOfEveryDocumentAndNullWhereThereIsNone(
      StoreProvider provider, String settings) {
    Collection collection =
        COLLECTION.withNamed(PATHS.stream().map(Path::parse).filter(this::isScalar).toList());
    StoreConfig config = StoreConfig.defaults().withSettings(StoreSettings.parse(settings));
    withLoaded(
        provider,
        config,
        collection,
        session -> {
          Function<Query, Read> reads = query -> session.read(collection, query);
          for (String text : PATHS) {
            Path path = Path.parse(text);
            Projection.ValueAt asText = new Projection.ValueAt(path, true);
            List<Value> expected =
                ALL.stream().map(one -> path.in(one.body()).orElse(NullValue.NULL)).toList();
            long present = expected.stream().filter(value -> value != NullValue.NULL).count();
            assertThat(values(reads, Query.ofEvery(new Projection.ValueAt(path, false))))
                .as(text)
                .usingElementComparator(PathContractTest::compare)
                .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(values(reads, Query.ofEvery(new Projection.CountAt(path))))
                .as(text)
                .containsExactly(new IntegerValue(present));
            assertThat(values(reads, Query.ofEvery(asText)))
                .as(text)
                .containsExactlyInAnyOrderElementsOf(
                    ALL.stream().map(one -> asText.of(one.body())).toList());
          }
        });
  }

  private boolean isScalar(Path path) {
    return path.in(COLLECTION.example())
        .filter(value -> value instanceof ObjectValue || value instanceof ArrayValue)
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("stores")
  void findsAndSortsByNestedValues(StoreProvider provider) {
    Path score = Path.parse("profile.score");
    Predicate above =
        new Predicate.AllOf(
            List.of(
                Predicate.is(Path.of("tag"), new StringValue("t1")),
                new Predicate.TextStartsWith(Path.parse("profile.name"), "n")));
    Query query = new Query(above, Optional.of(score), 3, new Projection.ValueAt(score, false));
    withLoaded(
        provider,
        StoreConfig.defaults(),
        COLLECTION,
        session -> {
          assertThat(values(one -> session.read(COLLECTION, one), query))
              .usingElementComparator(PathContractTest::compare)
              .containsExactly(
                  new IntegerValue(1_001), new IntegerValue(1_006), new IntegerValue(1_011));
          List<Long> ids = new ArrayList<>();
          session
              .read(
                  COLLECTION,
                  Query.of(Predicate.is(Path.parse("profile.name"), new StringValue("n7"))))
              .run(ids::add);
          assertThat(ids).containsExactly(7L);
        });
  }

  /** Numbers by value: a store may give a whole number as a decimal. */
  private static int compare(Value one, Value other) {
    return normal(one).equals(normal(other)) ? 0 : 1;
  }

  private static Value normal(Value value) {
    return value instanceof IntegerValue number
        ? new DecimalValue(BigDecimal.valueOf(number.value()))
        : value;
  }

  private static List<Value> values(Function<Query, Read> reads, Query query) {
    List<Value> values = new ArrayList<>();
    assertThat(reads.apply(query).values(values::add)).isEqualTo(values.size());
    return values;
  }

  private static void withLoaded(
      StoreProvider provider, StoreConfig config, Collection collection, Consumer<Session> work) {
    ContractStores.on(
        provider,
        config,
        collection,
        (store, session, made) -> {
          session.inserts(made).insert(ALL);
          work.accept(session);
        });
  }
}
