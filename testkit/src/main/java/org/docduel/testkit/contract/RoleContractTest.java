package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that declares a role fills it, for some query or update at least. */
public class RoleContractTest {
  private static final UpdateDocuments DATASET = UpdateDocuments.withDefaults();

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
    switch (role) {
      case INSERT ->
          assertThat(does(provider, RoleContractTest::inserts)).as("nothing is inserted").isTrue();
      case INGEST ->
          assertThat(does(provider, RoleContractTest::ingests)).as("nothing is loaded").isTrue();
      case READ_BACK ->
          assertThat(does(provider, (session, collection) -> session.reader(collection).count()))
              .as("nothing is given back")
              .isTrue();
      case READ ->
          assertThat(IndexedReads.scenarios(IndexedReads.INDEXED, 0))
              .as("every query is refused")
              .anyMatch(scenario -> reads(provider, scenario));
      case LINK_READ ->
          assertThat(
                  does(
                      provider,
                      (session, collection) -> session.links(collection, new LinkQuery.In())))
              .as("every look-up is refused")
              .isTrue();
      case KEY_ACCESS, KEY_ACCESS_IN_CLIENT ->
          assertThat(does(provider, RoleContractTest::readsAKey)).as("no key is read").isTrue();
      case UPDATE ->
          assertThat(UpdateKind.values())
              .as("every kind of update is refused")
              .anyMatch(kind -> updates(provider, kind));
      case DELETE ->
          assertThat(does(provider, RoleContractTest::deletes)).as("nothing is deleted").isTrue();
      case SCAN ->
          assertThat(does(provider, (session, made) -> session.scan(made, UpdateSpec.ID)))
              .as("nothing is read in order")
              .isTrue();
      case QUERY_SUITE -> {
        assertThat(provider.dialect()).as("the dialect").isNotEmpty();
        assertThat(loadsASuite(provider)).as("nothing is loaded").isTrue();
      }
    }
  }

  private interface Work {
    void run(Session session, Collection collection);
  }

  private static boolean does(StoreProvider provider, Work work) {
    return does(
        provider,
        StoreConfig.defaults(),
        new Collection(ContractStores.named("role"), DATASET.document(0).body(), List.of()),
        work);
  }

  private static boolean does(
      StoreProvider provider, StoreConfig config, Collection collection, Work work) {
    try (Store store = provider.open(TestServers.address(provider), config);
        Session session = store.session()) {
      store.create(collection);
      work.run(session, collection);
      return true;
    } catch (UnsupportedOperationException e) {
      assertThat(e).message().isNotBlank().doesNotContain("\n");
      return false;
    }
  }

  private static void inserts(Session session, Collection collection) {
    session.inserts(collection).insert(DATASET.documents(0, 2));
  }

  private static void deletes(Session session, Collection collection) {
    inserts(session, collection);
    assertThat(session.deletes(collection).delete(1)).isOne();
  }

  private static void ingests(Session session, Collection collection) {
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    ingestion.load(DATASET.documents(0, 2));
    ingestion.phases().forEach(phase -> phase.work().run());
  }

  private static void readsAKey(Session session, Collection collection) {
    session.inserts(collection).insert(DATASET.documents(0, 2));
    List<Value> values = new ArrayList<>();
    session
        .read(collection, Query.ofEvery(new Projection.ValueAt(UpdateDocuments.SCORE, false)))
        .values(values::add);
    assertThat(values).hasSize(2).doesNotContain(NullValue.NULL);
  }

  private static boolean loadsASuite(StoreProvider provider) {
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults())) {
      Collection collection =
          new Collection(ContractStores.named("role"), DATASET.document(0).body(), List.of());
      Store suite = store.within(collection.name());
      suite.clear();
      try (Session session = suite.session()) {
        ingests(session, collection);
        assertThat(session.reader(collection).count()).isEqualTo(2);
      }
      suite.clear();
      return true;
    } catch (UnsupportedOperationException e) {
      assertThat(e).message().isNotBlank().doesNotContain("\n");
      return false;
    }
  }

  private static boolean reads(StoreProvider provider, Scenario scenario) {
    Collection collection =
        new Collection(
            ContractStores.named("role"),
            IndexedReadDocuments.withDefaults().document(0).body(),
            List.of());
    return does(
        provider,
        StoreConfig.defaults(),
        collection,
        (session, made) -> assertThat(session.read(made, scenario.query()).run(id -> {})).isZero());
  }

  private static boolean updates(StoreProvider provider, UpdateKind kind) {
    StoreConfig config = StoreConfig.defaults().withUpdate(kind);
    Collection collection =
        new Collection(ContractStores.named("role"), DATASET.document(0).body(), List.of());
    return provider.refusal(config).isEmpty()
        && does(
            provider,
            config,
            kind == UpdateKind.TYPED
                ? collection.withExtracted(List.of(UpdateDocuments.SCORE))
                : collection,
            (session, made) -> {
              session.inserts(made).insert(DATASET.documents(0, 2));
              UpdateSpec spec =
                  new UpdateSpec(
                      kind,
                      UpdateDocuments.KEY,
                      UpdateDocuments.SCORE,
                      (key, value) -> DATASET.body(UpdateDocuments.index(key), value));
              assertThat(session.updates(made, spec).update(UpdateDocuments.key(1), 5)).isOne();
            });
  }
}
