package org.docduel.stats.jmh;

/**
 * How a result was measured, as the file states it. Numbers are 0 and times empty when the file
 * does not state them. The number of forks is the one that was asked for; merged files hold more
 * rows than that, so count the rows.
 *
 * @param threads threads that ran the operation together
 * @param forks forks asked for
 * @param warmupIterations warm-up iterations per fork
 * @param warmupTime time of a warm-up iteration, for example {@code 10 s}
 * @param measurementIterations measured iterations per fork
 * @param measurementTime time of a measured iteration
 * @param measurementBatchSize calls of the benchmark that one measured operation is made of, where
 *     operations are timed alone
 */
public record Protocol(
    int threads,
    int forks,
    int warmupIterations,
    String warmupTime,
    int measurementIterations,
    String measurementTime,
    int measurementBatchSize) {}
