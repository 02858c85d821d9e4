package org.docduel.stores.mongodb;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The options that a server was started with, from the {@code parsed} part of {@code
 * getCmdLineOpts}, by dotted name. Left out are those that cannot change a measurement: where it
 * listens and logs, files, users.
 */
final class StartOptions {
  private static final Set<String> LEFT_OUT =
      Set.of("config", "net", "systemLog", "processManagement", "security", "storage.dbPath");

  private StartOptions() {}

  static Map<String, String> of(BsonDocument parsed) {
    Map<String, String> options = new TreeMap<>();
    collect(options, "", parsed);
    return options;
  }

  private static void collect(Map<String, String> options, String prefix, BsonDocument section) {
    section.forEach((name, value) -> {
      String path = prefix + name;
      if (LEFT_OUT.contains(path)) {
        return;
      }
      if (value.isDocument()) {
        collect(options, path + ".", value.asDocument());
      } else {
        options.put(path, text(value));
      }
    });
  }

  private static String text(BsonValue value) {
    if (value.isString()) {
      return value.asString().getValue();
    }
    // The driver's JSON of a wrapped value, without the wrapping.
    String json = new BsonDocument("v", value).toJson();
    return json.substring("{\"v\": ".length(), json.length() - 1);
  }
}
