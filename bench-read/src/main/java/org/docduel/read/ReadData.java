package org.docduel.read;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.LoadNote;
import org.docduel.core.work.PhaseClock;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The rows of one size in one store: loaded by the first fork that finds them missing, shared by
 * all later ones, and by later runs on a server that lives on.
 *
 * @param collection where they lie; its name has at most 33 characters, and differs where rows,
 *     indexes or the store's settings do
 */
public record ReadData(Dataset dataset, long rows, Collection collection) {
  /** To be raised when the way in which rows are stored or indexed changes. */
  private static final int VERSION = 3;

  /**
   * How a store is opened that is only read: what is read does not depend on what loading promised,
   * and the quickest is taken.
   */
  public static StoreConfig config(String store, String settings) {
    StoreConfig unlogged =
        StoreConfig.defaults()
            .withDurability(Durability.NONE)
            .withSettings(StoreSettings.parse(settings));
    return ForkStore.provider(store).refusal(unlogged).isEmpty()
        ? unlogged
        : unlogged.withDurability(Durability.RELAXED);
  }

  /**
   * Sees to it that the rows are there, settled.
   *
   * @throws StoreException when what is read back is not what was loaded
   */
  public void provide(Store store) {
    new LoadNote(collection.name(), words())
        .unlessThere(
            store,
            session -> {
              PhaseClock clock = new PhaseClock();
              DocumentLoad.all(dataset, rows, session.ingestion(collection), clock);
              System.out.println(collection.name() + ": loaded, " + clock.inSeconds());
              store.settle();
              ContentCheck.Outcome outcome =
                  ContentCheck.withDefaults().check(dataset, 0, rows, session.reader(collection));
              if (!outcome.passed()) {
                throw new StoreException(
                    collection.name() + " is not as it was loaded: " + outcome.detail());
              }
            });
  }

  private Map<String, Value> words() {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("dataset", new StringValue(dataset.name()));
    words.put("rows", new IntegerValue(rows));
    words.put(
        "indexes",
        new StringValue(
            collection.indexes().stream().map(Index::name).collect(Collectors.joining(" "))));
    return words;
  }

  /**
   * A query, prepared.
   *
   * @throws StoreException when it cannot
   */
  public Read read(Session session, Query query, String what) {
    try {
      return session.read(collection, query);
    } catch (UnsupportedOperationException e) {
      throw new StoreException(what + " cannot be run: " + e.getMessage(), e);
    }
  }

  /** Keeps a plan. */
  public static void plan(
      String subject, BenchmarkParams params, QueryPlan plan, boolean indexed, boolean used) {
    String verdict = used ? "index" : indexed ? PlanFact.FAILED : PlanFact.UNINDEXED;
    ForkFacts.plan(subject, StoreState.parameters(params), plan, verdict);
  }
}
