/** Documents as BSON in PostgreSQL, by the DocumentDB extension's type. */
@NullMarked
package org.docduel.core.store.documentdb;

import org.jspecify.annotations.NullMarked;
