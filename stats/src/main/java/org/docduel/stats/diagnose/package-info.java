/**
 * Named warnings about observations: trends, change points, correlation, outliers, fork effects.
 */
@NullMarked
package org.docduel.stats.diagnose;

import org.jspecify.annotations.NullMarked;
