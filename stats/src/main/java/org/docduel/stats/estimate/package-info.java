/** Estimates of one row: by each method an interval and p-values. */
@NullMarked
package org.docduel.stats.estimate;

import org.jspecify.annotations.NullMarked;
