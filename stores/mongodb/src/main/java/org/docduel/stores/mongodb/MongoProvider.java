package org.docduel.stores.mongodb;

import com.mongodb.client.MongoClient;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.stores.mongodb.server.Marks;
import org.docduel.stores.mongodb.server.MongoConnections;
import org.docduel.stores.mongodb.server.MongoErrors;
import org.docduel.stores.mongodb.server.MongoServer;

/**
 * {@code mongodb}: BSON documents in a server that speaks MongoDB's protocol, in a database of the
 * suite's own, {@code docduel}.
 *
 * <p>A batch is one ordered {@code insertMany} with ids made by the client (int64), under write
 * concern {@code {w: 1, j: true}} for {@link Durability#DEFAULT} and {@code {w: 1, j: false}} for
 * {@link Durability#RELAXED}. {@link Durability#NONE} is refused: the protocol has no unlogged
 * collections, and {@code w: 0} would time a write that nobody acknowledges.
 *
 * <p>A batch is encoded as a whole before any of it is sent, so that one with a document that is no
 * BSON leaves nothing behind. Of a batch in which the server refuses a document (an id that is
 * there already), what it had kept of the batch is deleted again before the failure is reported;
 * other clients can see it until then. Only a lost connection leaves the part that was written.
 */
public final class MongoProvider implements StoreProvider {
  /** For the service loader. */
  public MongoProvider() {}

  @Override
  public String name() {
    return MongoErrors.STORE;
  }

  @Override
  public String dialect() {
    return MongoErrors.STORE;
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return Optional.of(StarterPipelines.file(suite));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.KEY_ACCESS_IN_CLIENT));
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return List.of(Sharding.PARAMETER, MongoWrites.Encode.PARAMETER);
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return config.durability() == Durability.NONE
        ? Optional.of(
            "it has no unlogged collections, and an unacknowledged write (w: 0) cannot be timed")
        : StoreProvider.super.refusal(config);
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(MongoServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    ServerAddress server = address.orElseThrow();
    MongoClient client = MongoConnections.client(server, config.pool());
    try {
      ServerReport report = ServerReport.of(client);
      Marks marks = Marks.of(client, server.space(), config.durability());
      return new MongoStore(client, report, config, checked(report, config), marks);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /**
   * Whether the server can do what is asked for and keeps what it promises.
   *
   * @return the server that keeps FerretDB's documents, where it is known
   */
  private static Optional<StorageServer> checked(ServerReport report, StoreConfig config) {
    Sharding sharding = Sharding.in(config);
    String durability = "durability=" + config.durability().label();
    if (sharding.isSharded() && !report.isRouter()) {
      throw MongoErrors.refused(
          "sharding=%s needs a sharded cluster, and the server is %s; give the address of a mongos,"
                  .formatted(sharding.kind(), report.product())
              + " or take sharding=none");
    }
    if (report.forgets()) {
      throw MongoErrors.refused(
          "%s keeps documents in memory only and cannot promise %s; give the address of a server"
                  .formatted(report.product(), durability)
              + " that keeps them on disk");
    }
    Optional<StorageServer> storage =
        report.isFerretDb()
            ? StorageServer.of(Settings.ofProcess(), report.postgres())
            : Optional.empty();
    storage
        .flatMap(below -> StorageServer.broken(below.told(), config.durability()))
        .ifPresent(broken -> {
          throw MongoErrors.refused(
              durability + " cannot be kept: the PostgreSQL below FerretDB has " + broken);
        });
    return storage;
  }
}
