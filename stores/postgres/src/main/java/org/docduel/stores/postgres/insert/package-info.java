/** The ways for documents into a table: batches and bulk loading. */
@NullMarked
package org.docduel.stores.postgres.insert;

import org.jspecify.annotations.NullMarked;
