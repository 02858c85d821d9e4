package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.testkit.contract.ContractStores.Work;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that declares a role fills it, for some query or update at least. */
public class RoleContractTest {
  private static final UpdateDocuments DATASET = new UpdateDocuments();

  static Stream<Arguments> roles() {
    return ContractStores.each(ContractStores.all(), store -> store.capabilities().stream());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("roles")
  void fillsTheRoleThatItDeclares(StoreProvider provider, Capability role) {
    check(provider, role);
  }

  /** Fails for a store that refuses everything in a role. */
  public static void check(StoreProvider provider, Capability role) {
    assertThat(provider.refusal(StoreConfig.defaults())).as("the defaults are refused").isEmpty();
    assertThat(fills(provider, role)).as("it can %s, as it says", role.words()).isTrue();
  }

  private static boolean fills(StoreProvider provider, Capability role) {
    StoreConfig standard = StoreConfig.defaults();
    return switch (role) {
      case READ ->
          IndexedReads.scenarios(IndexedReads.INDEXED, 0).stream()
              .anyMatch(one ->
                  does(
                      provider,
                      standard,
                      collection(new IndexedReadDocuments()),
                      (store, session, made) ->
                          assertThat(session.read(made, one.query()).run(id -> {})).isZero()));
      case UPDATE ->
          TestServers.configs(provider, role)
              .anyMatch(config ->
                  does(
                      provider,
                      config,
                      UpdateContractTest.collection("role", config),
                      (store, session, made) -> {
                        insert(session, made);
                        UpdateSpec spec =
                            UpdateContractTest.spec(config.update(), UpdateDocuments.KEY);
                        assertThat(session.updates(made, spec).update(UpdateDocuments.key(1), 5))
                            .isOne();
                      }));
      case QUERY_SUITE -> !provider.dialect().isEmpty() && does(() -> loadSuite(provider));
      default ->
          does(
              provider,
              standard,
              collection(DATASET),
              (store, session, made) -> fill(role, session, made));
    };
  }

  private static void fill(Capability role, Session session, Collection made) {
    switch (role) {
      case INGEST -> ContractStores.ingest(session, made, DATASET.documents(0, 2));
      case READ_BACK -> session.reader(made).count();
      case LINK_READ -> session.links(made, new LinkQuery.In());
      case SCAN -> session.scan(made, UpdateSpec.ID);
      case INSERT -> insert(session, made);
      case DELETE -> {
        insert(session, made);
        assertThat(session.deletes(made).delete(1)).isOne();
      }
      case KEY_ACCESS, KEY_ACCESS_IN_CLIENT -> {
        insert(session, made);
        List<Value> values = new ArrayList<>();
        session
            .read(made, Query.ofEvery(new Projection.ValueAt(UpdateDocuments.SCORE, false)))
            .values(values::add);
        assertThat(values).hasSize(2).doesNotContain(NullValue.NULL);
      }
      default -> throw new IllegalArgumentException("nothing fills " + role);
    }
  }

  private static void insert(Session session, Collection made) {
    session.inserts(made).insert(DATASET.documents(0, 2));
  }

  private static boolean does(
      StoreProvider provider, StoreConfig config, Collection collection, Work work) {
    return does(() -> ContractStores.on(provider, config, collection, work));
  }

  private static boolean does(Runnable work) {
    try {
      work.run();
      return true;
    } catch (UnsupportedOperationException e) {
      assertThat(e).message().isNotBlank().doesNotContain("\n");
      return false;
    }
  }

  private static Collection collection(Dataset dataset) {
    return new Collection(ContractStores.named("role"), dataset.document(0).body(), List.of());
  }

  private static void loadSuite(StoreProvider provider) {
    Collection collection = collection(DATASET);
    try (Store store = ContractStores.open(provider, StoreConfig.defaults())) {
      Store suite = store.within(collection.name());
      suite.clear();
      try (Session session = suite.session()) {
        ContractStores.ingest(session, collection, DATASET.documents(0, 2));
        assertThat(session.reader(collection).count()).isEqualTo(2);
      }
      suite.clear();
    }
  }
}
