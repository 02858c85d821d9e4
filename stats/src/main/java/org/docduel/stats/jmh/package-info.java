/** Reads JMH's JSON result files into immutable values. Knows nothing of tests or tables. */
@NullMarked
package org.docduel.stats.jmh;

import org.jspecify.annotations.NullMarked;
