package org.docduel.update;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.fork.StoreState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;

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
 * part is so small that allocating takes the slow way again and again; see
 * docs/results.md#what-the-harness-costs.
 *
 * <p>Percentiles, the rate of acknowledged updates, errors and retries stand beside JMH's score as
 * metrics of each iteration; see docs/workloads.md#updates.
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
   * @param control tells when the iteration is over
   */
  @Benchmark
  public void update(Client client, Control control) {
    client.worker().work(control);
  }

  /**
   * The collection that all workers update: loaded and checked before a fork's first iteration;
   * after the last one every document is compared with the last value that was acknowledged for it.
   */
  @State(Scope.Benchmark)
  public static class Profiles {
    /** How the score is changed; see {@link UpdateKind}. */
    @Param("set")
    public String update = "set";

    /** Documents in the collection. */
    @Param("100000")
    public String documents = "100000";

    /** Which index there is beside the primary key: none, user_id, unusable. */
    @Param("user_id")
    public String index = "user_id";

    /** Which documents are updated how often: uniform, zipfian. */
    @Param("uniform")
    public String keys = "uniform";

    /** Connections that the workers share; 0 for one each. */
    @Param("0")
    public String pool = "0";

    /** Updates that are due per second; 0 for a closed loop. */
    @Param("0")
    public String rate = "0";

    private Optional<MixedTrial> trial = Optional.empty();

    /** Opens the store, loads the collection and checks it. */
    @Setup(Level.Trial)
    public void open(StoreState stores, BenchmarkParams params) {
      UpdateKind kind = UpdateKind.PARAMETER.parse(update);
      MixedTrial.Work work =
          new MixedTrial.Work(
              MixedDocuments.users(UpdateExperiment.DOCUMENTS.parse(documents)),
              UpdateExperiment.collection(kind, UpdateExperiment.INDEX.parse(index)),
              Mix.PARAMETER.parse("update:1"),
              kind,
              UpdateExperiment.KEYS.parse(keys),
              Keys.ZIPF_EXPONENT,
              1,
              false);
      int shared = StoreConfig.POOL.parse(pool);
      int due = UpdateExperiment.RATE.parse(rate);
      trial = Optional.of(new MixedTrial(stores, params, work, shared, due));
    }
  }

  /** One thread's connection. */
  @State(Scope.Thread)
  public static class Client extends MixedTrial.Client {
    /** Connects and prepares. */
    @Setup(Level.Trial)
    public void connect(Profiles profiles, ThreadParams thread) {
      connect(profiles.trial, thread);
    }
  }
}
