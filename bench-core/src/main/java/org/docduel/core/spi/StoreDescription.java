package org.docduel.core.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server said of itself and of a collection.
 *
 * @param product name and version of what was really there, such as {@code PostgreSQL 17.11} or
 *     {@code FerretDB 2.7.0 over DocumentDB 1.0}
 * @param durability what an acknowledgement promises, in the server's words ({@code fsync on,
 *     synchronous_commit on}); empty when the server does not tell
 * @param label what tables call the store, such as {@code ferretdb (mongodb wire)}; empty where its
 *     name says what was there
 */
public record StoreDescription(
    String product,
    String durability,
    Map<String, String> settings,
    Map<String, Long> sizes,
    List<String> findings,
    String label) {
  /**
   * With one setting more.
   *
   * @param value empty to leave all as it is
   */
  public StoreDescription with(String name, Optional<String> value) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    value.ifPresent(given -> all.put(name, given));
    return new StoreDescription(product, durability, all, sizes, findings, label);
  }

  /** Copies the maps and the list and keeps their order. */
  public StoreDescription {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    findings = List.copyOf(findings);
  }

  /** Of a product that the store's name tells, without findings. */
  public StoreDescription(
      String product, String durability, Map<String, String> settings, Map<String, Long> sizes) {
    this(product, durability, settings, sizes, List.of(), "");
  }

  /** Its words for a product that the store's name does not tell. */
  public static String label(String product, String name) {
    return product + " (" + name + ")";
  }
}
