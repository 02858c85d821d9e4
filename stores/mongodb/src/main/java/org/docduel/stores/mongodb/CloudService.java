package org.docduel.stores.mongodb;

import com.mongodb.connection.ClusterDescription;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Cloud services that speak MongoDB's protocol and do not tell what they are. They are known by the
 * names of their hosts, as MongoDB's drivers know them.
 */
final class CloudService {
  private static final Map<String, String> SUFFIXES = suffixes();

  private CloudService() {}

  private static Map<String, String> suffixes() {
    Map<String, String> suffixes = new LinkedHashMap<>();
    suffixes.put(".docdb.amazonaws.com", "Amazon DocumentDB");
    suffixes.put(".docdb-elastic.amazonaws.com", "Amazon DocumentDB, elastic cluster");
    suffixes.put(
        ".mongocluster.cosmos.azure.com", "Azure DocumentDB (Cosmos DB for MongoDB vCore)");
    suffixes.put(".cosmos.azure.com", "Azure Cosmos DB for MongoDB");
    return suffixes;
  }

  static String of(ClusterDescription cluster) {
    return cluster.getServerDescriptions().stream()
        .map(server -> of(server.getAddress().getHost()))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  static String of(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return SUFFIXES.entrySet().stream()
        .filter(service -> lower.endsWith(service.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
