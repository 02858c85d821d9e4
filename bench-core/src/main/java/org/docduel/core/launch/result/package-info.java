/**
 * What a run is worth: measurements and facts of forks come in, JMH's JSON, sidecar, latencies,
 * report and the last lines on the screen go out.
 */
package org.docduel.core.launch.result;
