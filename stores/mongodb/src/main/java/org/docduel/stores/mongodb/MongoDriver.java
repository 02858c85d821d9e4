package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.ConnectionString;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConfigurationException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.json.JsonParseException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.server.ServerSource.Workspace.WorkspaceException;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;

/**
 * The driver's clients, with a limit on every wait, since its default is to wait for an answer for
 * ever; and its exceptions as one line each, and what they mean.
 */
final class MongoDriver {
  /** The store's name, with which every message begins. */
  static final String STORE = "mongodb";

  /** The code of all that Atlas adds: a command that a cluster does not have, a full quota. */
  static final int ATLAS_ERROR = 8000;

  /**
   * Those that are about a document: Overflow, InvalidLength, InvalidBSON, PathNotViable,
   * DollarPrefixedFieldName, InvalidIdField, EmptyFieldName, DottedFieldName, ImmutableField,
   * DocumentValidationFailure, CannotIndexParallelArrays, BSONObjectTooLarge, DuplicateKey, and the
   * old ones for an index key that is too long and for a document that an update makes too large
   * (mongo/base/error_codes.yml).
   */
  private static final Set<Integer> ABOUT_THE_DOCUMENT =
      Set.of(15, 16, 22, 28, 52, 53, 56, 57, 66, 121, 171, 10_334, 11_000, 17_280, 17_419, 17_420);

  /**
   * BadValue, FailedToParse, TypeMismatch: about a document where a write of it fails, and about
   * the command otherwise.
   */
  private static final Set<Integer> ABOUT_A_WRITE = Set.of(2, 9, 14);

  /**
   * Of a replica set that elects, or of a member that goes down: HostUnreachable is not, since a
   * server that is gone is that too. ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary,
   * InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk,
   * NotPrimaryOrSecondary.
   */
  private static final Set<Integer> ELECTION =
      Set.of(91, 189, 10_107, 11_600, 11_602, 13_435, 13_436);

  private static final int OUT_OF_DISK_SPACE = 14_031;

  private static final Duration CHECK = Duration.ofSeconds(5);
  private static final Waits PROBE_TIMEOUTS = new Waits(CHECK, CHECK, CHECK, CHECK);

  /** The driver's account of servers, with the last cause why one cannot be reached. */
  private static final Pattern CAUSE = Pattern.compile("(?s).*\\{(?:\\w+\\.)+(\\w+: [^{}]*)}.*");

  /** The same, where an SRV address leads to no server. */
  private static final Pattern SRV =
      Pattern.compile("srvResolutionException=[\\w.]+: ([^,]*?)\\.?,");

  private static final Pattern UNKNOWN_HOST =
      Pattern.compile("UnknownHostException: ([^\\s:,{}]+)");

  private MongoDriver() {}

  private static WorkspaceException unresolved(String reason) {
    return new WorkspaceException(
        "its name cannot be resolved here (" + reason + ")",
        "see whether this host's DNS knows it, or write the address as mongodb://HOST:PORT,...");
  }

  /** A client for work, with the write concern of its durability. */
  static MongoClient client(ServerAddress address, StoreConfig config) {
    return MongoClients.create(settings(address, config, Waits.ofProcess()));
  }

  static MongoClientSettings settings(ServerAddress address, StoreConfig config, Waits waits) {
    long connectSeconds = waits.connect().toSeconds();
    long answerSeconds = waits.answer().toSeconds();
    ConnectionString connection;
    try {
      connection = connection(address);
    } catch (WorkspaceException e) {
      throw storeException(String.valueOf(e.getMessage()));
    }
    return MongoClientSettings.builder()
        .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(connectSeconds, SECONDS))
        .applyConnectionString(connection)
        // Whatever the address says: a limit is the one that its message names, what is tried again
        // in silence is timed as one operation, and a secondary may not have yet what was
        // acknowledged.
        .applyToSocketSettings(socket ->
            socket.connectTimeout(connectSeconds, SECONDS).readTimeout(answerSeconds, SECONDS))
        .retryReads(false)
        .retryWrites(false)
        .readPreference(ReadPreference.primary())
        .readConcern(ReadConcern.DEFAULT)
        // The driver's own limit is 100, and each worker is to have its connection.
        .applyToConnectionPoolSettings(
            connections -> connections.maxSize(config.pool()).maxWaitTime(answerSeconds, SECONDS))
        .writeConcern(new WriteConcern(1).withJournal(config.durability() == Durability.DEFAULT))
        .codecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(
                    new BsonDocumentCodec(),
                    new MongoRead.Rows<>(Value.class, BsonBytes::readSingleValue),
                    new MongoRead.Rows<>(ObjectValue.class, BsonBytes::readBody)),
                MongoClientSettings.getDefaultCodecRegistry()))
        .build();
  }

  private static ConnectionString connection(ServerAddress address) throws WorkspaceException {
    ConnectionString connection;
    try {
      connection = new ConnectionString(address.url());
    } catch (MongoConfigurationException e) { // an SRV address asks the DNS at once
      throw unresolved(String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException | MongoException e) {
      // Without the driver's own words: they may repeat the password.
      throw new WorkspaceException(
          "this is not a MongoDB connection string",
          "write it as mongodb://USER:PASSWORD@HOST:PORT/?OPTION=VALUE, with what is special in a"
              + " password percent-encoded");
    }
    if (connection.getTimeout() != null) { // it cannot be taken out of a client's settings
      throw new WorkspaceException(
          "timeoutMS limits every operation, the server's own work too",
          "leave it out, and set " + Settings.variable(Waits.ANSWER));
    }
    return connection;
  }

  /** A client that gives up within seconds; the same otherwise. */
  static MongoClient probeClient(ServerAddress address) {
    return MongoClients.create(settings(address, StoreConfig.defaults(), PROBE_TIMEOUTS));
  }

  /** Connects once; returns the server's version. */
  static String check(ServerAddress address) throws WorkspaceException {
    connection(address);
    try (MongoClient client = probeClient(address)) {
      // Unlike a ping, this is refused when the server wants a user and none is given.
      client
          .getDatabase("admin")
          .runCommand(BsonDocument.parse("{listDatabases: 1, nameOnly: true}"));
      return ServerReport.of(client).version();
    } catch (MongoException e) {
      String message = message(e);
      Matcher srv = SRV.matcher(message);
      if (srv.find()) {
        throw unresolved(srv.group(1));
      }
      Matcher host = UNKNOWN_HOST.matcher(message);
      if (host.find()) {
        throw new WorkspaceException(
            "there is no host " + host.group(1), ServerAddress.CORRECT_HOST);
      }
      Matcher cause = CAUSE.matcher(message);
      throw new WorkspaceException(
          cause.matches() ? "no connection (" + cause.group(1) + ")" : message,
          "start that server, or correct the address, its user and its password");
    }
  }

  /** What this store or its server cannot do. */
  static StoreException storeException(String why) {
    return new StoreException(STORE + ": " + why);
  }

  /**
   * Does something, and translates what the driver throws.
   *
   * @param operation in words, for the message
   */
  static <T> T call(String operation, Supplier<T> work) {
    try {
      return work.get();
    } catch (MongoException e) {
      throw of(operation, e);
    } catch (BSONException | JsonParseException e) {
      throw new StoreException(STORE + ": " + operation + ": " + e.getMessage(), e);
    }
  }

  /** The same with work that gives nothing. */
  static void call(String operation, Runnable work) {
    call(
        operation,
        () -> {
          work.run();
          return true;
        });
  }

  /** The driver's message; of a command without the server's whole answer, which it repeats. */
  static String message(MongoException e) {
    return e instanceof MongoCommandException command
        ? command.getErrorMessage() + " (code " + e.getCode() + ")"
        : String.valueOf(e.getMessage());
  }

  /** A failure of a command; of a batch, what the server said of its first refused document. */
  static StoreException of(String operation, MongoException e) {
    String message = message(e);
    int code = e.getCode();
    if (e instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()) {
      BulkWriteError first = bulk.getWriteErrors().get(0);
      code = first.getCode();
      message = first.getMessage() + " (code " + code + ")";
    } else if (e instanceof MongoOperationTimeoutException) { // only the server's own work has one
      message += "; " + Waits.ofProcess().timeoutMessage(Waits.WORK);
    } else if (e instanceof MongoSocketReadTimeoutException) {
      message += "; " + Waits.ofProcess().timeoutMessage(Waits.ANSWER);
    }
    boolean election = ELECTION.contains(code) || e instanceof MongoNodeIsRecoveringException;
    if (election) {
      message =
          message.strip()
              + "; the replica set elects another primary, or the server shuts down: run it again";
    }
    String line = STORE + ": " + operation + ": " + message.strip().replaceAll("\\s*\\R\\s*", " ");
    if (e instanceof MongoSocketException
        || e instanceof MongoTimeoutException
        || e instanceof MongoConnectionPoolClearedException // another thread has lost it
        || election
        || code == OUT_OF_DISK_SPACE
        || (code == ATLAS_ERROR && message.contains("space quota"))) {
      return new ServerFailureException(line, e);
    }
    boolean write = e instanceof MongoBulkWriteException || e instanceof MongoWriteException;
    return ABOUT_THE_DOCUMENT.contains(code) || (write && ABOUT_A_WRITE.contains(code))
        ? new RejectedDocumentException(line, e)
        : new StoreException(line, e);
  }
}
