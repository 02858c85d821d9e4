package org.docduel.core.store;

import java.util.stream.Stream;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;

/** Every store on the class path that gives back what it was sent. */
final class ContractStores {
  private ContractStores() {}

  static Stream<StoreProvider> readable() {
    return StoreProviders.all().stream()
        .filter(provider -> provider.capabilities().contains(Capability.READ_BACK));
  }
}
