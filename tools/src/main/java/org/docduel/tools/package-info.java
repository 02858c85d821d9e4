/**
 * Runnable comparisons of the harness with what does the same without it; docs/speed.md has the
 * commands. Not tests: ratios of one run, never limits on a time.
 */
@NullMarked
package org.docduel.tools;

import org.jspecify.annotations.NullMarked;
