/** Tests and comparisons of the PostgreSQL side. */
@NullMarked
package org.docduel.core.store.postgres;

import org.jspecify.annotations.NullMarked;
