package org.docduel.stores.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code mongodb} on an imitation of a server in this JVM, which the contract is tried on too. It
 * lacks explain, most of the expressions of pipelines, and a collection's total size.
 */
public final class ImitationProvider implements StoreProvider {
  private final MongoProvider real = new MongoProvider();

  @Override
  public String name() {
    return "mongodb-imitation";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.INSERT,
        Capability.INGEST,
        Capability.READ_BACK,
        Capability.UPDATE,
        Capability.DELETE,
        Capability.SCAN);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return List.of(MongoWrites.Encode.PARAMETER);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return config.update() == UpdateKind.MERGE
        ? Optional.of("the imitation merges nothing")
        : real.unsupportedReason(config);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    return real.unsupportedReason(config, collection);
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.empty();
  }

  /** A server that ends with its store. */
  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    MongoServer server = new MongoServer(new MemoryBackend());
    ServerAddress serverAddress = new ServerAddress(server.bindAndGetConnectionString());
    Store store =
        TestStores.of(MongoDriver.client(serverAddress, config), config, Optional.empty());
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(store, arguments);
                return answer instanceof StoreDescription description
                    ? withTotal(description)
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              } finally {
                if (method.getName().equals("close")) {
                  server.shutdownNow();
                }
              }
            });
  }

  private static StoreDescription withTotal(StoreDescription description) {
    Map<String, Long> sizes = new HashMap<>(description.sizes());
    sizes.put("total", sizes.getOrDefault("uncompressed", 0L));
    return new StoreDescription(
        description.product(), description.durability(), description.settings(), sizes);
  }
}
