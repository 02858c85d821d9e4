package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;

class SubjectStoresTest {
  private static final SubjectStores STORES =
      new SubjectStores(new TestWorkload(), List.of(TestStore.inserting("plain"), new Shy("shy")));

  /** A store that takes part only when it is named. */
  private record Shy(String name) implements StoreProvider {
    @Override
    public boolean onlyWhenNamed() {
      return true;
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of(Capability.INSERT);
    }

    @Override
    public Optional<String> refusal(StoreConfig config) {
      return Optional.empty();
    }

    @Override
    public Optional<ServerFamily> server() {
      return Optional.empty();
    }

    @Override
    public Store open(Optional<ServerAddress> address, StoreConfig config) {
      throw new UnsupportedOperationException("plans open nothing");
    }
  }

  @Test
  void allAreThoseThatTakePartUnasked() {
    assertThat(STORES.expand(insert("all")))
        .extracting(one -> one.value("store"))
        .containsExactly("plain");
  }

  @Test
  void whoIsNamedTakesPart() {
    assertThat(STORES.expand(insert("shy")))
        .extracting(one -> one.value("store"))
        .containsExactly("shy");
  }

  private static Combination insert(String store) {
    return new Combination("a.Insert.b", Map.of("store", store));
  }
}
