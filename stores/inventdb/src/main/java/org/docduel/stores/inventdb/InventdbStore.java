package org.docduel.stores.inventdb;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.SuiteQuery;

/** Types of one namespace. All sessions share the HTTP client, which has a connection for each. */
final class InventdbStore implements Store {
  private final InventdbClient client;
  private final String namespace;

  InventdbStore(InventdbClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  private InventdbType type(Collection collection) {
    return new InventdbType(client, namespace, collection.name());
  }

  /** The first record makes a type. One that holds something is left alone, and is an error. */
  @Override
  public void create(Collection collection) {
    type(collection).requireEmpty();
  }

  /**
   * Not possible: no call for it is published.
   *
   * @throws StoreException always
   */
  @Override
  public void empty(Collection collection) {
    throw new StoreException(
        InventdbProvider.NAME + ": its published protocol has no call that empties a type");
  }

  /** No call for it is published. */
  @Override
  public void settle() {
    // nothing can be asked for
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return new StoreDescription(
        "InventDB, version not told",
        "",
        Map.of(SETTLE, "nothing: no call for it is published"),
        Map.of(),
        List.of(
            "statements for indexes and foreign keys were not sent: as published, it indexes every"
                + " field while it loads"),
        "");
  }

  /** All suites share the namespace: a second one with a type of the same name is refused. */
  @Override
  public Store within(String suite) {
    return this;
  }

  /** Drops nothing: preparing to load refuses a type that holds something. */
  @Override
  public void clear() {
    // no call for it is published
  }

  private SuiteQuery query(String text, Duration limit) {
    return new SuiteQuery() {
      @Override
      public long run() {
        return InventdbAnswer.read(client.question(text, limit), (names, values) -> {});
      }

      @Override
      public void answer(Rows rows) {
        InventdbAnswer.read(
            client.question(text, limit),
            (names, values) ->
                rows.row(names, values.stream().map(InventdbAnswer::computed).toList()));
      }

      @Override
      public List<String> plan() {
        return List.of("not told: the published protocol has no plans");
      }
    };
  }

  @Override
  public Session session() {
    return new Session() {
      @Override
      public Ingestion ingestion(Collection collection) {
        return type(collection).ingestion();
      }

      // Sends nothing: the statements are PostgreSQL's. The description says that they were not.
      @Override
      public void apply(List<String> statements) {
        // as published, every field is indexed while it is loaded
      }

      @Override
      public SuiteQuery query(String text, Duration limit, boolean writes) {
        return InventdbStore.this.query(text, limit);
      }

      @Override
      public Inserts inserts(Collection collection) {
        return type(collection);
      }

      @Override
      public ContentReader reader(Collection collection) {
        return type(collection);
      }

      @Override
      public void close() {
        // the client keeps the connections
      }
    };
  }

  @Override
  public void close() {
    // Java 17 closes the client's connections when it is no longer in use
  }
}
