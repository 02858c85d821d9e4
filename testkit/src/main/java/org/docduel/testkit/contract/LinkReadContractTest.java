package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store that reads along links must answer. */
class LinkReadContractTest {
  private static final int DOCUMENTS = 2_000;
  private static final int LINKS = 5;
  private static final LinkedDocuments DATASET = new LinkedDocuments(DOCUMENTS, LINKS, 50);
  private static final long LOOKUP_ID = 1_234;

  static Stream<Arguments> stores() {
    return ContractStores.each(
        ContractStores.with(Capability.LINK_READ), store -> Stream.of(true, false));
  }

  @ParameterizedTest(name = "{0}, indexed: {1}", allowZeroInvocations = true)
  @MethodSource("stores")
  void findsExactlyTheLinkedDocumentsAndReportsIndex(StoreProvider provider, boolean indexed) {
    Collection documents =
        collection(
            "linked", DATASET, indexed, Index.on(Index.Kind.ELEMENTS, LinkedDocuments.LINKS));
    Collection pairs =
        collection(
            "pairs",
            DATASET.pairs(),
            indexed,
            Index.on(Index.Kind.ORDERED, LinkedDocuments.SOURCE));
    try (Store store = ContractStores.open(provider, StoreConfig.defaults());
        Session session = store.session()) {
      store.create(documents);
      session.inserts(documents).insert(DATASET.documents(0, DOCUMENTS));
      store.create(pairs);
      session.inserts(pairs).insert(DATASET.pairs().documents(0, DOCUMENTS * LINKS));
      store.quiesce();
      ContentReader stored = session.reader(documents);

      LinkQuery referring = new LinkQuery.Referring(Path.of(LinkedDocuments.LINKS));
      LinkRead read = session.links(documents, referring);
      List<Long> expected =
          LongStream.range(0, DOCUMENTS)
              .filter(index ->
                  LongStream.of(DATASET.targets(index)).anyMatch(target -> target == LOOKUP_ID))
              .boxed()
              .toList();
      assertThat(expected).hasSizeGreaterThan(1);
      check(read, stored, expected, LOOKUP_ID);
      assertIndex(read.explain(new long[] {LOOKUP_ID}), indexed, "links_elements");

      List<Long> targets = LongStream.of(DATASET.targets(LOOKUP_ID)).boxed().toList();
      LinkRead in = session.links(documents, new LinkQuery.In());
      check(in, stored, targets, DATASET.targets(LOOKUP_ID));
      QueryPlan byKey = in.explain(DATASET.targets(LOOKUP_ID));
      assertThat(byKey.indexes()).as(byKey.toString()).isNotEmpty();

      LinkRead lookup =
          session.links(
              documents,
              new LinkQuery.Lookup(pairs, LinkedDocuments.SOURCE, LinkedDocuments.TARGET));
      check(lookup, stored, targets, LOOKUP_ID);
      assertIndex(lookup.explain(new long[] {LOOKUP_ID}), indexed, "source_ordered");

      store.empty(documents);
      store.empty(pairs);
    }
  }

  private static void check(LinkRead read, ContentReader stored, List<Long> expected, long... ids) {
    for (int time = 0; time < 8; time++) { // past the point where a server may change its plan
      Map<Long, ObjectValue> found = new HashMap<>();
      List<Long> sizes = new ArrayList<>();
      read.run(
          ids,
          (id, size, body) -> {
            sizes.add(size);
            assertThat(found.put(id, body.get())).isNull();
          });
      assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(sizes).allSatisfy(size -> assertThat(size).isGreaterThan(50));
      found.forEach((id, body) ->
          assertThat(body)
              .isEqualTo(stored.asStored(new Document(id, DATASET.document(id).body()))));
    }
  }

  private static void assertIndex(QueryPlan plan, boolean indexed, String name) {
    assertThat(plan.plan()).isNotEmpty();
    assertThat(plan.indexes().stream().anyMatch(index -> index.endsWith(name)))
        .as(plan.toString())
        .isEqualTo(indexed);
  }

  private static Collection collection(
      String purpose, Dataset dataset, boolean indexed, Index index) {
    return new Collection(
        ContractStores.uniqueName(purpose),
        dataset.document(0).body(),
        indexed ? List.of(index) : List.of());
  }
}
