/** Tests and comparisons of the PostgreSQL side. */
@NullMarked
package org.docduel.stores.postgres;

import org.jspecify.annotations.NullMarked;
