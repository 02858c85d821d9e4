/** Loads with a clock for each phase, checks of content, latencies and arrivals. */
@NullMarked
package org.docduel.core.work;

import org.jspecify.annotations.NullMarked;
