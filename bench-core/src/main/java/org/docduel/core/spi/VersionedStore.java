package org.docduel.core.spi;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerVersion;
import org.docduel.core.spi.starter.StarterSuite;

/** A store on a server of its own, of one version: {@code postgres-jsonb@18}. */
record VersionedStore(StoreProvider store, ServerVersion version) implements StoreProvider {
  @Override
  public String name() {
    return store.name() + "@" + version;
  }

  @Override
  public String label() {
    return store.label() + "@" + version;
  }

  @Override
  public Optional<ServerFamily> server() {
    return store.server().map(family -> family.at(version));
  }

  @Override
  public Set<Capability> capabilities() {
    return store.capabilities();
  }

  @Override
  public String dialect() {
    return store.dialect();
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return store.starter(suite);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return store.parameters();
  }

  @Override
  public List<String> notices() {
    return store.notices();
  }

  @Override
  public boolean onlyWhenNamed() {
    return true;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return store.refusal(config);
  }

  @Override
  public Optional<String> refusal(StoreConfig config, Collection collection) {
    return store.refusal(config, collection);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return store.open(address, config);
  }
}
