package org.docduel.core.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server said of itself and of a collection.
 *
 * @param product name and version of what was really there, such as {@code PostgreSQL 17.11} or
 *     {@code FerretDB 2.7.0 over DocumentDB 1.0}
 * @param settings every server setting that differs from its default, and those behind the
 *     durability promise (such as {@code fsync}) in any case, by name
 * @param sizes the collection as stored, in bytes, by part ({@code heap}, {@code toast}, {@code
 *     index}, {@code total}); parts that the server does not tell are missing
 * @param findings what a reader of the numbers has to know beside them, one line each
 */
public record StoreDescription(
    String product, Map<String, String> settings, Map<String, Long> sizes, List<String> findings) {
  /** Copies the maps and the list and keeps their order. */
  public StoreDescription {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    findings = List.copyOf(findings);
  }

  /**
   * A description without findings.
   *
   * @param product name and version of what was really there
   * @param settings server settings by name
   * @param sizes the collection as stored, in bytes, by part
   */
  public StoreDescription(String product, Map<String, String> settings, Map<String, Long> sizes) {
    this(product, settings, sizes, List.of());
  }
}
