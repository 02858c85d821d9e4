package org.docduel.stats.stat;

/**
 * A summary of observations. Percentiles and extremes are those of operations when the run recorded
 * its operations, and of observations otherwise.
 *
 * @param label what was summarised
 * @param n number of observations
 * @param forks number of forks
 * @param operations number of operations behind the percentiles; 0 when none were recorded
 * @param mean mean of the observations
 * @param sd standard deviation of the observations; NaN for a single one
 * @param median median
 * @param p95 95th percentile, counted from the best; NaN of fewer than 20 values
 * @param p99 99th percentile, counted from the best; NaN of fewer than 20 values
 * @param min smallest
 * @param max largest
 * @param interval confidence interval of the mean, over forks; NaN bounds for a single one
 */
public record Summary(
    String label,
    int n,
    int forks,
    long operations,
    double mean,
    double sd,
    double median,
    double p95,
    double p99,
    double min,
    double max,
    Interval interval) {}
