/**
 * Files in, observations out: JMH's results and how they are selected, paired and named in errors.
 */
@NullMarked
package org.docduel.stats.jmh;

import org.jspecify.annotations.NullMarked;
