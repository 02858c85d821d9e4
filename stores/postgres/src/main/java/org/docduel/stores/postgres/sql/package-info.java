/** Connections to PostgreSQL, statements, and what can go wrong with them. */
@NullMarked
package org.docduel.stores.postgres.sql;

import org.jspecify.annotations.NullMarked;
