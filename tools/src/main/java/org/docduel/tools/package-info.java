/**
 * What the harness is compared with: bare drivers, pgbench, psql and SciPy, a JMH benchmark each.
 * docs/results.md#what-the-harness-costs has goals and results.
 */
package org.docduel.tools;
