/** Searching documents and reading them back. */
@NullMarked
package org.docduel.stores.mongodb.read;

import org.jspecify.annotations.NullMarked;
