package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdleStoreTest {
  @ParameterizedTest
  @EnumSource
  void failsStoreThatRejectsEverythingOfDeclaredRole(Capability role) {
    assertThatThrownBy(() -> RoleContractTest.check(new Idle(), role))
        .isInstanceOf(AssertionError.class);
  }

  /** Declares everything and does nothing. */
  private static final class Idle implements StoreProvider, Store {
    @Override
    public String name() {
      return "idle";
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public Optional<String> unsupportedReason(StoreConfig config) {
      return Optional.empty();
    }

    @Override
    public Optional<ServerFamily> server() {
      return Optional.empty();
    }

    @Override
    public Store open(Optional<ServerAddress> address, StoreConfig config) {
      return this;
    }

    @Override
    public void create(Collection collection) {
      // it says that it has
    }

    @Override
    public void empty(Collection collection) {
      // it says that it has
    }

    @Override
    public void quiesce() {
      // it has nothing to do
    }

    @Override
    public StoreDescription describe(Collection collection) {
      return new StoreDescription("Idle 1.0", "", Map.of(), Map.of());
    }

    @Override
    public Session session() {
      return () -> {};
    }

    @Override
    public void close() {
      // it holds nothing
    }
  }
}
