package org.docduel.core.config;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * How a store is to be opened.
 *
 * @param pool how many connections all sessions share, each borrowed for one update, 0 to 10,000; 0
 *     for a connection for each session
 */
public record StoreConfig(
    Durability durability,
    PayloadEncoding encoding,
    UpdateKind update,
    int pool,
    StoreSettings settings) {
  public static final Parameter<Integer> POOL =
      Parameter.number(
          "pool",
          0,
          10_000,
          "connections that all workers share (0: each worker has its own)",
          "pool=0,200");

  private static final StoreConfig DEFAULTS =
      new StoreConfig(
          Durability.DEFAULT, PayloadEncoding.TEXT, UpdateKind.SET, 0, StoreSettings.none());

  /** Every setting at its default. */
  public static StoreConfig defaults() {
    return DEFAULTS;
  }

  public StoreConfig withDurability(Durability newDurability) {
    return new StoreConfig(newDurability, encoding, update, pool, settings);
  }

  public StoreConfig withEncoding(PayloadEncoding newEncoding) {
    return new StoreConfig(durability, newEncoding, update, pool, settings);
  }

  public StoreConfig withUpdate(UpdateKind newUpdate) {
    return new StoreConfig(durability, encoding, newUpdate, pool, settings);
  }

  public StoreConfig withPool(int newPool) {
    return new StoreConfig(durability, encoding, update, newPool, settings);
  }

  public StoreConfig withSettings(StoreSettings newSettings) {
    return new StoreConfig(durability, encoding, update, pool, newSettings);
  }

  /** What a server's acknowledgement promises, at comparable levels in every store. */
  public enum Durability {
    /**
     * The write survives a crash of the server: synchronous commit, logged tables, {@code {w: 1, j:
     * true}}.
     */
    DEFAULT,

    /**
     * The write may be lost in the last moments before a crash, but nothing is torn: no wait for
     * the log.
     */
    RELAXED,

    /** No promise at all: unlogged tables. Every result made under it says so. */
    NONE;

    public static final Parameter<Durability> PARAMETER =
        Parameter.choice(
            "durability",
            Durability.class,
            "default (survives a crash), relaxed (no wait for the log), none (unlogged)",
            "durability=default,relaxed");

    public String label() {
      return Parameter.label(this);
    }

    /** What it means for commits, for people. */
    public String promise() {
      return switch (this) {
        case DEFAULT -> "durable commits";
        case RELAXED -> "commits that a crash may lose";
        case NONE -> "no durability";
      };
    }
  }

  /** How a document's payload is held in memory and sent. */
  public enum PayloadEncoding {
    /** Text, the default: a string in every store. */
    TEXT,

    /** Bytes: native binary where the store has it, base64 text in JSON where it has not. */
    BINARY,

    /**
     * Bytes, as the published insert comparison sent them ({@code 004_0988c23a9f92c2df.txt}): a
     * JSON list of integers to stores that hold JSON, native binary to those that have it. Kept to
     * reproduce that comparison's cliff.
     */
    INTARRAY;

    public static final Parameter<PayloadEncoding> PARAMETER =
        Parameter.choice(
            "encoding",
            PayloadEncoding.class,
            "text, binary (base64 where JSON has no binary), intarray (the published artefact)",
            "encoding=text,intarray");
  }

  /** How one field of a document is changed. */
  public enum UpdateKind {
    /** The field alone: {@code $set}, {@code jsonb_set}, one column of many. */
    SET,

    /** The field by subscript, where the language has it: {@code doc['profile']['score'] = ...}. */
    SUBSCRIPT,

    /** An object that is merged into the document: {@code ||}, a pipeline's merge. */
    MERGE,

    /** The whole document. */
    REPLACE,

    /** A typed column beside the document, which holds the number instead. */
    TYPED;

    public static final Parameter<UpdateKind> PARAMETER =
        Parameter.choice(
            "update",
            UpdateKind.class,
            "set, subscript, merge, replace, typed: how profile.score is changed",
            "update=set,replace");

    public String label() {
      return Parameter.label(this);
    }
  }

  /**
   * Values of the parameters that stores declare themselves, as texts. A store reads its own and
   * ignores those of others.
   */
  public record StoreSettings(Map<String, String> values) {
    /** What {@link #text()} gives when nothing is set. */
    public static final String DEFAULT = "default";

    private static final StoreSettings NONE = new StoreSettings(Map.of());
    private static final String SEPARATOR = ";";

    /**
     * Sorts the values by name.
     *
     * @throws BadInputException when one holds a semicolon
     */
    public StoreSettings {
      values.forEach((name, value) -> {
        if (value.contains(SEPARATOR)) {
          throw BadInputException.parameter(name, value, "a value without a semicolon");
        }
      });
      values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Every parameter at its default. */
    public static StoreSettings none() {
      return NONE;
    }

    /**
     * Reads what {@link #text()} wrote, such as {@code page=8;sync=off}.
     *
     * @throws BadInputException when a part has no equals sign
     */
    public static StoreSettings parse(String text) {
      Map<String, String> values = new TreeMap<>();
      if (!text.isEmpty() && !text.equals(DEFAULT)) {
        for (String part : text.split(SEPARATOR, -1)) {
          int equals = part.indexOf('=');
          if (equals < 1) {
            throw BadInputException.parameter("settings", text, "NAME=VALUE[;NAME=VALUE]");
          }
          values.put(part.substring(0, equals), part.substring(equals + 1));
        }
      }
      return new StoreSettings(values);
    }

    /** All of them in one line, by name. */
    public String text() {
      return values.isEmpty()
          ? DEFAULT
          : values.entrySet().stream()
              .map(Map.Entry::toString)
              .collect(Collectors.joining(SEPARATOR));
    }

    /**
     * What tells data of these settings from data of others, in the name of a collection that is
     * kept from one run to the next: what lies there under other settings may lie otherwise.
     *
     * @return nothing when nothing is set, else an underscore and four letters and digits of a hash
     */
    public String tag() {
      if (values.isEmpty()) {
        return "";
      }
      CRC32 hash = new CRC32();
      hash.update(text().getBytes(StandardCharsets.UTF_8));
      int tagCount = 36 * 36 * 36 * 36;
      return "_" + Long.toString(tagCount + hash.getValue() % tagCount, 36).substring(1);
    }
  }
}
