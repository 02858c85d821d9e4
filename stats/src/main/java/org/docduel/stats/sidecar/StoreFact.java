package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.stats.jmh.JsonTree;

/**
 * What one combination was measured on. A text that nobody stated is empty.
 *
 * @param store the store's name
 * @param server the name of its server among {@link Sidecar#servers()}
 * @param parameters the combination
 * @param product name and version of the server, as it said itself
 * @param durability what an acknowledgement promised
 * @param sizes what was stored: bytes where the name ends in {@code Bytes}, else counts
 * @param settings that differ from the server's defaults
 */
public record StoreFact(
    String store,
    String server,
    Map<String, String> parameters,
    String product,
    String durability,
    Map<String, Double> sizes,
    Map<String, String> settings)
    implements Fact {
  /** The kind of this fact. */
  public static final String KIND = "store";

  /** Copies the maps, keeping their order. */
  public StoreFact {
    parameters = Fact.ordered(parameters);
    sizes = Fact.ordered(sizes);
    settings = Fact.ordered(settings);
  }

  static StoreFact of(JsonTree tree) {
    return new StoreFact(
        tree.get("store").text(),
        tree.get("server").text(),
        tree.get("parameters").flat(),
        tree.get("product").text(),
        tree.get("durability").text(),
        tree.get("sizes").numbers(),
        tree.get("settings").flat());
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(Fact.KIND, KIND);
    fields.put("store", store);
    fields.put("server", server);
    fields.put("parameters", parameters);
    fields.put("product", product);
    fields.put("durability", durability);
    Map<String, Object> numbers = new LinkedHashMap<>();
    sizes.forEach((name, size) -> numbers.put(name, whole(size)));
    fields.put("sizes", numbers);
    fields.put("settings", settings);
    return fields;
  }

  private static Number whole(double size) {
    return size == Math.rint(size) && Math.abs(size) < 1e15 ? (Number) (long) size : (Number) size;
  }
}
