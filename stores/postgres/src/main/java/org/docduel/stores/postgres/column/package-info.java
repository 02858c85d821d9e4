/**
 * Columns: their names, their SQL types, and how values travel in the binary forms of the protocol.
 */
@NullMarked
package org.docduel.stores.postgres.column;

import org.jspecify.annotations.NullMarked;
