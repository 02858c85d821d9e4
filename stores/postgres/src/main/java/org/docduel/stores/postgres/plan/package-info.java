/** What EXPLAIN answers. */
@NullMarked
package org.docduel.stores.postgres.plan;

import org.jspecify.annotations.NullMarked;
