package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store that reads must answer; a new one is tested here without being asked. */
class ReadContractTest {
  private static final List<Document> READ = new IndexedReadDocuments().documents(0, 2_000);
  private static final Collection INDEXED =
      new Collection(
          ContractStores.uniqueName("contract_reads"),
          READ.get(0).body(),
          IndexedReads.published());

  static Stream<Named<StoreProvider>> stores() {
    return ContractStores.with(Capability.READ);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("stores")
  void findsExactlyMatchingDocumentsAndExplainsHow(StoreProvider provider) {
    ContractStores.on(
        provider,
        StoreConfig.defaults(),
        INDEXED,
        (store, session, collection) -> {
          session.inserts(collection).insert(READ);
          store.quiesce();
          List<String> checked = new ArrayList<>();
          queries()
              .forEach((name, query) ->
                  prepared(session, collection, query)
                      .ifPresent(read -> {
                        check(name, read, query);
                        checked.add(name);
                      }));
          assertThat(checked).as("what is not refused").isNotEmpty();
          store.empty(collection); // servers have no call to drop it, and an empty one is small
        });
  }

  /** Every scenario on indexed fields and on their twins, and the ordered one with limits. */
  private static Map<String, Query> queries() {
    Map<String, Query> all = new LinkedHashMap<>();
    for (String prefix : List.of(IndexedReads.INDEXED, IndexedReads.UNINDEXED)) {
      IndexedReads.scenarios(prefix, 0)
          .forEach(scenario -> all.put(prefix + scenario.name(), scenario.query()));
    }
    for (int limit : new int[] {1, 10, 1_000}) {
      IndexedReads.scenarios(IndexedReads.INDEXED, limit).stream()
          .filter(scenario -> scenario.query().limit() > 0)
          .forEach(scenario -> all.put("limit " + limit, scenario.query()));
    }
    return all;
  }

  private static void check(String name, Read read, Query query) {
    Stream<Document> matching =
        READ.stream().filter(document -> query.where().test(document.body()));
    if (query.limit() > 0) {
      Path path = query.orderedBy().orElseThrow();
      matching =
          matching
              .sorted(
                  Comparator.comparing(document ->
                      ((TimestampValue) path.in(document.body()).orElseThrow()).value()))
              .limit(query.limit());
    }
    List<Long> expected = matching.map(Document::id).toList();
    assertThat(expected).as(name).isNotEmpty();
    assertThat(ids(read)).as(name).containsExactlyInAnyOrderElementsOf(expected);
    List<Long> again = ids(read);
    assertThat(again).as(name + ", the second time").hasSameSizeAs(expected);
    if (query.limit() > 0) {
      assertThat(again).as(name + ", in order").isEqualTo(expected);
    }

    QueryPlan explained = read.explain();
    assertThat(explained.plan()).as(name).isNotEmpty().isEqualTo(read.explain().plan());
    assertThat(explained.plan()).allSatisfy(line -> assertThat(line).hasLineCount(1));
    explained
        .number("rows")
        .ifPresent(rows -> assertThat(rows).as(name).isEqualTo(expected.size()));
    explained.number("execution").ifPresent(millis -> assertThat(millis).isNotNegative());
    if (name.startsWith(IndexedReads.UNINDEXED)) {
      assertThat(explained.indexes()).as(name).isEmpty();
    } else if (name.equals(IndexedReads.INDEXED + "S1")) {
      assertThat(explained.indexes()).as(name).isNotEmpty();
    }
  }

  /** Empty where a store says that it cannot express a query. */
  private static Optional<Read> prepared(Session session, Collection collection, Query query) {
    try {
      return Optional.of(session.read(collection, query));
    } catch (UnsupportedOperationException e) {
      assertThat(e).message().isNotBlank().doesNotContain("\n");
      return Optional.empty();
    }
  }

  private static List<Long> ids(Read read) {
    List<Long> ids = new ArrayList<>();
    assertThat(read.run(ids::add)).isEqualTo(ids.size());
    return ids;
  }

  /** Documents with others inside, for paths. */
  private static final List<Document> ALL =
      LongStream.range(0, 40).mapToObj(id -> new Document(id, body(id))).toList();

  private static final Collection NESTED =
      new Collection(ContractStores.uniqueName("paths"), body(3), List.of());

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
    String friends =
        LongStream.range(0, id % 4)
            .mapToObj(i -> "{'registered': %b, 'name': 'friend %d'}".formatted(i % 2 == 0, i))
            .collect(Collectors.joining(", "));
    String json =
        """
        {'tag': 't%d', 'profile': {'name': 'n%d', 'score': %d}, 'friends': [%s], 'codes': [%d, %d]}
        """
            .formatted(id % 5, id, 1_000 + id, friends, id, 5_000_000_000L + id);
    return (ObjectValue) JsonBytes.read(json.replace('\'', '"'));
  }

  /** Every store that reaches keys, with each value of its own parameters. */
  static Stream<Arguments> paths() {
    return Stream.of(Capability.KEY_ACCESS, Capability.KEY_ACCESS_IN_CLIENT)
        .flatMap(role ->
            ContractStores.each(
                ContractStores.with(role), store -> TestServers.configs(store, role)));
  }

  @ParameterizedTest(name = "{0} {1}", allowZeroInvocations = true)
  @MethodSource("paths")
  void returnsValueOfEveryDocumentOrNull(StoreProvider provider, StoreConfig config) {
    onNested(
        provider,
        config,
        NESTED.withNamed(PATHS.stream().map(Path::parse).filter(this::isScalar).toList()),
        reads -> {
          for (String text : PATHS) {
            Path path = Path.parse(text);
            Projection.ValueAt asText = new Projection.ValueAt(path, true);
            List<Value> expected =
                ALL.stream()
                    .map(document -> path.in(document.body()).orElse(NullValue.NULL))
                    .toList();
            long valueCount = expected.stream().filter(value -> value != NullValue.NULL).count();
            assertThat(values(reads, Query.ofEvery(new Projection.ValueAt(path, false))))
                .as(text)
                .usingElementComparator(ReadContractTest::compare)
                .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(values(reads, Query.ofEvery(new Projection.CountAt(path))))
                .as(text)
                .containsExactly(new IntegerValue(valueCount));
            assertThat(values(reads, Query.ofEvery(asText)))
                .as(text)
                .containsExactlyInAnyOrderElementsOf(
                    ALL.stream().map(document -> asText.of(document.body())).toList());
          }
        });
  }

  private boolean isScalar(Path path) {
    return path.in(NESTED.example())
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
    Query byName = Query.of(Predicate.is(Path.parse("profile.name"), new StringValue("n7")));
    onNested(
        provider,
        StoreConfig.defaults(),
        NESTED,
        reads -> {
          assertThat(values(reads, query))
              .usingElementComparator(ReadContractTest::compare)
              .containsExactly(
                  new IntegerValue(1_001), new IntegerValue(1_006), new IntegerValue(1_011));
          assertThat(ids(reads.apply(byName))).containsExactly(7L);
        });
  }

  /** Numbers by value: a store may give a whole number as a decimal. */
  private static int compare(Value value, Value expected) {
    return normal(value).equals(normal(expected)) ? 0 : 1;
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

  private static void onNested(
      StoreProvider provider,
      StoreConfig config,
      Collection nested,
      Consumer<Function<Query, Read>> work) {
    ContractStores.on(
        provider,
        config,
        nested,
        (store, session, collection) -> {
          session.inserts(collection).insert(ALL);
          work.accept(query -> session.read(collection, query));
        });
  }
}
