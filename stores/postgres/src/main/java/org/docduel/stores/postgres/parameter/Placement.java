package org.docduel.stores.postgres.parameter;

/** Where the rows of a table lie in a cluster. */
public enum Placement {
  /** On the node that the address names. */
  SINGLE,
  /** In shards on all worker nodes, by the hash of the shard key. */
  DISTRIBUTED,
  /** All of them on every node. */
  REFERENCE
}
