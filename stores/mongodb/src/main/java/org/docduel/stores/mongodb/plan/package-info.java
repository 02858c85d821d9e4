/** What {@code explain} answers. */
@NullMarked
package org.docduel.stores.mongodb.plan;

import org.jspecify.annotations.NullMarked;
