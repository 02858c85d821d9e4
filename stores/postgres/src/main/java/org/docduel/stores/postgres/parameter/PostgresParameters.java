package org.docduel.stores.postgres.parameter;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.WholeNumber;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreParameter;

/** The parameters of stores on PostgreSQL. */
public final class PostgresParameters {
  /** How batches travel. */
  public static final StoreParameter<InsertPath> PATH =
      StoreParameter.choice(
          "path",
          Capability.INSERT,
          "default, values, rewrite, unnest, copy: how a batch travels",
          "path=values,rewrite,unnest,copy",
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
          new WholeNumber("fillfactor", 10, 100),
          Capability.UPDATE,
          "how full pages are packed, 10 to 100 percent",
          "fillfactor=100,70",
          100);

  /** How sessions that read are planned. */
  public static final StoreParameter<PlannerSettings> PLANNER =
      StoreParameter.choice(
          "planner",
          Capability.READ,
          "server (its own settings), published (work_mem and costs of the published runs)",
          "planner=server,published",
          PlannerSettings.SERVER);

  /** Where rows lie in a cluster. */
  public static final StoreParameter<Placement> PLACEMENT = placement(Capability.INSERT);

  /** The field that chooses the shard of a document. */
  public static final StoreParameter<String> SHARD_KEY = shardKey(Capability.INSERT);

  private static final Set<Capability> ROLES =
      EnumSet.of(Capability.INSERT, Capability.INGEST, Capability.READ, Capability.UPDATE);

  /** All of them. */
  public static final List<StoreParameter<?>> ALL = all();

  private static List<StoreParameter<?>> all() {
    List<StoreParameter<?>> all = new ArrayList<>(List.of(PATH, KEY, FILL_FACTOR, PLANNER));
    for (Capability role : ROLES) {
      all.add(placement(role));
      all.add(shardKey(role));
    }
    return List.copyOf(all);
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

  private static String path(String text) {
    if (text.isEmpty() || text.startsWith(".") || text.endsWith(".") || text.contains("..")) {
      throw BadInputException.parameter(
          "shardkey", text, "id, or the names that lead to a field, joined by dots");
    }
    return text;
  }

  private PostgresParameters() {}
}
