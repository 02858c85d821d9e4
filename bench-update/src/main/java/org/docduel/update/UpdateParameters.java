package org.docduel.update;

import java.util.List;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.config.WholeNumber;
import org.docduel.core.workload.Parameter;

/**
 * The parameters of the update benchmark, checked.
 *
 * @param kind how a score is changed
 * @param pool connections that all workers share; 0 for one each
 * @param index which index there is on the key
 * @param documents how many documents there are
 * @param keys which of them are updated how often
 * @param rate updates that are due per second; 0 for a closed loop
 */
record UpdateParameters(
    UpdateKind kind, int pool, KeyIndex index, int documents, KeyChoice keys, int rate) {
  static final WholeNumber DOCUMENTS = new WholeNumber("documents", 1, 100_000_000);
  static final WholeNumber RATE = new WholeNumber("rate", 0, 10_000_000);

  static UpdateParameters defaults() {
    return new UpdateParameters(UpdateKind.SET, 0, KeyIndex.USER_ID, 100_000, KeyChoice.UNIFORM, 0);
  }

  static UpdateParameters parse(UpdateState state) {
    return new UpdateParameters(
        UpdateKind.parse(state.update),
        StoreConfig.POOL.parse(state.pool),
        KeyIndex.parse(state.index),
        DOCUMENTS.parse(state.documents),
        KeyChoice.parse(state.keys),
        RATE.parse(state.rate));
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter> described() {
    return List.of(
        new Parameter(
            UpdateKind.PARAMETER,
            "set, subscript, merge, replace, typed: how profile.score is changed",
            "update=set,replace",
            UpdateKind::parse),
        new Parameter(
            DOCUMENTS.parameter(),
            "documents in the collection, 1 to 100000000",
            "documents=1000000",
            DOCUMENTS::parse),
        new Parameter(
            KeyIndex.PARAMETER,
            "user_id, none, unusable (on the key as text, while statements compare a number)",
            "index=none,unusable,user_id",
            KeyIndex::parse),
        new Parameter(
            KeyChoice.PARAMETER, "uniform, zipfian", "keys=uniform,zipfian", KeyChoice::parse),
        new Parameter(
            StoreConfig.POOL.parameter(),
            "connections that all workers share, 0 to 10000; 0: each worker has its own",
            "pool=0,200",
            StoreConfig.POOL::parse),
        new Parameter(
            RATE.parameter(),
            "updates due per second, 0 to 10000000; 0: each worker sends when it can",
            "rate=0,1000",
            RATE::parse));
  }
}
