/** Selects results by their parameters and pairs baselines with candidates. */
@NullMarked
package org.docduel.stats.select;

import org.jspecify.annotations.NullMarked;
