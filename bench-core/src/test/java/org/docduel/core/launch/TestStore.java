package org.docduel.core.launch;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;

/** A store for tests of plans: it has a name and opinions, and is never opened. */
public record TestStore(
    String name,
    Set<Capability> capabilities,
    List<StoreParameter<?>> parameters,
    boolean onlyWhenNamed,
    Optional<ServerFamily> server)
    implements StoreProvider {
  public TestStore(
      String name,
      Set<Capability> capabilities,
      List<StoreParameter<?>> parameters,
      boolean onlyWhenNamed) {
    this(name, capabilities, parameters, onlyWhenNamed, Optional.empty());
  }

  /** One whose server belongs to a family. */
  public static TestStore on(String family, String name) {
    Optional<ServerFamily> server = Optional.of(new ServerFamily(family, List.of()));
    return new TestStore(
        name, Set.of(Capability.INSERT, Capability.READ_BACK), List.of(), false, server);
  }

  public static TestStore inserting(String name, StoreParameter<?>... parameters) {
    return new TestStore(
        name, Set.of(Capability.INSERT, Capability.READ_BACK), List.of(parameters), false);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return config.durability() == Durability.NONE
        ? Optional.of("has no unlogged tables")
        : Optional.empty();
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    throw new UnsupportedOperationException("plans open nothing");
  }
}
