package org.docduel.core.harness.workload;

/**
 * How a benchmark's results are read: what the tables and the verdict after a run look at.
 *
 * @param metric the secondary metric that is compared, or empty for JMH's own score
 * @param items how many items one operation handles: the parameter that holds it, or a number
 * @param scale the parameter along which degradation factors are taken
 */
public record PrimaryMetric(String metric, String items, String scale) {}
