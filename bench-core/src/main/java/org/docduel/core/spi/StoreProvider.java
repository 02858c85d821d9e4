package org.docduel.core.spi;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;

/**
 * One store: one system and one representation. Found by {@link java.util.ServiceLoader}; a new
 * database is one provider, its files, and one service line.
 */
public interface StoreProvider {
  /**
   * The store's name, as {@code -p store=} takes it.
   *
   * @return lower case with dashes, such as {@code postgres-jsonb}
   */
  String name();

  /**
   * What the store can do.
   *
   * @return an immutable set
   */
  Set<Capability> capabilities();

  /**
   * Why a setting makes no sense for this store. Asked before anything is started; a combination
   * that is refused is skipped with this line.
   *
   * @param config the settings
   * @return the reason as half a sentence, or empty when the store takes them
   */
  Optional<String> refusal(StoreConfig config);

  /**
   * The server that the store lives on.
   *
   * @return its family, or empty for a store that needs none
   */
  Optional<ServerFamily> server();

  /**
   * Connects.
   *
   * @implSpec asserts what {@link StoreConfig#durability()} promises, and fails when the server
   *     breaks it
   * @param address where the server is; empty exactly when {@link #server()} is
   * @param config settings that {@link #refusal} took
   * @return the open store
   * @throws StoreException when the server cannot be reached or does not keep the promise
   */
  Store open(Optional<ServerAddress> address, StoreConfig config);

  /**
   * The ways to watch the store's server while a workload runs, which {@code -prof} turns on by
   * their short names. Stores on one kind of server share them.
   *
   * @return short name to what it measures, in a few words; see {@link Session#watch}
   */
  default Map<String, String> profilers() {
    return Map.of();
  }
}
