/**
 * Documents in PostgreSQL: as json, jsonb, typed columns or BSON bytes. A {@link
 * org.docduel.core.store.postgres.Representation} says how; everything else is shared.
 */
@NullMarked
package org.docduel.core.store.postgres;

import org.jspecify.annotations.NullMarked;
