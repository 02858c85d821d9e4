/** Bulk loads with a clock for each phase. */
@NullMarked
package org.docduel.core.harness.ingest;

import org.jspecify.annotations.NullMarked;
