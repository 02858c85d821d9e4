package org.docduel.stores.postgres;

import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreDescription;
import org.docduel.stores.postgres.layout.Table;

/** The tables of suites, each suite's in a schema of its own. */
interface SuiteTables {
  /** The table of a collection. */
  Table table(String schema, Collection collection);

  /** What the server is, and how a table lies on its disk. */
  StoreDescription describe(Table table);
}
