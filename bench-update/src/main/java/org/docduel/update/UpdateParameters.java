package org.docduel.update;

import java.util.List;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;

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
  static final Parameter<Integer> DOCUMENTS =
      Parameter.number(
          "documents", 1, 100_000_000, "documents in the collection", "documents=1000000");
  static final Parameter<Integer> RATE =
      Parameter.number(
          "rate",
          0,
          10_000_000,
          "updates due per second (0: each worker sends when it can)",
          "rate=0,1000");
  static final Parameter<KeyIndex> INDEX =
      Parameter.choice(
          "index",
          KeyIndex.class,
          "user_id, none, unusable (on the key as text, while statements compare a number)",
          "index=none,unusable,user_id");
  static final Parameter<KeyChoice> KEYS =
      Parameter.choice("keys", KeyChoice.class, "uniform, zipfian", "keys=uniform,zipfian");

  static UpdateParameters defaults() {
    return new UpdateParameters(UpdateKind.SET, 0, KeyIndex.USER_ID, 100_000, KeyChoice.UNIFORM, 0);
  }

  static UpdateParameters parse(UpdateState state) {
    return new UpdateParameters(
        UpdateKind.PARAMETER.parse(state.update),
        StoreConfig.POOL.parse(state.pool),
        INDEX.parse(state.index),
        DOCUMENTS.parse(state.documents),
        KEYS.parse(state.keys),
        RATE.parse(state.rate));
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(UpdateKind.PARAMETER, DOCUMENTS, INDEX, KEYS, StoreConfig.POOL, RATE);
  }
}
