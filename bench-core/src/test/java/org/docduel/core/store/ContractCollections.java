package org.docduel.core.store;

import java.util.List;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;

/** One collection for each process, so that two builds on one server do not meet. */
final class ContractCollections {
  private static final String NAME = "contract_" + ProcessHandle.current().pid();

  private ContractCollections() {}

  static Collection like(ObjectValue example, Index... indexes) {
    return new Collection(NAME, example, List.of(indexes));
  }
}
