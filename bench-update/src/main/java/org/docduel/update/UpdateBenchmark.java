package org.docduel.update;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.work.Window;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.docduel.update.Mix.Keys;
import org.docduel.update.MixedTrial.Shared;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
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
 * <p>With a rate, updates are due at random moments (a Poisson process), whatever the server does,
 * and response times count from the moment at which one was due; see docs/workloads.md#updates.
 *
 * <p>Each thread allocates from 32 KB of its own at a time: shared among hundreds of threads, a
 * young generation leaves each so little that allocating takes the slow way again and again.
 *
 * <pre>
 * docduel update -p store=postgres-jsonb -p index=none,user_id -t 8 -prof pgstat
 * </pre>
 */
@Fork(
    value = 3,
    jvmArgsPrepend = {"-Xmx2g", "-XX:-ResizeTLAB", "-XX:TLABSize=32k"})
@Warmup(iterations = 1, time = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
@State(Scope.Benchmark)
public class UpdateBenchmark {
  @Param("set")
  public String update = "set";

  @Param("100000")
  public String documents = "100000";

  @Param("user_id")
  public String index = "user_id";

  @Param("uniform")
  public String keys = "uniform";

  @Param("0")
  public String pool = "0";

  @Param("0")
  public String rate = "0";

  @Benchmark
  public void update(MixedTrial.Client client, Control control) {
    client.worker.work(control);
  }

  static final class Update implements Shared {
    static final Parameter<Integer> DOCUMENTS =
        Parameter.number(
            "documents",
            1,
            100_000_000,
            "documents in the collection; with --memory also 4x, four times its size as JSON",
            "documents=1000000");
    static final Parameter<Integer> RATE =
        Parameter.number(
            "rate",
            0,
            10_000_000,
            "operations due per second (0: each worker sends when it can)",
            "rate=0,1000");

    private static final Parameter<List<Index>> INDEX =
        Parameter.choice(
            "index",
            Map.of(
                "user_id", List.of(Index.on(Index.Kind.ORDERED, UpdateDocuments.KEY)),
                "unusable", List.of(Index.on(Index.Kind.AS_TEXT, UpdateDocuments.KEY)),
                "none", List.of()),
            "user_id, none, unusable (on the key as text, while statements compare a number)",
            "index=none,unusable,user_id");

    private static final Parameter<Keys> KEYS =
        Parameter.choice(
            "keys",
            Map.of("uniform", Keys.UNIFORM, "zipfian", Keys.ZIPFIAN),
            "uniform, zipfian",
            "keys=uniform,zipfian");

    @Override
    public boolean supportsMultipleClients() {
      return true;
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(UpdateKind.PARAMETER, DOCUMENTS, INDEX, KEYS, StoreConfig.POOL, RATE);
    }

    @Override
    public Optional<Collection> collection(Combination combination) {
      UpdateKind update = combination.get(UpdateKind.PARAMETER);
      List<Index> indexes = combination.get(INDEX);
      return Optional.of(Shared.documents(combination).collection("w3", update, indexes));
    }

    @Override
    public Optional<Description> description(Combination combination) {
      return Optional.of(
          Shared.description(
              combination,
              "Updates of {update} in a collection of {documents|document|documents}, found by"
                  + " {index}, keys {keys}",
              Map.of(
                  "update=set", "one number",
                  "update=replace", "one number by sending the whole document",
                  "index=user_id", "an index on the key",
                  "index=unusable", "a scan, as their index is on the key as text",
                  "index=none", "a scan")));
    }

    @Override
    public Map<String, List<String>> switches() {
      return Map.of(
          "update", List.of("set", "replace"),
          "keys", List.of("uniform", "zipfian"),
          "key", List.of("expression", "column"),
          "fillfactor", List.of("100", "70"),
          "durability", List.of("default", "relaxed"));
    }

    /**
     * JMH's score adds up what each thread did in a time of its own, which says little where single
     * updates take as long as an iteration.
     */
    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric(Window.THROUGHPUT, "1");
    }
  }
}
