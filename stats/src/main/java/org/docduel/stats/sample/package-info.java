/** What is compared, prepared for a test: statistics, independent units, log ratios, summaries. */
@NullMarked
package org.docduel.stats.sample;

import org.jspecify.annotations.NullMarked;
