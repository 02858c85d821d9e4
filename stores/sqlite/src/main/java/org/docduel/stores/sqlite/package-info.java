/** SQLite: documents in one column of a file, by a library in the benchmark's own process. */
@NullMarked
package org.docduel.stores.sqlite;

import org.jspecify.annotations.NullMarked;
