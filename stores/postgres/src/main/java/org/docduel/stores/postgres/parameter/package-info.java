/** The parameters that only stores on PostgreSQL know. */
@NullMarked
package org.docduel.stores.postgres.parameter;

import org.jspecify.annotations.NullMarked;
