package org.docduel.stores.mongodb;

import com.mongodb.client.MongoClient;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Store;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;
import org.docduel.testkit.TestSpace;

/**
 * Stores in the tests' own database of a server that may be an imitation, which the provider
 * refuses.
 */
final class TestStores {
  private TestStores() {}

  /** The default store of an address. */
  static Store of(String url) {
    StoreConfig config = StoreConfig.defaults();
    return of(MongoDriver.client(new ServerAddress(url), config), config, Optional.empty());
  }

  /** A store that closes its client. */
  static Store of(MongoClient client, StoreConfig config, Optional<StorageServer> storage) {
    String space = TestSpace.name();
    OwnershipRegistry marks = new OwnershipRegistry(client.getDatabase(space), space);
    return new MongoStore(client, ServerReport.of(client), config, storage, marks);
  }
}
