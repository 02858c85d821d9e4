package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
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
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.suite.SuiteTables;
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
  void fillsDeclaredRole(StoreProvider provider, Capability role) {
    check(provider, role);
  }

  /** Fails for a store that refuses everything in a role. */
  public static void check(StoreProvider provider, Capability role) {
    assertThat(provider.unsupportedReason(StoreConfig.defaults()))
        .as("the defaults are refused")
        .isEmpty();
    assertThat(fills(provider, role)).as("it can %s, as it says", role.description()).isTrue();
  }

  private static boolean fills(StoreProvider provider, Capability role) {
    StoreConfig standard = StoreConfig.defaults();
    return switch (role) {
      case READ ->
          IndexedReads.scenarios(IndexedReads.INDEXED, 0).stream()
              .anyMatch(scenario ->
                  does(
                      provider,
                      standard,
                      collection(new IndexedReadDocuments()),
                      (store, session, collection) ->
                          assertThat(session.read(collection, scenario.query()).run(id -> {}))
                              .isZero()));
      case UPDATE ->
          TestServers.configs(provider, role)
              .anyMatch(config ->
                  does(
                      provider,
                      config,
                      UpdateContractTest.collection("role", config),
                      (store, session, collection) -> {
                        insert(session, collection);
                        UpdateSpec spec =
                            UpdateContractTest.spec(config.update(), UpdateDocuments.KEY);
                        assertThat(
                                session.updates(collection, spec).update(UpdateDocuments.key(1), 5))
                            .isOne();
                      }));
      case SUITE_TABLES -> does(() -> loadTable(provider));
      case QUERY_SUITE -> !provider.dialect().isEmpty() && does(() -> loadSuite(provider));
      default ->
          does(
              provider,
              standard,
              collection(DATASET),
              (store, session, collection) -> fill(role, session, collection));
    };
  }

  private static void fill(Capability role, Session session, Collection collection) {
    switch (role) {
      case INGEST -> ContractStores.ingest(session, collection, DATASET.documents(0, 2));
      case READ_BACK -> session.reader(collection).count();
      case LINK_READ -> session.links(collection, new LinkQuery.In());
      case SCAN -> session.scan(collection, UpdateSpec.ID);
      case INSERT -> insert(session, collection);
      case DELETE -> {
        insert(session, collection);
        assertThat(session.deletes(collection).delete(1)).isOne();
      }
      case KEY_ACCESS, KEY_ACCESS_IN_CLIENT -> {
        insert(session, collection);
        List<Value> values = new ArrayList<>();
        session
            .read(collection, Query.ofEvery(new Projection.ValueAt(UpdateDocuments.SCORE, false)))
            .values(values::add);
        assertThat(values).hasSize(2).doesNotContain(NullValue.NULL);
      }
      default -> throw new IllegalArgumentException("nothing fills " + role);
    }
  }

  private static void insert(Session session, Collection collection) {
    session.inserts(collection).insert(DATASET.documents(0, 2));
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
    return new Collection(ContractStores.uniqueName("role"), dataset.document(0).body(), List.of());
  }

  private static void loadTable(StoreProvider provider) {
    try (Store store = ContractStores.open(provider, StoreConfig.defaults())) {
      Store suite = store.within("role_tables");
      suite.clear();
      try (Session session = suite.session()) {
        SuiteTables tables = session.tables();
        tables.define(List.of("CREATE TABLE pair (id integer, name text)"));
        byte[] rows = "1\ta\n2\t\\N\n".getBytes(StandardCharsets.UTF_8);
        assertThat(tables.load("pair", new ByteArrayInputStream(rows))).isEqualTo(2);
        String digest = tables.digest("pair");
        assertThat(digest).startsWith("2 rows").isEqualTo(tables.digest("pair"));
        assertThat(tables.sizes("pair")).isNotEmpty();
        tables.load("pair", new ByteArrayInputStream(rows));
        assertThat(tables.digest("pair")).startsWith("4 rows").isNotEqualTo(digest);
        assertThatThrownBy(() -> tables.load("none", new ByteArrayInputStream(rows)))
            .isInstanceOf(StoreException.class);
      }
      suite.clear();
    }
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
