package org.docduel.stores.mongodb;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider.StoreParameter;

/**
 * How a collection is distributed over the shards of a cluster.
 *
 * @param kind {@code none}, {@code hashed} or {@code ranged}
 * @param field the shard key, as a path with dots
 */
record Sharding(String kind, String field) {
  private static final String NAME = "sharding";
  private static final String NONE = "none";
  private static final String HASHED = "hashed";
  private static final Pattern FORM = Pattern.compile("none|(hashed|ranged)(?::([^.$][^$]*))?");

  /** For all roles that work on a collection. */
  static final StoreParameter<Sharding> PARAMETER =
      new StoreParameter<>(
          new Parameter<>(
              NAME,
              "none, hashed, ranged: by the key, or by a field (hashed:user_id); a mongos's"
                  + " address",
              "sharding=none,hashed",
              Sharding::parse),
          Set.of(
              Capability.INSERT,
              Capability.INGEST,
              Capability.READ,
              Capability.LINK_READ,
              Capability.UPDATE),
          NONE);

  static Sharding in(StoreConfig config) {
    return PARAMETER.in(config);
  }

  /**
   * Reads a value, such as {@code hashed} or {@code ranged:user_id}.
   *
   * @throws BadInputException when it is none of these
   */
  static Sharding parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw BadInputException.parameter(
          NAME, text, "none, hashed, ranged, hashed:FIELD or ranged:FIELD");
    }
    return new Sharding(
        matcher.group(1) == null ? NONE : matcher.group(1),
        matcher.group(2) == null ? BsonDocumentCodec.ID : matcher.group(2));
  }

  boolean isSharded() {
    return !kind.equals(NONE);
  }

  /** The command for an empty collection (manual, {@code shardCollection}), for {@code admin}. */
  BsonDocument command(String namespace) {
    BsonValue order = kind.equals(HASHED) ? new BsonString(HASHED) : new BsonInt32(1);
    return new BsonDocument("shardCollection", new BsonString(namespace))
        .append("key", new BsonDocument(field, order));
  }
}
