package org.docduel.core.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An open store, shared by all threads.
 *
 * @implSpec every method may be called from any thread; every wait has a limit
 */
public interface Store extends AutoCloseable {
  /** Makes a collection with its indexes, empty. One of the same name is dropped first. */
  void create(Collection collection);

  /** Empties a collection and keeps its indexes; as if it had just been made. */
  void empty(Collection collection);

  /** The setting of a description that says what {@link #quiesce} did. */
  String QUIESCE = "settle";

  /**
   * Brings the server to rest before a measurement. Whatever the server calls it: no removed
   * document is left to be cleared away, its planner's statistics of the collections used here are
   * up to date, and all that was acknowledged is in its files (PostgreSQL: VACUUM ANALYZE and
   * CHECKPOINT).
   *
   * @implSpec what the server has no command for, or does not permit, is left out; {@link
   *     #describe} says under {@link #QUIESCE} what was done
   * @throws StoreException when the server refuses what it should permit
   */
  void quiesce();

  /** What the server really is and how a collection lies on its disk. */
  StoreDescription describe(Collection collection);

  /**
   * A session for one thread.
   *
   * @throws StoreException when no connection can be had
   */
  Session session();

  /**
   * The same server with a schema of its own for the collections of a suite, under their plain
   * names.
   *
   * @param suite the schema's name within the address's space
   * @return a store that lives as long as this one, which closes it
   */
  default Store within(String suite) {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /** Drops all collections of a suite's schema and makes it anew, empty. */
  default void clear() {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /** Drops nothing, closes all connections. */
  @Override
  void close();

  /**
   * What a server said of itself and of a collection.
   *
   * @param product name and version of what was really there, such as {@code PostgreSQL 17.11} or
   *     {@code FerretDB 2.7.0 over DocumentDB 1.0}
   * @param durability what an acknowledgement promises, in the server's words ({@code fsync on,
   *     synchronous_commit on}); empty when the server does not tell
   * @param label what tables call the store, such as {@code ferretdb (mongodb wire)}; empty where
   *     its name says what was there
   */
  record StoreDescription(
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
      value.ifPresent(setting -> all.put(name, setting));
      return new StoreDescription(product, durability, all, sizes, findings, label);
    }

    /** With other sizes. */
    public StoreDescription withSizes(Map<String, Long> bytes) {
      return new StoreDescription(product, durability, settings, bytes, findings, label);
    }

    /** With other findings. */
    public StoreDescription withFindings(List<String> lines) {
      return new StoreDescription(product, durability, settings, sizes, lines, label);
    }

    /** With more in the brackets of its label, where it has one. */
    public StoreDescription withLabelNote(String note) {
      return new StoreDescription(
          product,
          durability,
          settings,
          sizes,
          findings,
          label.replaceFirst("\\)$", ", " + note + ")"));
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
}
