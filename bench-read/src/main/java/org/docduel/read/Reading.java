package org.docduel.read;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.query.Index;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.LoadNote;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One client of an open store in a fork that reads, and what it tells beside the scores. Rows are
 * loaded by the first fork that finds them missing, and shared by all later ones and by later runs
 * on a server that lives on.
 */
public final class Reading implements AutoCloseable {
  /** To be raised when the way in which rows are stored or indexed changes. */
  private static final int VERSION = 4;

  private final String subject;
  private final BenchmarkParams params;
  private final ForkStore opened = new ForkStore();
  private final Store store;
  private Optional<Session> session = Optional.empty();
  private boolean planned;

  /** Opens a store; the subject is what the results call it. */
  public Reading(String store, String subject, String settings, BenchmarkParams params) {
    this.subject = subject;
    this.params = params;
    this.store = opened.open(store, config(store, settings));
  }

  /** What is read does not depend on what loading promised, and the quickest is taken. */
  public static StoreConfig config(String store, String settings) {
    StoreConfig unlogged =
        StoreConfig.defaults()
            .withDurability(Durability.NONE)
            .withSettings(StoreSettings.parse(settings));
    return ForkStore.provider(store).unsupportedReason(unlogged).isEmpty()
        ? unlogged
        : unlogged.withDurability(Durability.RELAXED);
  }

  /**
   * Sees to it that rows are there, settled.
   *
   * @param collection its name has at most 33 characters, and differs where rows, indexes or the
   *     store's settings do
   * @throws StoreException when what is read back is not what was loaded
   */
  public void provide(Dataset dataset, long rows, Collection collection) {
    List<String> indexes = collection.indexes().stream().map(Index::name).toList();
    new LoadNote(collection.name(), VERSION, dataset.name(), rows, indexes)
        .loadIfAbsent(
            store,
            () -> true,
            () ->
                new DocumentLoad(collection, dataset, rows).loadChecked(store, collection.name()));
  }

  /** The client's session, which is opened at the first use. */
  public Session session() {
    session = session.or(() -> Optional.of(store.session()));
    return session.get();
  }

  /**
   * A query, prepared.
   *
   * @throws StoreException when it cannot
   */
  public Read prepare(Collection collection, Query query, String what) {
    try {
      return session().read(collection, query);
    } catch (UnsupportedOperationException e) {
      throw new StoreException(subject + ": " + what + " cannot be run: " + e.getMessage(), e);
    }
  }

  /**
   * Tells whether an answer is right.
   *
   * @throws StoreException when it is wrong: there is no score
   */
  public void check(String what, ContentCheck.Outcome outcome) {
    outcome.recordOrThrow(subject, params, what);
  }

  /** An answer of another size than the one that was checked. */
  public void expect(long received, long expected, String rows) {
    if (received != expected) {
      throw new StoreException(
          subject + ": " + received + " " + rows + " came where there are " + expected);
    }
  }

  /** Tells the first plan of the fork; whether this is it. */
  public boolean plan(QueryPlan plan, boolean indexed, boolean used) {
    if (planned) {
      return false;
    }
    planned = true;
    String verdict = used ? "index" : indexed ? PlanFact.FAILED : PlanFact.UNINDEXED;
    ForkFacts.plan(subject, StoreState.combination(params), plan, verdict);
    return true;
  }

  public void explain(Read read, Runnable execution) {
    ExplainedTime.recordIfRequested(subject, StoreState.combination(params), read, execution);
  }

  public StoreDescription describe(Collection collection, long rows) {
    StoreDescription description =
        store.describe(collection).with("numbers", collection.shape().fractions());
    ForkFacts.store(subject, StoreState.combination(params), rows, description);
    return description;
  }

  @Override
  public void close() {
    try {
      session.ifPresent(Session::close);
    } finally {
      opened.close();
    }
  }
}
