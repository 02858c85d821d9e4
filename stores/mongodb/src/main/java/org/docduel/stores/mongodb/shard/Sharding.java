package org.docduel.stores.mongodb.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreParameter;

/**
 * How a collection is distributed over the shards of a cluster.
 *
 * @param kind {@code none}, {@code hashed} or {@code ranged}
 * @param field the shard key, as a path with dots
 */
public record Sharding(String kind, String field) {
  /** The parameter. */
  public static final String PARAMETER = "sharding";

  private static final String NONE = "none";
  private static final String HASHED = "hashed";
  private static final Pattern FORM = Pattern.compile("none|(hashed|ranged)(?::([^.$][^$]*))?");

  /** For each role that works on a collection. */
  public static final List<StoreParameter<?>> PARAMETERS =
      parameters(
          Capability.INSERT,
          Capability.INGEST,
          Capability.READ,
          Capability.LINK_READ,
          Capability.UPDATE);

  private static List<StoreParameter<?>> parameters(Capability... roles) {
    List<StoreParameter<?>> all = new ArrayList<>();
    for (Capability role : roles) {
      all.add(
          new StoreParameter<>(
              PARAMETER,
              role,
              "none, hashed, ranged: by the key, or by a field (hashed:user_id); a mongos's address",
              "sharding=none,hashed",
              NONE,
              Sharding::parse));
    }
    return List.copyOf(all);
  }

  /**
   * Reads a value.
   *
   * @param text such as {@code hashed} or {@code ranged:user_id}
   * @return what it says
   * @throws BadInputException when it is none of these
   */
  public static Sharding parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw BadInputException.parameter(
          PARAMETER, text, "none, hashed, ranged, hashed:FIELD or ranged:FIELD");
    }
    return matcher.group(1) == null
        ? new Sharding(NONE, BsonDocumentCodec.ID)
        : new Sharding(
            matcher.group(1), matcher.group(2) == null ? BsonDocumentCodec.ID : matcher.group(2));
  }

  /**
   * Whether collections are sharded.
   *
   * @return false for {@code none}
   */
  public boolean isSharded() {
    return !kind.equals(NONE);
  }

  /**
   * The command for an empty collection (manual, {@code shardCollection}), to be run on {@code
   * admin}.
   *
   * @param database the collection's database
   * @param collection its name
   * @return the command
   */
  public BsonDocument command(String database, String collection) {
    BsonValue order = kind.equals(HASHED) ? new BsonString(HASHED) : new BsonInt32(1);
    return new BsonDocument("shardCollection", new BsonString(database + "." + collection))
        .append("key", new BsonDocument(field, order));
  }
}
