/**
 * The file beside a result file that says what a JMH result cannot: machine, servers, settings,
 * stored sizes, checks, skips. Any harness may write one; a result without it is normal.
 */
@NullMarked
package org.docduel.stats.report.sidecar;

import org.jspecify.annotations.NullMarked;
