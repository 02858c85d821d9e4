/**
 * Documents in PostgreSQL: as json, jsonb, typed columns or BSON bytes. A {@link
 * org.docduel.stores.postgres.Layout} says how; everything else is shared.
 */
package org.docduel.stores.postgres;
