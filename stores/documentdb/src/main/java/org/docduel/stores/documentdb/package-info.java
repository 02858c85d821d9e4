/** Documents as BSON in PostgreSQL, by the DocumentDB extension's type. */
@NullMarked
package org.docduel.stores.documentdb;

import org.jspecify.annotations.NullMarked;
