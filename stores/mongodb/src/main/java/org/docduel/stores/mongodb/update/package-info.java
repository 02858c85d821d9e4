/** Updating documents. */
@NullMarked
package org.docduel.stores.mongodb.update;

import org.jspecify.annotations.NullMarked;
