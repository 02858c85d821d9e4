package org.docduel.testkit.contract;

import java.util.stream.Stream;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;

/** The stores on the class path, by what they can do. */
final class ContractStores {
  private ContractStores() {}

  /** Those that give back what they were sent. */
  static Stream<StoreProvider> readable() {
    return with(Capability.READ_BACK);
  }

  static Stream<StoreProvider> with(Capability capability) {
    return StoreProviders.all().stream()
        .filter(provider -> provider.capabilities().contains(capability));
  }
}
