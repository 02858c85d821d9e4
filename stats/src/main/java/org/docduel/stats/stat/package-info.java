/** The mathematics: units, log ratios, resampling, estimates, families, boundaries. */
@NullMarked
package org.docduel.stats.stat;

import org.jspecify.annotations.NullMarked;
