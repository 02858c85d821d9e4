/** Batches of documents. */
@NullMarked
package org.docduel.stores.mongodb.insert;

import org.jspecify.annotations.NullMarked;
