package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
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
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that declares a role fills it, for some query or update at least. */
public class RoleContractTest {
  private static final UpdateDocuments DATASET = new UpdateDocuments();

  static Stream<Arguments> roles() {
    return ContractStores.all()
        .flatMap(store ->
            store.capabilities().stream()
                .map(role -> Arguments.of(Named.of(store.name(), store), role)));
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
    return switch (role) {
      case INSERT -> does(provider, (store, session, made) -> inserts(session, made));
      case INGEST ->
          does(
              provider,
              (store, session, made) ->
                  ContractStores.ingest(session, made, DATASET.documents(0, 2)));
      case READ_BACK -> does(provider, (store, session, made) -> session.reader(made).count());
      case READ ->
          IndexedReads.scenarios(IndexedReads.INDEXED, 0).stream()
              .anyMatch(scenario -> reads(provider, scenario.query()));
      case LINK_READ ->
          does(provider, (store, session, made) -> session.links(made, new LinkQuery.In()));
      case KEY_ACCESS, KEY_ACCESS_IN_CLIENT ->
          does(provider, (store, session, made) -> readsAKey(session, made));
      case UPDATE -> Stream.of(UpdateKind.values()).anyMatch(kind -> updates(provider, kind));
      case DELETE -> does(provider, (store, session, made) -> deletes(session, made));
      case SCAN -> does(provider, (store, session, made) -> session.scan(made, UpdateSpec.ID));
      case QUERY_SUITE -> !provider.dialect().isEmpty() && loadsASuite(provider);
    };
  }

  private static boolean does(StoreProvider provider, Work work) {
    return does(
        provider,
        () -> ContractStores.on(provider, StoreConfig.defaults(), collection(DATASET), work));
  }

  private static boolean does(StoreProvider provider, Runnable work) {
    try {
      work.run();
      return true;
    } catch (UnsupportedOperationException e) {
      assertThat(e).as(provider.name()).message().isNotBlank().doesNotContain("\n");
      return false;
    }
  }

  private static Collection collection(Dataset dataset) {
    return new Collection(ContractStores.named("role"), dataset.document(0).body(), List.of());
  }

  private static void inserts(Session session, Collection collection) {
    session.inserts(collection).insert(DATASET.documents(0, 2));
  }

  private static void deletes(Session session, Collection collection) {
    inserts(session, collection);
    assertThat(session.deletes(collection).delete(1)).isOne();
  }

  private static void readsAKey(Session session, Collection collection) {
    inserts(session, collection);
    List<Value> values = new ArrayList<>();
    session
        .read(collection, Query.ofEvery(new Projection.ValueAt(UpdateDocuments.SCORE, false)))
        .values(values::add);
    assertThat(values).hasSize(2).doesNotContain(NullValue.NULL);
  }

  private static boolean loadsASuite(StoreProvider provider) {
    Collection collection = collection(DATASET);
    return does(
        provider,
        () -> {
          try (Store store = ContractStores.open(provider, StoreConfig.defaults())) {
            Store suite = store.within(collection.name());
            suite.clear();
            try (Session session = suite.session()) {
              ContractStores.ingest(session, collection, DATASET.documents(0, 2));
              assertThat(session.reader(collection).count()).isEqualTo(2);
            }
            suite.clear();
          }
        });
  }

  private static boolean reads(StoreProvider provider, Query query) {
    Collection collection = collection(new IndexedReadDocuments());
    return does(
        provider,
        () ->
            ContractStores.on(
                provider,
                StoreConfig.defaults(),
                collection,
                (store, session, made) ->
                    assertThat(session.read(made, query).run(id -> {})).isZero()));
  }

  private static boolean updates(StoreProvider provider, UpdateKind kind) {
    StoreConfig config = StoreConfig.defaults().withUpdate(kind);
    Collection collection =
        kind == UpdateKind.TYPED
            ? collection(DATASET).withExtracted(List.of(UpdateDocuments.SCORE))
            : collection(DATASET);
    UpdateSpec spec =
        new UpdateSpec(
            kind,
            UpdateDocuments.KEY,
            UpdateDocuments.SCORE,
            (key, value) -> UpdateDocuments.body(UpdateDocuments.index(key), value));
    Work work =
        (store, session, made) -> {
          inserts(session, made);
          assertThat(session.updates(made, spec).update(UpdateDocuments.key(1), 5)).isOne();
        };
    return provider.refusal(config).isEmpty()
        && does(provider, () -> ContractStores.on(provider, config, collection, work));
  }
}
