package org.docduel.stores.postgres;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider.StoreParameter;

/** The parameters of stores on PostgreSQL. */
final class PostgresParameters {
  /** What works on tables that may lie in a cluster. */
  private static final Set<Capability> PLACED =
      Set.of(Capability.INSERT, Capability.INGEST, Capability.READ, Capability.UPDATE);

  static final StoreParameter<InsertPath> PATH =
      StoreParameter.choice(
          "path",
          Set.of(Capability.INSERT),
          "default (copy, values for a batch of one), values, rewrite, copy: how a batch travels",
          "path=values,rewrite,copy",
          InsertPath.DEFAULT);

  /** Whether the field that finds a document has a column. */
  static final StoreParameter<Boolean> KEY_COLUMN =
      either(
          "key=expression,column",
          "expression (the key in the document), column (a typed column beside it)",
          Capability.UPDATE);

  static final StoreParameter<Integer> FILL_FACTOR =
      new StoreParameter<>(
          Parameter.number(
              "fillfactor", 10, 100, "how full pages are packed, in percent", "fillfactor=100,70"),
          Set.of(Capability.UPDATE),
          "100");

  /** How sessions that read are planned. Parallel workers and just-in-time compilation are off. */
  static final StoreParameter<Boolean> PUBLISHED_PLANNER =
      either(
          "planner=server,published",
          "server (its own settings), published (work_mem and costs of the published runs)",
          Capability.READ);

  static final StoreParameter<Boolean> EXPLAIN_TIMING =
      either(
          "explain-timing=off,on",
          "off, on (EXPLAIN reads the clock for every row of every step, as published)",
          Capability.READ);

  /** It decides how full the pages of indexes are. */
  static final StoreParameter<Boolean> INDEXED_BEFORE =
      either(
          "indexing=after,before",
          "after (indexes are built when the rows are there), before (they are there first, as"
              + " published)",
          Capability.READ);

  /** What texts are compared and lower-cased by. */
  static final StoreParameter<String> LOCALE =
      new StoreParameter<>(
          new Parameter<>(
              "locale",
              "server, or a database of its own with C.UTF-8 or an ICU locale such as en-US",
              "locale=C.UTF-8,en-US",
              PostgresParameters::locale),
          Set.of(Capability.READ),
          "server");

  static final StoreParameter<Placement> PLACEMENT =
      StoreParameter.choice(
          "placement",
          PLACED,
          "single (local tables), distributed (in shards), reference (a copy on each node); Citus",
          "placement=single,distributed",
          Placement.SINGLE);

  static final StoreParameter<String> SHARD_KEY =
      new StoreParameter<>(
          new Parameter<>(
              "shardkey",
              "id, or a field that has a column, as its path with dots",
              "shardkey=id,user_id",
              path -> path),
          PLACED,
          "id");

  static final StoreParameter<Compression> COMPRESSION =
      StoreParameter.choice(
          "compression",
          Set.of(Capability.KEY_ACCESS, Capability.KEY_ACCESS_IN_CLIENT),
          "server (default_toast_compression), pglz, lz4, none: of long documents",
          "compression=pglz,lz4,none",
          Compression.SERVER);

  /** Whether a key that is often asked for has a column. */
  static final StoreParameter<Boolean> READ_COLUMN =
      either(
          "column=none,generated",
          "none (the key is read in the document), generated (in a stored generated column)",
          Capability.KEY_ACCESS);

  /** Those that every representation knows. */
  static final List<StoreParameter<?>> ALL =
      List.of(
          PATH,
          KEY_COLUMN,
          FILL_FACTOR,
          PUBLISHED_PLANNER,
          EXPLAIN_TIMING,
          INDEXED_BEFORE,
          LOCALE,
          PLACEMENT,
          SHARD_KEY,
          COMPRESSION);

  /** Those of representations whose documents the server can look into. */
  static final List<StoreParameter<?>> OF_DOCUMENTS =
      Stream.concat(ALL.stream(), Stream.of(READ_COLUMN)).toList();

  private PostgresParameters() {}

  /** Of the two words of an example the first is the standard, and false. */
  private static StoreParameter<Boolean> either(String example, String accepted, Capability role) {
    List<String> tokens = List.of(example.split("[=,]", -1));
    String standard = tokens.get(1);
    Map<String, Boolean> values = Map.of(standard, false, tokens.get(2), true);
    return new StoreParameter<>(
        Parameter.choice(tokens.get(0), values, accepted, example), Set.of(role), standard);
  }

  private static String locale(String text) {
    if (!text.matches("server|C\\.UTF-8|[a-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}")) {
      throw BadInputException.parameter(
          "locale", text, "server, C.UTF-8 or an ICU locale such as en-US");
    }
    return text;
  }

  /** Why settings do not go together, whatever the representation. */
  static Optional<String> unsupportedReason(StoreConfig config) {
    Placement placement = PLACEMENT.in(config);
    if (placement != Placement.DISTRIBUTED && !SHARD_KEY.in(config).equals(SHARD_KEY.standard())) {
      return Optional.of("shardkey needs placement=distributed: other tables have no shards");
    }
    return placement != Placement.SINGLE && PUBLISHED_PLANNER.in(config)
        ? Optional.of(
            "planner=published reaches the coordinator alone, and the workers plan the reads; take"
                + " planner=server")
        : Optional.empty();
  }

  /** How a batch of documents travels; docs/workloads.md#inserts argues for the default. */
  enum InsertPath {
    /** One document by {@link #VALUES}, more by {@link #COPY}. */
    DEFAULT,
    /** One INSERT statement with a row of placeholders for each document. */
    VALUES,
    /** A JDBC batch that the driver rewrites to statements of many rows. */
    REWRITE,
    /** COPY FROM STDIN, one for each batch. */
    COPY
  }

  /** Where the rows of a table lie in a cluster: on one node, in shards, or on every node. */
  enum Placement {
    SINGLE,
    DISTRIBUTED,
    REFERENCE
  }

  /** What becomes of long values in columns: the attribute's storage and compression. */
  enum Compression {
    SERVER(""),
    PGLZ(" COMPRESSION pglz"),
    LZ4(" COMPRESSION lz4"),
    /** Long values lie outside the row as they are. PostgreSQL 16 or newer. */
    NONE(" STORAGE EXTERNAL");

    /** What follows the type of a column of variable length in {@code CREATE TABLE}. */
    final String clause;

    Compression(String clause) {
      this.clause = clause;
    }
  }
}
