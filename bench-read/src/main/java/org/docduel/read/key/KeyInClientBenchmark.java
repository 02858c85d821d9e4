package org.docduel.read.key;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads one key of every document of a collection whose server cannot look into documents: it sends
 * them whole, and the client finds the key in the bytes. A benchmark of its own, so that its times
 * are never compared with those of servers that send the value alone. Timed and not timed are the
 * same as in {@link KeyAccessBenchmark}.
 *
 * <pre>
 * docduel run KeyInClient -p documents=users-90
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 1, timeUnit = TimeUnit.HOURS)
public class KeyInClientBenchmark {
  @Benchmark
  public long read(KeyAccessBenchmark.Prepared prepared) {
    return prepared.run();
  }
}
