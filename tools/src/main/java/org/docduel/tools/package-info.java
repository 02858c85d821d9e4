/**
 * Comparisons of the harness with bare drivers, pgbench, psql and SciPy: each side is a JMH
 * benchmark, and our own statistics judge. docs/speed.md has goals and results.
 */
@NullMarked
package org.docduel.tools;

import org.jspecify.annotations.NullMarked;
