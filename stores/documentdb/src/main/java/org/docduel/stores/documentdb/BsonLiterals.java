package org.docduel.stores.documentdb;

import java.time.Instant;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.stores.jdbc.Sql;

/** BSON inside SQL statements, as extended JSON, which the type reads. */
final class BsonLiterals {
  private static final String TYPE = "::documentdb_core.bson";

  private BsonLiterals() {}

  static String instant(Instant instant) {
    return of("", new BsonDateTime(instant.toEpochMilli()));
  }

  static String field(String name, String text) {
    return of(name, new BsonString(text));
  }

  static String field(String name, List<String> texts) {
    return of(name, new BsonArray(texts.stream().map(BsonString::new).toList()));
  }

  private static String of(String name, BsonValue value) {
    return Sql.literal(new BsonDocument(name, value).toJson()) + TYPE;
  }
}
