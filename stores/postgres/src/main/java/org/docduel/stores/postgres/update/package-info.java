/** Updating documents, on own connections and through a pool. */
@NullMarked
package org.docduel.stores.postgres.update;

import org.jspecify.annotations.NullMarked;
