/** What a server counts of itself and of a collection. */
@NullMarked
package org.docduel.stores.mongodb.watch;

import org.jspecify.annotations.NullMarked;
