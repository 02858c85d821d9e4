package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
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
    return stores(store ->
        Stream.of(IndexedReads.INDEXED, IndexedReads.UNINDEXED)
            .flatMap(prefix ->
                IndexedReads.scenarios(prefix, 0).stream()
                    .map(scenario -> Arguments.of(store, prefix, named(scenario)))));
  }

  static Stream<Arguments> limits() {
    return stores(store -> Stream.of(1, 10, 1_000).map(limit -> Arguments.of(store, limit)));
  }

  @ParameterizedTest(name = "{0} {1}{2}")
  @MethodSource("scenarios")
  void findsExactlyTheDocumentsForWhichTheConditionHolds(
      StoreProvider provider, String prefix, Scenario scenario) {
    Read read = prepare(provider, scenario.query());
    List<Long> expected =
        LoadedReads.matching(scenario.query()).stream().map(Document::id).toList();

    assertThat(expected).isNotEmpty();
    assertThat(ids(read)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(ids(read)).as("the second time").hasSameSizeAs(expected);
  }

  @ParameterizedTest(name = "{0} {1}{2}")
  @MethodSource("scenarios")
  void explainsTheSamePlanEachTime(StoreProvider provider, String prefix, Scenario scenario) {
    Read read = prepare(provider, scenario.query());
    QueryPlan explained = read.explain();

    assertThat(explained.plan()).isNotEmpty().isEqualTo(read.explain().plan());
    assertThat(explained.plan()).allSatisfy(line -> assertThat(line).hasLineCount(1));
    explained
        .number("rows")
        .ifPresent(
            rows -> assertThat(rows).isEqualTo(LoadedReads.matching(scenario.query()).size()));
    explained.number("execution").ifPresent(millis -> assertThat(millis).isNotNegative());
    if (prefix.equals(IndexedReads.UNINDEXED)) {
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

  private static Stream<Arguments> stores(Function<Named<StoreProvider>, Stream<Arguments>> each) {
    return ContractStores.with(Capability.READ)
        .map(store -> Named.of(store.name(), store))
        .flatMap(each);
  }

  private static Named<Scenario> named(Scenario scenario) {
    return Named.of(scenario.name(), scenario);
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
      Function<Query, Read> known = loaded.get(provider.name());
      if (known != null) {
        return known;
      }
      Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
      open.add(store::close);
      Session session = store.session();
      open.add(session::close);
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(DATASET.documents(0, DOCUMENTS));
      store.settle();
      // An empty collection is a small one: the servers have no call to drop it.
      open.add(() -> store.empty(COLLECTION));
      Function<Query, Read> reads = query -> session.read(COLLECTION, query);
      loaded.put(provider.name(), reads);
      return reads;
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
