/** How many forks a pilot run says are needed. */
@NullMarked
package org.docduel.stats.plan;

import org.jspecify.annotations.NullMarked;
