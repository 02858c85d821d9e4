package org.docduel.stores.inventdb;

import java.time.Duration;
import java.util.List;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.spi.suite.SuiteQuery;

/**
 * A suite's types under their plain names, by which SQL finds them. All suites share the namespace:
 * a second one with a type of the same name is refused.
 */
final class InventdbSuites implements QuerySuites {
  private final InventdbClient client;
  private final String namespace;

  InventdbSuites(InventdbClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** Drops nothing: preparing to load refuses a type that holds something. */
  @Override
  public void clear() {
    // no call for it is published
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    return new InventdbType(client, namespace, collection.name()).ingestion();
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new InventdbType(client, namespace, collection.name());
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return InventdbStore.describe();
  }

  /** Sends nothing: the statements are PostgreSQL's. The description says that they were not. */
  @Override
  public void apply(List<String> statements) {
    // as published, every field is indexed while it is loaded
  }

  @Override
  public SuiteQuery prepare(String text, Duration limit) {
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
}
