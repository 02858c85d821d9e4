package org.docduel.stores.postgres.parameter;

import java.util.List;
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

  /** All of them. */
  public static final List<StoreParameter<?>> ALL = List.of(PATH, KEY, FILL_FACTOR, PLANNER);

  private PostgresParameters() {}
}
