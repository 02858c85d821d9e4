/** Watching a server while a workload runs. */
@NullMarked
package org.docduel.stores.postgres.watch;

import org.jspecify.annotations.NullMarked;
