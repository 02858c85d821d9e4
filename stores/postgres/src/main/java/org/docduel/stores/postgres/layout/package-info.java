/** How documents lie in a table: which columns, which indexes, which conditions and assignments. */
@NullMarked
package org.docduel.stores.postgres.layout;

import org.jspecify.annotations.NullMarked;
