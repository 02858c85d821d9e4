package org.docduel.stores.mongodb;

import com.mongodb.client.MongoClient;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerSource;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;

/**
 * {@code mongodb}: BSON documents in a server that speaks MongoDB's protocol, in a database of the
 * suite's own, {@code docduel}.
 *
 * <p>A batch is one ordered {@code insertMany} with ids made by the client (int64), under write
 * concern {@code {w: 1, j: true}} for {@link Durability#DEFAULT} and {@code {w: 1, j: false}} for
 * {@link Durability#RELAXED}. Only a lost connection leaves a part of a batch that was refused.
 */
public final class MongoProvider implements StoreProvider {
  private static final int PORT = 27017;

  /** Where the image keeps its data. */
  private static final String DATA = "/data/db";

  /** The profiler of what the server counts. */
  static final String MONGOSTAT = "mongostat";

  /** The profiler of the server's processor time. */
  static final String SERVERCPU = "servercpu";

  /** How a collection is distributed over the shards of a cluster: the key, empty for none. */
  static final StoreParameter<BsonDocument> SHARD_KEY =
      new StoreParameter<>(
          new Parameter<>(
              "sharding",
              "none, hashed, ranged: by the key, or by a field (hashed:user_id); a mongos's"
                  + " address",
              "sharding=none,hashed",
              MongoProvider::shardKey),
          Set.of(
              Capability.INSERT,
              Capability.INGEST,
              Capability.READ,
              Capability.LINK_READ,
              Capability.UPDATE),
          "none");

  /**
   * Servers that speak MongoDB's protocol, MongoDB among them; their addresses are connection
   * strings. Ways: a given address, a download that must be asked for, a container.
   */
  private static final ServerFamily FAMILY =
      new ServerFamily(
          MongoDriver.STORE,
          List.of(
              new ExternalServer(MongoDriver.STORE, new MongoWorkspace()),
              new DownloadedMongod(),
              new ContainerSource(
                  MongoDriver.STORE,
                  new MongoWorkspace(),
                  MongoProvider::container,
                  address -> {},
                  true)),
          Map.of(
              MONGOSTAT,
              "MongoDB: updates, document bytes, dirty bytes in the cache, journal bytes; FerretDB:"
                  + " storage and index bytes",
              SERVERCPU,
              "CPU time of the server's processes (local, Linux)"));

  /** For the service loader. */
  public MongoProvider() {}

  private static BsonDocument shardKey(String text) {
    Matcher matcher = Pattern.compile("(hashed|ranged)(?::([^.$][^$]*))?").matcher(text);
    if (text.equals("none")) {
      return new BsonDocument();
    } else if (!matcher.matches()) {
      throw BadInputException.parameter(
          "sharding", text, "none, hashed, ranged, hashed:FIELD or ranged:FIELD");
    }
    String field = matcher.group(2) == null ? BsonDocumentCodec.ID : matcher.group(2);
    return new BsonDocument(
        field, matcher.group(1).equals("hashed") ? new BsonString("hashed") : new BsonInt32(1));
  }

  /**
   * MongoDB's official image, alone and not in a replica set; its journal is always on. On the
   * host's network it listens on 127.0.0.1 without a password, as a downloaded one does: the image
   * sets users up with a server on port 27017 of that network, where another may be.
   */
  static ContainerRecipe container(Settings settings, ContainerRecipe.Place place) {
    String version = settings.get("mongodb.version").orElse("8.0");
    String image = settings.get("mongodb.image").orElse("mongo:" + version);
    String ready = "Waiting for connections";
    String direct = "/?directConnection=true";
    List<String> cache = DownloadedMongod.cacheOptions(settings);
    if (place.onHost()) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  "mongod", "--port", String.valueOf(place.hostPort()), "--bind_ip", "127.0.0.1"));
      command.addAll(cache);
      return new ContainerRecipe(
          image,
          place.hostPort(),
          Map.of(),
          command,
          DATA,
          ready,
          1,
          "mongodb://HOST:PORT" + direct);
    }
    String password = place.password();
    return new ContainerRecipe(
        image,
        PORT,
        Map.of("MONGO_INITDB_ROOT_USERNAME", "docduel", "MONGO_INITDB_ROOT_PASSWORD", password),
        cache, // the start script takes options for mongod's
        DATA,
        ready,
        2, // the start script restarts the server that it has set up
        "mongodb://docduel:" + password + "@HOST:PORT" + direct + "&authSource=admin");
  }

  @Override
  public String name() {
    return MongoDriver.STORE;
  }

  @Override
  public String dialect() {
    return MongoDriver.STORE;
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return Optional.of(MongoSuiteQuery.starter(suite));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(
        EnumSet.of(Capability.KEY_ACCESS_IN_CLIENT, Capability.SUITE_TABLES));
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return List.of(SHARD_KEY, MongoWrites.Encode.PARAMETER);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return config.durability() == Durability.NONE
        ? Optional.of(
            "it has no unlogged collections, and an unacknowledged write (w: 0) cannot be timed")
        : StoreProvider.super.unsupportedReason(config);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    return collection
        .unsupportedPathReason()
        .or(() -> StoreProvider.super.unsupportedReason(config, collection));
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    ServerAddress server = address.orElseThrow();
    MongoClient client = MongoDriver.client(server, config);
    try {
      ServerReport report = ServerReport.of(client).with(server);
      OwnershipRegistry marks =
          new OwnershipRegistry(client.getDatabase(server.space()), server.space());
      return new MongoStore(client, report, config, checked(report, config, marks), marks);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** Refuses what cannot be done or kept; gives the server that keeps FerretDB's documents. */
  private static Optional<StorageServer> checked(
      ServerReport report, StoreConfig config, OwnershipRegistry marks) {
    String durability = "durability=" + config.durability().label();
    if (!SHARD_KEY.in(config).isEmpty() && !report.isMongos()) {
      throw MongoDriver.storeException(
          "sharding needs a sharded cluster, and the server is %s; give the address of a mongos, or take sharding=none"
              .formatted(report.product()));
    } else if (report.isVolatile()) {
      throw MongoDriver.storeException(
          "%s keeps documents in memory only and cannot promise %s; give the address of a server that keeps them on disk"
              .formatted(report.product(), durability));
    } else if (!report.isFerretDb()) {
      return Optional.empty();
    }
    Optional<StorageServer> storage = StorageServer.of(Settings.ofProcess(), marks);
    storage
        .flatMap(below -> StorageServer.violation(below.settings(), config.durability()))
        .ifPresent(broken -> {
          throw MongoDriver.storeException(
              durability + " cannot be kept: the PostgreSQL below FerretDB has " + broken);
        });
    return storage;
  }
}
