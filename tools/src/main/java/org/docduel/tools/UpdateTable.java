package org.docduel.tools;

import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.stores.mongodb.server.MongoServer;
import org.docduel.stores.postgres.server.PostgresServer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The collection that {@code UpdateBenchmark} updates, loaded and settled as it does. */
@State(Scope.Benchmark)
public class UpdateTable {
  /** What the harness sends; the parameters are the new number and the key. */
  static final String SQL =
      "UPDATE docduel.postgres_jsonb_w3"
          + " SET doc = jsonb_set(doc, ARRAY['profile', 'score'], to_jsonb(?::bigint))"
          + " WHERE ((doc ->> 'user_id')::bigint) = ?";

  /** Which store's: postgres-jsonb or mongodb. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Documents in it. */
  @Param("50000")
  public int documents;

  /** What an acknowledgement promises. */
  @Param("relaxed")
  public String durability = "";

  /** Makes it anew. */
  @Setup(Level.Trial)
  public void load() {
    LoadedCollection.updated(
            store, List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY))))
        .load(server(), documents);
  }

  ServerAddress server() {
    return ForkServer.of(store.equals("mongodb") ? MongoServer.FAMILY : PostgresServer.FAMILY);
  }

  /** Whether an acknowledged update survives a crash. */
  boolean waits() {
    return Durability.PARAMETER.parse(durability) == Durability.DEFAULT;
  }

  /** PostgreSQL's setting behind the promise. */
  String setting() {
    return "synchronous_commit=" + (waits() ? "on" : "off");
  }
}
