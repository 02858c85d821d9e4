package org.docduel.testkit.contract;

import java.util.List;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;

/** Collections of this process, so that two builds on one server do not meet. */
final class ContractCollections {
  private static final String NAME = named("contract");

  private ContractCollections() {}

  static Collection like(ObjectValue example, Index... indexes) {
    return new Collection(NAME, example, List.of(indexes));
  }

  /** For a test class of its own: classes run at the same time. */
  static String named(String purpose) {
    return purpose + "_" + ProcessHandle.current().pid();
  }
}
