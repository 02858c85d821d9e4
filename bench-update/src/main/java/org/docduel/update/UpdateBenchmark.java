package org.docduel.update;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/**
 * Sets {@code profile.score} of one user at a time, found by {@code user_id}, with as many workers
 * as {@code -t} says.
 *
 * <p>Timed: from a key and a number in memory to the server's acknowledgement: binding or encoding,
 * sending, waiting; with a pool also waiting for a connection. Not timed: loading the collection
 * before the first iteration, choosing the key, and checking every document after the last one.
 *
 * <p>With {@code rate=0} the loop is closed, as published: each worker sends its next update when
 * the last one was acknowledged, so that a server which stalls is asked less. With a rate, updates
 * are due at random moments (a Poisson process), whatever the server does, and response times count
 * from the moment at which an update was due.
 *
 * <p>Each thread allocates from 32 KB of its own at a time. HotSpot would share the young
 * generation among all threads of a fork, however few of them do the work: with hundreds a thread's
 * part is so small that allocating takes the slow way again and again; see docs/speed.md.
 *
 * <p>Percentiles, the rate of acknowledged updates, errors and retries stand beside JMH's score as
 * metrics of each iteration; see docs/updates.md.
 *
 * <pre>
 * java -jar bench-update/target/benchmarks.jar -p store=postgres-jsonb -p index=none,user_id -t 8 -prof pgstat
 * </pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xmx2g", "-XX:-ResizeTLAB", "-XX:TLABSize=32k"})
@Warmup(iterations = 1, time = 10)
@Measurement(iterations = 5, time = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
public class UpdateBenchmark {
  /**
   * One update.
   *
   * @param worker the thread's connection
   * @param control tells when the iteration is over
   */
  @Benchmark
  public void update(UpdateWorker worker, Control control) {
    worker.update(control);
  }
}
