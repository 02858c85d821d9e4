package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
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
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store that reads must answer; a new one is tested here without being asked. */
class ReadContractTest {
  private static final LoadedReads LOADED = new LoadedReads();

  @AfterAll
  static void close() {
    LOADED.close();
  }

  static Stream<Arguments> scenarios() {
    return ContractStores.each(
        ContractStores.with(Capability.READ),
        store ->
            Stream.of(IndexedReads.INDEXED, IndexedReads.UNINDEXED)
                .flatMap(prefix ->
                    IndexedReads.scenarios(prefix, 0).stream()
                        .map(scenario -> Named.of(prefix + scenario.name(), scenario))));
  }

  static Stream<Arguments> limits() {
    return ContractStores.each(
        ContractStores.with(Capability.READ), store -> Stream.of(1, 10, 1_000));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("scenarios")
  void findsExactlyTheDocumentsForWhichTheConditionHolds(
      StoreProvider provider, Scenario scenario) {
    Read read = prepare(provider, scenario.query());
    List<Long> expected =
        LoadedReads.matching(scenario.query()).stream().map(Document::id).toList();

    assertThat(expected).isNotEmpty();
    assertThat(ids(read)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(ids(read)).as("the second time").hasSameSizeAs(expected);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("scenarios")
  void explainsTheSamePlanEachTime(StoreProvider provider, Scenario scenario) {
    Read read = prepare(provider, scenario.query());
    QueryPlan explained = read.explain();

    assertThat(explained.plan()).isNotEmpty().isEqualTo(read.explain().plan());
    assertThat(explained.plan()).allSatisfy(line -> assertThat(line).hasLineCount(1));
    explained
        .number("rows")
        .ifPresent(
            rows -> assertThat(rows).isEqualTo(LoadedReads.matching(scenario.query()).size()));
    explained.number("execution").ifPresent(millis -> assertThat(millis).isNotNegative());
    if (IndexedReads.scenarios(IndexedReads.UNINDEXED, 0).contains(scenario)) {
      assertThat(explained.indexes()).isEmpty();
    } else if (scenario.name().equals("S1")) {
      assertThat(explained.indexes()).isNotEmpty();
    }
  }

  @ParameterizedTest(name = "{0}, limit {1}")
  @MethodSource("limits")
  void givesTheFirstOnesInOrderWhenThereIsALimit(StoreProvider provider, int limit) {
    Scenario ordered =
        IndexedReads.scenarios(IndexedReads.INDEXED, limit).stream()
            .filter(scenario -> scenario.query().orderedBy().isPresent())
            .findFirst()
            .orElseThrow();
    Path path = ordered.query().orderedBy().orElseThrow();
    List<Long> expected =
        LoadedReads.matching(ordered.query()).stream()
            .sorted(
                Comparator.comparing(document -> {
                  Value value = path.in(document.body()).orElseThrow();
                  return ((TimestampValue) value).value();
                }))
            .limit(limit)
            .map(Document::id)
            .toList();

    assertThat(ids(prepare(provider, ordered.query()))).containsExactlyElementsOf(expected);
  }

  private static Read prepare(StoreProvider provider, Query query) {
    try {
      return LOADED.of(provider).apply(query);
    } catch (UnsupportedOperationException e) {
      Assumptions.abort("not expressible: " + e.getMessage());
      throw e;
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
                ContractStores.with(role), store -> TestServers.settings(store, role)));
  }

  static Stream<Named<StoreProvider>> stores() {
    return ContractStores.with(Capability.READ);
  }

  @ParameterizedTest(name = "{0} {1}", allowZeroInvocations = true)
  @MethodSource("paths")
  void givesTheValueOfEveryDocumentAndNullWhereThereIsNone(
      StoreProvider provider, StoreSettings settings) {
    onNested(
        provider,
        StoreConfig.defaults().withSettings(settings),
        NESTED.withNamed(PATHS.stream().map(Path::parse).filter(this::isScalar).toList()),
        reads -> {
          for (String text : PATHS) {
            Path path = Path.parse(text);
            Projection.ValueAt asText = new Projection.ValueAt(path, true);
            List<Value> expected =
                ALL.stream().map(one -> path.in(one.body()).orElse(NullValue.NULL)).toList();
            long present = expected.stream().filter(value -> value != NullValue.NULL).count();
            assertThat(values(reads, Query.ofEvery(new Projection.ValueAt(path, false))))
                .as(text)
                .usingElementComparator(ReadContractTest::compare)
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
    Query named = Query.of(Predicate.is(Path.parse("profile.name"), new StringValue("n7")));
    onNested(
        provider,
        StoreConfig.defaults(),
        NESTED,
        reads -> {
          assertThat(values(reads, query))
              .usingElementComparator(ReadContractTest::compare)
              .containsExactly(
                  new IntegerValue(1_001), new IntegerValue(1_006), new IntegerValue(1_011));
          assertThat(ids(reads.apply(named))).containsExactly(7L);
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

  private static void onNested(
      StoreProvider provider,
      StoreConfig config,
      Collection nested,
      Consumer<Function<Query, Read>> work) {
    ContractStores.on(
        provider,
        config,
        nested,
        (store, session, made) -> {
          session.inserts(made).insert(ALL);
          work.accept(query -> session.read(made, query));
        });
  }

  /** The documents of the indexed reads in each store, loaded at the first use. */
  private static final class LoadedReads implements AutoCloseable {
    private static final int DOCUMENTS = 2_000;
    private static final IndexedReadDocuments DATASET = new IndexedReadDocuments();
    private static final Collection COLLECTION =
        new Collection(
            ContractStores.named("contract_reads"),
            DATASET.document(0).body(),
            IndexedReads.published());

    private final Map<String, Function<Query, Read>> loaded = new HashMap<>();
    private final List<Runnable> open = new ArrayList<>();

    Function<Query, Read> of(StoreProvider provider) {
      return loaded.computeIfAbsent(provider.name(), name -> load(provider));
    }

    private Function<Query, Read> load(StoreProvider provider) {
      Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
      open.add(store::close);
      Session session = store.session();
      open.add(session::close);
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(DATASET.documents(0, DOCUMENTS));
      store.settle();
      // An empty collection is a small one: the servers have no call to drop it.
      open.add(() -> store.empty(COLLECTION));
      return query -> session.read(COLLECTION, query);
    }

    /** The model's answer: all documents for which the condition holds, by id. */
    static List<Document> matching(Query query) {
      return DATASET.documents(0, DOCUMENTS).stream()
          .filter(document -> query.where().test(document.body()))
          .toList();
    }

    @Override
    public void close() {
      for (int i = open.size() - 1; i >= 0; i--) {
        open.get(i).run();
      }
    }
  }
}
