/**
 * Draws resamples, in streams keyed by seed, comparison and block. Knows only numbers and
 * histograms.
 */
@NullMarked
package org.docduel.stats.resample;

import org.jspecify.annotations.NullMarked;
