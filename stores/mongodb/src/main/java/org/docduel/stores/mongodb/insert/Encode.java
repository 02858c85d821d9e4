package org.docduel.stores.mongodb.insert;

import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreParameter;

/** How often a client encodes each document that it inserts. */
public enum Encode {
  /** Once, to send it. */
  ONCE,
  /** Once more before, to know its size, as the published comparison of inserts did. */
  TWICE;

  /** The parameter that chooses it. */
  public static final StoreParameter<Encode> PARAMETER =
      StoreParameter.choice(
          "encode",
          Capability.INSERT,
          "once, twice (once more for its size, as published)",
          "encode=once,twice",
          ONCE);
}
