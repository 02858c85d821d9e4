package org.docduel.update;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.fork.ForkProfiler.IterationMetrics.Metric;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.model.datasets.ShopDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.work.Window;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.ResultParts;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.docduel.update.Mix.Keys;
import org.docduel.update.MixedTrial.Shared;
import org.docduel.update.UpdateBenchmark.Update;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ThroughputResult;

/**
 * Reads and writes together: each of as many workers as {@code -t} says does one operation after
 * the other, of the kinds and by the weights of a mix.
 *
 * <p>Timed: from an id, a number or a new document in memory to the server's acknowledgement, or to
 * the last document read and decoded completely. Not timed: loading, choosing, making documents,
 * comparing what was read, and checking every document after the last iteration. Closed and open
 * loop, response times and threads are as in {@link UpdateBenchmark}; see docs/workloads.md#mixed.
 *
 * <pre>
 * docduel mixed -p mix=read:95,update:5 -p keys=zipfian -t 16
 * </pre>
 */
@Fork(
    value = 3,
    jvmArgsPrepend = {"-Xmx2g", "-XX:-ResizeTLAB", "-XX:TLABSize=32k"})
@Warmup(iterations = 1, time = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
@State(Scope.Benchmark)
public class MixedBenchmark {
  @Param("ycsb-b")
  public String mix = "ycsb-b";

  @Param("100000")
  public String documents = "100000";

  @Param(MixedDocuments.GENERATED)
  public String dataset = MixedDocuments.GENERATED;

  @Param("double")
  public String fractions = "double";

  @Param(MixedDocuments.NUMBERED)
  public String id = MixedDocuments.NUMBERED;

  @Param(MixedDocuments.SCORE)
  public String field = MixedDocuments.SCORE;

  @Param("mix")
  public String keys = "mix";

  @Param("0.99")
  public String theta = "0.99";

  @Param("100")
  public String limit = "100";

  @Param("set")
  public String update = "set";

  @Param("0")
  public String rate = "0";

  @Param(Mixed.ALL)
  public String kind = Mixed.ALL;

  @Benchmark
  public void operate(MixedTrial.Client client, Control control) {
    client.worker.work(control);
  }

  static final class Mixed implements Shared {
    static final String ALL = "all";

    static final Parameter<String> DATASET =
        FileDocuments.parameter(
            Stream.concat(Stream.of(MixedDocuments.GENERATED), ShopDocuments.NAMES.stream())
                .toList(),
            "w3 (user profiles, as UpdateBenchmark has), accounts or products (of a shop, with"
                + " indexes of their own), or your own file: ./NAME.ndjson, .csv, plain or .gz,"
                + " whose documents are held in memory",
            path -> {});
    static final Parameter<String> ID =
        Parameter.text(
            "id",
            "the field of a file's documents with their ids, whole numbers; or numbered",
            "id=numbered");
    static final Parameter<String> FIELD =
        Parameter.text(
            "field",
            "the field that updates set, a path to whole numbers: profile.score",
            "field=profile.score");
    static final Parameter<Keys> KEYS =
        Parameter.choice(
            "keys",
            Keys.class,
            "uniform, zipfian, latest; mix: as the preset has it, uniform for a mix of your own",
            "keys=uniform,zipfian");
    static final Parameter<Double> THETA =
        new Parameter<>(
            "theta",
            "the exponent of zipfian and latest, above 0 and at most 10",
            "theta=0.99",
            text -> {
              if (!text.matches("(?=.*[1-9])[0-9](\\.[0-9]{1,6})?|10(\\.0{1,6})?")) {
                throw BadInputException.parameter("theta", text, "a number above 0 and at most 10");
              }
              return Double.valueOf(text);
            });
    static final Parameter<Integer> LIMIT =
        Parameter.number(
            "limit",
            1,
            10_000,
            "the most documents a find asks for; each asks for 1 to as many",
            "limit=100");
    private static final Parameter<String> KINDS =
        Parameter.choice(
            "kind",
            Map.of(ALL, ALL),
            "all; the results have a row for all operations and one for each kind",
            "kind=all");

    @Override
    public Map<String, String> publishedValues(Combination combination) {
      return FileDocuments.publishedValues(combination.get(DATASET));
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(
          Mix.PARAMETER,
          Update.DOCUMENTS,
          DATASET,
          Fractions.PARAMETER,
          ID,
          FIELD,
          KEYS,
          THETA,
          LIMIT,
          UpdateKind.PARAMETER,
          Update.RATE,
          KINDS);
    }

    /** With the keys of a preset, and of a file no more documents than it has. */
    @Override
    public Combination normalize(Combination combination) {
      int size = Shared.documents(combination).size();
      Combination sized = combination.with(Update.DOCUMENTS.name(), String.valueOf(size));
      String dataset = combination.get(DATASET);
      Combination generated =
          FileDocuments.isPath(dataset)
              ? sized
              : sized.with(Fractions.PARAMETER.name(), Fractions.GENERATED);
      Combination normalized =
          ShopDocuments.byName(dataset).isPresent()
              ? generated.with(FIELD.name(), ShopDocuments.VERSION)
              : generated;
      return normalized.get(KEYS) == Keys.MIX
          ? normalized.with(KEYS.name(), Parameter.label(normalized.get(Mix.PARAMETER).keys()))
          : normalized;
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      Mix mix = combination.get(Mix.PARAMETER);
      if (combination.get(KEYS) == Keys.LATEST && mix.weights().containsKey(Mix.Kind.DELETE)) {
        return Optional.of("keys=latest takes no mix that deletes");
      }
      StoreProvider store = ForkStore.provider(combination.value(Subjects.STORE));
      String mixText = combination.value(Mix.PARAMETER.name());
      return mix.kinds().stream()
          .filter(kind -> !store.capabilities().contains(kind.needed))
          .findFirst()
          .map(kind ->
              "%s: mix=%s needs a store that can %s"
                  .formatted(store.name(), mixText, kind.needed.description()));
    }

    @Override
    public Optional<Collection> collection(Combination combination) {
      MixedDocuments documents = Shared.documents(combination);
      UpdateKind update = combination.get(UpdateKind.PARAMETER);
      Set<Mix.Kind> kinds = combination.get(Mix.PARAMETER).weights().keySet();
      List<Index> indexes =
          kinds.contains(Mix.Kind.FIND) && !documents.key().isEmpty()
              ? List.of(Index.on(Index.Kind.ORDERED, documents.key()))
              : List.of();
      Collection collection = documents.collection("mixed", update, indexes);
      // MongoDB refuses a whole document with a name like an operator's, but for an insert.
      boolean changes =
          Stream.of(Mix.Kind.UPDATE, Mix.Kind.REPLACE, Mix.Kind.MODIFY).anyMatch(kinds::contains);
      return Optional.of(changes ? collection : collection.withNamed(List.of()));
    }

    @Override
    public Optional<Description> description(Combination combination) {
      String name = Mix.PARAMETER.name();
      return Optional.of(
          Shared.description(
              combination,
              "A mix of {mix} on {documents|document|documents}, keys {keys}",
              Map.of(
                  name + "=" + combination.value(name), combination.get(Mix.PARAMETER).label())));
    }

    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric(Window.RATE, "1");
    }

    /** A result for all operations and one for each kind. */
    @Override
    public List<RunResult> results(RunResult fork) {
      Mix mix = Mix.PARAMETER.parse(fork.getParams().getParam("mix"));
      List<String> kinds =
          Stream.concat(Stream.of(ALL), mix.kinds().stream().map(Parameter::label)).toList();
      return ResultParts.split(fork, KINDS.name(), kinds, Mixed::part);
    }

    /** The metrics of a kind have its name before their own, and a space between. */
    private static Optional<IterationResult> part(
        String kind, IterationResult iteration, BenchmarkParams params) {
      IterationResult part =
          new IterationResult(params, params.getMeasurement(), iteration.getMetadata());
      boolean all = kind.equals(ALL);
      String throughput = all ? Window.THROUGHPUT : kind + " " + Window.THROUGHPUT;
      double perSecond =
          Objects.requireNonNull(iteration.getSecondaryResults().get(throughput)).getScore();
      part.addResult(
          all
              ? iteration.getPrimaryResult()
              : new ThroughputResult(
                  ResultRole.PRIMARY, kind, perSecond, (long) 1e9, TimeUnit.SECONDS));
      for (Result<?> metric : iteration.getSecondaryResults().values()) {
        String[] name = metric.getLabel().split(" ", 2);
        double score = metric.getScore();
        if (name[0].equals(kind)) {
          part.addResult(new Metric(name[1], score, metric.getScoreUnit()));
        } else if (all && name.length == 1) {
          part.addResult(metric);
        }
        if (all && name[0].matches("client.process|servercpu.busy") && perSecond > 0) {
          String cost = name[0].replaceFirst("\\..*", ".per_operation");
          part.addResult(new Metric(cost, score * 1e4 / perSecond, "us/op"));
        }
      }
      return Optional.of(part);
    }
  }
}
