package org.docduel.update;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.files.ContentName;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.work.Window;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.ResultParts;
import org.docduel.core.workload.Experiment.Subjects;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;

/** The mixes, as the launcher sees them. */
final class MixedExperiment implements Experiment {
  static final String KIND = "kind";
  static final String ALL = "all";
  static final String OF_MIX = "mix";

  static final Parameter<String> DATASET =
      new Parameter<>(
          "dataset",
          "w3 (user profiles, as UpdateBenchmark has) or your own file: ./NAME.ndjson, .csv, plain"
              + " or .gz, whose documents are held in memory",
          "dataset=w3",
          text -> {
            boolean path = text.contains(".") || text.contains("/") || text.contains("\\");
            if (!path && !text.equals(MixedDocuments.GENERATED)) {
              throw BadInputException.parameter(
                  "dataset", text, "w3 or a file's path, such as ./orders.ndjson");
            }
            return text;
          });
  static final Parameter<String> ID =
      text("id", "the field of a file's documents with their ids, whole numbers; or numbered");
  static final Parameter<String> FIELD =
      text("field", "the field that updates set, a path to whole numbers: profile.score");
  static final Parameter<Keys> KEYS =
      Parameter.choice(
          "keys",
          Map.of(
              "uniform", Keys.UNIFORM,
              "zipfian", Keys.ZIPFIAN,
              "latest", Keys.LATEST),
          "uniform, zipfian, latest; mix: as the preset has it, uniform for a mix of your own",
          "keys=uniform,zipfian");
  static final Parameter<Double> THETA =
      new Parameter<>(
          "theta",
          "the exponent of zipfian and latest, above 0 and at most 10",
          "theta=0.99",
          text -> {
            double value =
                text.matches("[0-9]{1,2}(\\.[0-9]{1,6})?") ? Double.parseDouble(text) : 0;
            if (value <= 0 || value > 10) {
              throw BadInputException.parameter("theta", text, "a number above 0 and at most 10");
            }
            return value;
          });
  static final Parameter<Integer> LIMIT =
      Parameter.number(
          "limit",
          1,
          10_000,
          "the most documents a find asks for; each asks for 1 to as many",
          "limit=100");
  static final Parameter<String> KIND_PARAMETER =
      new Parameter<>(
          KIND,
          "all; the results have a row for all operations and one for each kind",
          "kind=all",
          text -> {
            if (!text.equals(ALL)) {
              throw BadInputException.parameter(KIND, text, "all; -p mix= says which kinds");
            }
            return text;
          });

  private static Parameter<String> text(String name, String accepted) {
    String example = name + "=" + accepted.substring(accepted.lastIndexOf(' ') + 1);
    return new Parameter<>(name, accepted, example, text -> text);
  }

  @Override
  public Class<?> benchmark() {
    return MixedBenchmark.class;
  }

  @Override
  public Map<String, String> recorded(Combination combination) {
    String dataset = combination.get(DATASET);
    return dataset.equals(MixedDocuments.GENERATED)
        ? Map.of()
        : Map.of(DATASET.name(), ContentName.of(Path.of(dataset)));
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.UPDATE);
  }

  @Override
  public List<Parameter<?>> parameters() {
    Parameter<String> keys =
        new Parameter<>(
            KEYS.name(),
            KEYS.accepted(),
            KEYS.example(),
            text -> text.equals(OF_MIX) ? text : Parameter.label(KEYS.parse(text)));
    return List.of(
        Mix.PARAMETER,
        UpdateExperiment.DOCUMENTS,
        DATASET,
        ID,
        FIELD,
        keys,
        THETA,
        LIMIT,
        UpdateKind.PARAMETER,
        UpdateExperiment.RATE,
        KIND_PARAMETER);
  }

  @Override
  public Combination settled(Combination combination) {
    return combination.value(KEYS.name()).equals(OF_MIX)
        ? combination.with(KEYS.name(), Parameter.label(combination.get(Mix.PARAMETER).keys()))
        : combination;
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    Mix mix = combination.get(Mix.PARAMETER);
    if (combination.get(KEYS) == Keys.LATEST && mix.has(Mix.Kind.DELETE)) {
      return Optional.of("keys=latest takes no mix that deletes");
    }
    return StoreProviders.named(combination.value(Subjects.STORE))
        .flatMap(store ->
            mix.lackedBy(store, combination.value(Mix.PARAMETER.name()))
                .map(reason -> store.name() + ": " + reason));
  }

  @Override
  public Optional<Collection> collection(Combination combination) {
    Mix mix = combination.get(Mix.PARAMETER);
    return Optional.of(
        documents(combination)
            .collection(combination.get(UpdateKind.PARAMETER), mix.has(Mix.Kind.FIND)));
  }

  private static MixedDocuments documents(Combination combination) {
    return MixedDocuments.of(
        combination.get(DATASET),
        combination.get(ID),
        combination.get(FIELD),
        combination.get(UpdateExperiment.DOCUMENTS));
  }

  /** Each worker has a document of its own while it changes one. */
  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    int documents = documents(combination).size();
    return documents <= threads
        ? Optional.of("documents=" + documents + " gives some of them no document to change")
        : Optional.empty();
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric(Window.RATE, "1", "documents");
  }

  /** A result for all operations and one for each kind. */
  @Override
  public List<RunResult> results(RunResult fork) {
    Set<String> kinds = new LinkedHashSet<>(List.of(ALL));
    Mix.PARAMETER
        .parse(fork.getParams().getParam("mix"))
        .kinds()
        .forEach(kind -> kinds.add(kind.label()));
    List<RunResult> results = new ArrayList<>();
    for (String kind : kinds) {
      List<BenchmarkResult> forks = new ArrayList<>();
      for (BenchmarkResult one : fork.getBenchmarkResults()) {
        BenchmarkParams params = ResultParts.params(one.getParams(), KIND, kind);
        forks.add(
            new BenchmarkResult(
                params,
                one.getIterationResults().stream()
                    .map(whole -> part(kind, whole, params))
                    .toList()));
      }
      results.add(new RunResult(forks.get(0).getParams(), forks));
    }
    return results;
  }

  private static IterationResult part(String kind, IterationResult whole, BenchmarkParams params) {
    IterationResult part =
        new IterationResult(params, params.getMeasurement(), whole.getMetadata());
    boolean all = kind.equals(ALL);
    if (all) {
      part.addResult(whole.getPrimaryResult());
      perOperation(whole, "client.process").ifPresent(part::addResult);
      perOperation(whole, "servercpu.busy").ifPresent(part::addResult);
    } else {
      double perSecond = score(whole, kind + " " + Window.THROUGHPUT);
      part.addResult(
          new ThroughputResult(
              ResultRole.PRIMARY, kind, perSecond, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
    }
    whole
        .getSecondaryResults()
        .forEach((name, metric) -> {
          boolean ofAKind = name.contains(" ");
          if (all && !ofAKind) {
            part.addResult(metric);
          } else if (!all && name.startsWith(kind + " ")) {
            part.addResult(
                new IterationMetrics.Metric(
                        name.substring(kind.length() + 1), metric.getScore(), metric.getScoreUnit())
                    .result());
          }
        });
    return part;
  }

  private static double score(IterationResult whole, String metric) {
    return Objects.requireNonNull(whole.getSecondaryResults().get(metric), metric).getScore();
  }

  /** A process's CPU time, in percent of one processor, as what each operation costs. */
  private static Optional<Result<?>> perOperation(IterationResult whole, String busy) {
    Result<?> percent = whole.getSecondaryResults().get(busy);
    double perSecond = score(whole, Window.THROUGHPUT);
    return percent == null || perSecond == 0
        ? Optional.empty()
        : Optional.of(
            new ScalarResult(
                busy.substring(0, busy.indexOf('.')) + ".per_operation",
                percent.getScore() / 100 * 1e6 / perSecond,
                "us/op",
                AggregationPolicy.AVG));
  }
}
