package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider.StoreParameter;

/** The parameters of stores on PostgreSQL. */
public final class PostgresParameters {
  /** How batches travel. */
  public static final StoreParameter<InsertPath> PATH =
      StoreParameter.choice(
          "path",
          Capability.INSERT,
          "default (copy, values for a batch of one), values, rewrite, copy: how a batch travels",
          "path=values,rewrite,copy",
          InsertPath.DEFAULT);

  /** Where the key lies that finds a document. */
  public static final StoreParameter<KeyPlacement> KEY =
      StoreParameter.choice(
          "key",
          Capability.UPDATE,
          "expression (the key in the document), column (a typed column beside it)",
          "key=expression,column",
          KeyPlacement.EXPRESSION);

  /** In percent: the rest of a page is left for new versions of its rows. */
  public static final StoreParameter<Integer> FILL_FACTOR =
      StoreParameter.number(
          Parameter.number(
              "fillfactor", 10, 100, "how full pages are packed, in percent", "fillfactor=100,70"),
          Capability.UPDATE,
          100);

  /** How sessions that read are planned. */
  public static final StoreParameter<PlannerSettings> PLANNER =
      StoreParameter.choice(
          "planner",
          Capability.READ,
          "server (its own settings), published (work_mem and costs of the published runs)",
          "planner=server,published",
          PlannerSettings.SERVER);

  /** Whether EXPLAIN times every step. */
  public static final StoreParameter<ExplainTiming> EXPLAIN_TIMING =
      StoreParameter.choice(
          "explain-timing",
          Capability.READ,
          "off, on (EXPLAIN reads the clock for every row of every step, as published)",
          "explain-timing=off,on",
          ExplainTiming.OFF);

  /** When the table gets its indexes. */
  public static final StoreParameter<Indexing> INDEXING =
      StoreParameter.choice(
          "indexing",
          Capability.READ,
          "after (indexes are built when the rows are there), before (they are there first, as"
              + " published)",
          "indexing=after,before",
          Indexing.AFTER);

  /** What texts are compared and lower-cased by. */
  public static final StoreParameter<String> LOCALE =
      new StoreParameter<>(
          "locale",
          Capability.READ,
          "server, or a database of its own with C.UTF-8 or an ICU locale such as en-US",
          "locale=C.UTF-8,en-US",
          "server",
          PostgresParameters::locale);

  /** Where rows lie in a cluster. */
  public static final StoreParameter<Placement> PLACEMENT = placement(Capability.INSERT);

  /** The field that chooses the shard of a document. */
  public static final StoreParameter<String> SHARD_KEY = shardKey(Capability.INSERT);

  /** What becomes of long documents. */
  public static final StoreParameter<Compression> COMPRESSION = compression(Capability.KEY_ACCESS);

  /** Where a key is read that is often asked for. */
  public static final StoreParameter<ReadKeys> READ_KEYS =
      StoreParameter.choice(
          "column",
          Capability.KEY_ACCESS,
          "none (the key is read in the document), generated (in a stored generated column)",
          "column=none,generated",
          ReadKeys.NONE);

  private static final Set<Capability> ROLES =
      EnumSet.of(Capability.INSERT, Capability.INGEST, Capability.READ, Capability.UPDATE);

  /** Those that every representation knows. */
  public static final List<StoreParameter<?>> ALL = all();

  /** Those of representations whose documents the server can look into. */
  public static final List<StoreParameter<?>> OF_DOCUMENTS =
      Stream.concat(ALL.stream(), Stream.of(READ_KEYS)).toList();

  private static List<StoreParameter<?>> all() {
    List<StoreParameter<?>> all =
        new ArrayList<>(List.of(PATH, KEY, FILL_FACTOR, PLANNER, EXPLAIN_TIMING, INDEXING, LOCALE));
    for (Capability role : ROLES) {
      all.add(placement(role));
      all.add(shardKey(role));
    }
    all.add(COMPRESSION);
    all.add(compression(Capability.KEY_ACCESS_IN_CLIENT));
    return List.copyOf(all);
  }

  /** Why settings do not go together, whatever the representation. */
  public static Optional<String> refusal(StoreConfig config) {
    Placement placement = PLACEMENT.in(config);
    if (placement != Placement.DISTRIBUTED && !SHARD_KEY.in(config).equals(SHARD_KEY.standard())) {
      return Optional.of("shardkey needs placement=distributed: other tables have no shards");
    }
    if (placement != Placement.SINGLE && PLANNER.in(config) == PlannerSettings.PUBLISHED) {
      return Optional.of(
          "planner=published reaches the coordinator alone, and the workers plan the reads; take"
              + " planner=server");
    }
    return Optional.empty();
  }

  private static StoreParameter<Compression> compression(Capability role) {
    return StoreParameter.choice(
        "compression",
        role,
        "server (default_toast_compression), pglz, lz4, none: of long documents",
        "compression=pglz,lz4,none",
        Compression.SERVER);
  }

  private static StoreParameter<Placement> placement(Capability role) {
    return StoreParameter.choice(
        "placement",
        role,
        "single (local tables), distributed (in shards), reference (a copy on each node); Citus",
        "placement=single,distributed",
        Placement.SINGLE);
  }

  private static StoreParameter<String> shardKey(Capability role) {
    return new StoreParameter<>(
        "shardkey",
        role,
        "id, or a field that has a column, as its path with dots",
        "shardkey=id,user_id",
        "id",
        PostgresParameters::path);
  }

  private static String locale(String text) {
    if (!text.matches("server|C\\.UTF-8|[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}")) {
      throw BadInputException.parameter(
          "locale", text, "server, C.UTF-8, or an ICU locale such as en-US");
    }
    return text;
  }

  private static String path(String text) {
    if (text.isEmpty() || text.startsWith(".") || text.endsWith(".") || text.contains("..")) {
      throw BadInputException.parameter(
          "shardkey", text, "id, or the names that lead to a field, joined by dots");
    }
    return text;
  }

  private PostgresParameters() {}

  /** How a batch of documents travels. */
  public enum InsertPath {
    /**
     * One document by {@link #VALUES}, more by {@link #COPY}: docs/workloads.md#inserts says why.
     */
    DEFAULT,
    /** One INSERT statement with a row of placeholders for each document. */
    VALUES,
    /**
     * A JDBC batch that the driver rewrites to multi-row statements ({@code
     * reWriteBatchedInserts}).
     */
    REWRITE,
    /** COPY FROM STDIN, one for each batch. */
    COPY
  }

  /** Where the field lies that finds a document. */
  public enum KeyPlacement {
    /** Inside the document: an expression on the document finds it. */
    EXPRESSION,
    /** In a typed column beside the document, which holds it instead. */
    COLUMN
  }

  /** How sessions that read are planned. Parallel workers and just-in-time compilation are off. */
  public enum PlannerSettings {
    /** By the server's own settings. */
    SERVER,
    /** By those of the published runs of indexed reads. */
    PUBLISHED
  }

  /** Whether EXPLAIN reads the clock around each step, for every row: that is part of its time. */
  public enum ExplainTiming {
    /** Only the whole is timed. */
    OFF,
    /** As the published runs had it. */
    ON
  }

  /** When a table that is read gets its indexes: it decides how full their pages are. */
  public enum Indexing {
    /** Built when the rows are there. */
    AFTER,
    /** There first, as in the published runs; each row is entered into them as it comes. */
    BEFORE
  }

  /** Where the rows of a table lie in a cluster. */
  public enum Placement {
    /** On the node that the address names. */
    SINGLE,
    /** In shards on all worker nodes, by the hash of the shard key. */
    DISTRIBUTED,
    /** All of them on every node. */
    REFERENCE
  }

  /** What becomes of long values in columns: the attribute's storage and compression. */
  public enum Compression {
    /** As the server is set ({@code default_toast_compression}). */
    SERVER(""),
    /** PostgreSQL's own method. */
    PGLZ(" COMPRESSION pglz"),
    /** LZ4, where the server was built with it. */
    LZ4(" COMPRESSION lz4"),
    /** Not compressed; long values lie outside the row as they are. PostgreSQL 16 or newer. */
    NONE(" STORAGE EXTERNAL");

    private final String clause;

    Compression(String clause) {
      this.clause = clause;
    }

    /**
     * What follows the type of a column of variable length in {@code CREATE TABLE}.
     *
     * @return the clause with a space before it, or nothing
     */
    public String clause() {
      return clause;
    }
  }

  /** Where a key is read that is often asked for. */
  public enum ReadKeys {
    /** In the document. */
    NONE,
    /** In a stored column that the server generates from the document. */
    GENERATED
  }
}
