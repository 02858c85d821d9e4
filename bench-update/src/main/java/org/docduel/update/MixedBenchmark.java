package org.docduel.update;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
 * Reads and writes together: each of as many workers as {@code -t} says does one operation after
 * the other, of the kinds and by the weights of a mix.
 *
 * <p>Timed: from an id, a number or a new document in memory to the server's acknowledgement, or to
 * the last document read and decoded completely. Not timed: loading, choosing, making documents,
 * comparing what was read, and checking every document after the last iteration. Closed and open
 * loop, response times and threads are as in {@link UpdateBenchmark}.
 *
 * <p>A read fails the fork when its value is older than one that was acknowledged before it began,
 * or when nobody has written it. See docs/workloads.md#mixed.
 *
 * <pre>
 * java -jar bench-update/target/benchmarks.jar Mixed -p mix=read:95,update:5 -p keys=zipfian -t 16
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
public class MixedBenchmark {
  /**
   * One operation.
   *
   * @param control tells when the iteration is over
   */
  @Benchmark
  public void operate(Client client, Control control) {
    client.worker().work(control);
  }

  /**
   * The collection that all workers share: loaded before the first iteration, checked at the end.
   */
  @State(Scope.Benchmark)
  public static class Documents {
    /** Kinds and weights, or the name of a preset; see {@link Mix}. */
    @Param("ycsb-b")
    public String mix = "ycsb-b";

    /** Documents in the collection before the run. */
    @Param("100000")
    public String documents = "100000";

    /** Generated documents or a file. */
    @Param(MixedDocuments.GENERATED)
    public String dataset = MixedDocuments.GENERATED;

    /** The field of a file's documents that has their ids. */
    @Param(MixedDocuments.NUMBERED)
    public String id = MixedDocuments.NUMBERED;

    /** The field that updates set. */
    @Param(MixedDocuments.SCORE)
    public String field = MixedDocuments.SCORE;

    /** Which documents are chosen how often: uniform, zipfian, latest. */
    @Param(MixedExperiment.OF_MIX)
    public String keys = MixedExperiment.OF_MIX;

    /** The exponent of Zipf's law. */
    @Param("0.99")
    public String theta = "0.99";

    /** The most documents that a search asks for. */
    @Param("100")
    public String limit = "100";

    /** How an update changes its field; see {@link UpdateKind}. */
    @Param("set")
    public String update = "set";

    /** Operations that are due per second; 0 for a closed loop. */
    @Param("0")
    public String rate = "0";

    /** Which kind a result is about; one fork measures all. */
    @Param(MixedExperiment.ALL)
    public String kind = MixedExperiment.ALL;

    private Optional<MixedTrial> trial = Optional.empty();

    /** Opens the store, loads the collection and checks it. */
    @Setup(Level.Trial)
    public void open(StoreState stores, BenchmarkParams params) {
      Mix parsed = Mix.PARAMETER.parse(mix);
      UpdateKind changed = UpdateKind.PARAMETER.parse(update);
      MixedDocuments all =
          MixedDocuments.of(dataset, id, field, UpdateExperiment.DOCUMENTS.parse(documents));
      MixedTrial.Work work =
          new MixedTrial.Work(
              all,
              all.collection(changed, parsed.has(Mix.Kind.FIND)),
              parsed,
              changed,
              MixedExperiment.KEYS.parse(keys),
              MixedExperiment.THETA.parse(theta),
              MixedExperiment.LIMIT.parse(limit),
              true);
      int due = UpdateExperiment.RATE.parse(rate);
      trial = Optional.of(new MixedTrial(stores, params, work, 0, due));
    }
  }

  /** One thread's connection. */
  @State(Scope.Thread)
  public static class Client extends MixedTrial.Client {
    /** Connects and prepares. */
    @Setup(Level.Trial)
    public void connect(Documents documents, ThreadParams thread) {
      connect(documents.trial, thread);
    }
  }
}
