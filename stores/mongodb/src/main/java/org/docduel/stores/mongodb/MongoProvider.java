package org.docduel.stores.mongodb;

import com.mongodb.client.MongoClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.suite.QuerySuiteProvider;
import org.docduel.stores.mongodb.client.Connections;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.insert.Encode;
import org.docduel.stores.mongodb.server.MongoServer;
import org.docduel.stores.mongodb.shard.Sharding;

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
public final class MongoProvider implements QuerySuiteProvider {
  private static final List<StoreParameter<?>> PARAMETERS =
      Stream.concat(Sharding.PARAMETERS.stream(), Stream.of(Encode.PARAMETER)).toList();

  private static final String NAME = Failures.STORE;

  /** For the service loader. */
  public MongoProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String dialect() {
    return NAME;
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return Optional.of(StarterPipelines.file(suite));
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.INSERT,
        Capability.INGEST,
        Capability.READ,
        Capability.LINK_READ,
        Capability.KEY_ACCESS,
        Capability.UPDATE,
        Capability.DELETE,
        Capability.SCAN,
        Capability.QUERY_SUITE,
        Capability.READ_BACK);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return PARAMETERS;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    if (config.durability() == Durability.NONE) {
      return Optional.of(
          "it has no unlogged collections, and an unacknowledged write (w: 0) cannot be timed");
    }
    return switch (config.update()) {
      case TYPED -> Optional.of("it has no columns beside its documents");
      case SUBSCRIPT -> Optional.of("its protocol has no subscripts that can be assigned to");
      case SET, MERGE, REPLACE -> Optional.empty();
    };
  }

  private static Sharding sharding(StoreConfig config) {
    return Sharding.parse(config.settings().values().getOrDefault(Sharding.PARAMETER, "none"));
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(MongoServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    refusal(config)
        .ifPresent(reason -> {
          throw new StoreException(NAME + ": " + reason);
        });
    ServerAddress server =
        address.orElseThrow(() -> new StoreException(NAME + ": it needs a server's address"));
    MongoClient client = Connections.client(server, config.pool());
    try {
      ServerReport report = ServerReport.of(client);
      Sharding sharding = sharding(config);
      if (sharding.isSharded() && !report.isRouter()) {
        throw new StoreException(
            NAME
                + ": sharding="
                + sharding.kind()
                + " needs a sharded cluster, and the server is "
                + report.product()
                + "; give the address of a mongos, or take sharding=none");
      }
      if (report.forgets()) {
        throw new StoreException(
            NAME
                + ": "
                + report.product()
                + " keeps documents in memory only and cannot promise durability="
                + config.durability().label()
                + "; give the address of a server that keeps them on disk");
      }
      Optional<StorageServer> storage =
          report.isFerretDb()
              ? StorageServer.of(Settings.ofProcess(), report.postgres())
              : Optional.empty();
      storage
          .flatMap(below -> StorageServer.broken(below.promise(), config.durability()))
          .ifPresent(broken -> {
            throw new StoreException(
                NAME
                    + ": durability="
                    + config.durability().label()
                    + " cannot be kept: the PostgreSQL below FerretDB has "
                    + broken);
          });
      return new MongoStore(
          client,
          report,
          config.durability(),
          server.space(),
          sharding,
          Encode.PARAMETER.in(config),
          storage);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }
}
