/** Searching documents and reading them back. */
@NullMarked
package org.docduel.stores.postgres.read;

import org.jspecify.annotations.NullMarked;
