package com.example.memory;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code memory}: typed documents in the memory of a server. Whatever durability is asked for, an
 * acknowledged document lasts as long as the server; the description says so.
 */
public final class MemoryProvider implements StoreProvider {
  /** For the service loader. */
  public MemoryProvider() {}

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(
        EnumSet.of(Capability.QUERY_SUITE, Capability.KEY_ACCESS_IN_CLIENT, Capability.LINK_READ));
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return config.update() == UpdateKind.TYPED
        ? Optional.of("it has no columns beside the document")
        : Optional.empty();
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(EmbeddedMemory.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return new MemoryStore(address.orElseThrow());
  }
}
