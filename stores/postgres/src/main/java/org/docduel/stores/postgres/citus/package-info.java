/** Citus: what a cluster says of itself, of its nodes, and of a table's shards. */
@NullMarked
package org.docduel.stores.postgres.citus;

import org.jspecify.annotations.NullMarked;
