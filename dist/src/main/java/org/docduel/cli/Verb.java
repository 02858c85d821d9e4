package org.docduel.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.docduel.insert.IngestionBenchmark;
import org.docduel.insert.InsertBenchmark;
import org.docduel.read.IndexedReadBenchmark;
import org.docduel.read.key.KeyAccessBenchmark;
import org.docduel.read.links.LinkReadBenchmark;
import org.docduel.read.suite.QuerySuiteBenchmark;
import org.docduel.update.MixedBenchmark;
import org.docduel.update.UpdateBenchmark;

/** A command that runs one benchmark. */
enum Verb {
  INSERT(
      InsertBenchmark.class,
      "Inserts documents in batches.",
      "docduel insert -p payload=4KB -p store=postgres-jsonb,postgres-typed",
      "docduel insert -p dataset=./orders.ndjson"),
  INGEST(
      IngestionBenchmark.class,
      "Loads many documents at once, and says how long each phase takes.",
      "docduel ingest -p dataset=w2 -p rows=100000",
      "docduel ingest -p dataset=./orders.ndjson -p rows=all"),
  READ(
      IndexedReadBenchmark.class,
      "Reads by conditions, with an index and without one, and keeps the plans.",
      "docduel read -p scenario=S1,S4 -p rows=100000",
      "docduel read -p variant=jsonb_ind,rel_ind       (here instead of store)"),
  LINKS(
      LinkReadBenchmark.class,
      "Reads documents and those that they link to.",
      "docduel links -p links=10 -p documents=10000"),
  KEY(
      KeyAccessBenchmark.class,
      "Reads one key of every document.",
      "docduel key -p documents=users-1,users-90"),
  SUITE(
      QuerySuiteBenchmark.class,
      "Runs a folder of queries in every store, and compares the answers.",
      "docduel suite init ./mine --data orders.ndjson",
      "docduel suite ./mine",
      "docduel suite -p suite=customer -p rows=10000"),
  UPDATE(
      UpdateBenchmark.class,
      "Updates one field of one document at a time.",
      "docduel update -p store=postgres-jsonb,mongodb -p documents=100000 -t 8"),
  MIXED(
      MixedBenchmark.class,
      "Mixes reads and updates.",
      "docduel mixed -p mix=read:95,update:5 -p documents=100000 -t 8");

  private static final String OPTIONS =
      """
        -p NAME=VALUE[,VALUE]  a parameter; several values are compared or measured
        -p store=NAME,...      the stores; docduel servers says which can be had
        -f N                   forks: five for a look, seven or more to decide
        --until decided        forks until every verdict is in
        -t N[,N]               threads; several give a curve of throughput and p99
        -wi N, -i N            warm-up iterations, iterations of a fork
        --profile NAME         a named set of arguments
        --explain, --flip      where the time goes; what would turn the verdict
        -rff FILE              where results go (results/)
        --help-all             all parameters, stores, profiles and options\
      """;

  /** Of a screen, less the indent of what goes on. */
  private static final int WIDTH = 78;

  final Class<?> benchmark;
  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> examples;

  Verb(Class<?> benchmark, String text, String... examples) {
    this.benchmark = benchmark;
    this.text = text;
    this.examples = List.of(examples);
  }

  /** As it is typed. */
  String typed() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The benchmark's name for the launcher. */
  String benchmarkName() {
    return benchmark.getSimpleName();
  }

  /** The first help, of one screen. */
  String help() {
    StringBuilder help = new StringBuilder();
    help.append("Usage: docduel ").append(typed()).append(this == SUITE ? " [FOLDER]" : "");
    help.append(" [OPTIONS]\n").append(text);
    help.append("\nMeasures every available store; ends with a verdict.\n\n");
    examples.forEach(example -> help.append("  ").append(example).append('\n'));
    help.append('\n').append(OPTIONS).append("\n\n");
    Subjects subjects = experiment().subjects(StoreProviders.all());
    return help.append(wrap(subjectNames(subjects))).toString();
  }

  /** What it compares: the stores, or the ways in which they run. */
  private String subjectNames(Subjects subjects) {
    Capability needed = experiment().requiredCapability().orElseThrow();
    String names =
        subjects.stores().entrySet().stream()
            .filter(subject -> subject.getValue().capabilities().contains(needed))
            .map(subject -> subject.getKey() + (subject.getValue().onlyWhenNamed() ? "*" : ""))
            .collect(Collectors.joining(", "));
    return "Values of %s (* only when named): %s".formatted(subjects.parameter(), names);
  }

  private Experiment experiment() {
    return Workload.load().experiments().stream()
        .filter(experiment -> experiment.benchmark() == benchmark)
        .findFirst()
        .orElseThrow();
  }

  private static String wrap(String text) {
    return text.replaceAll("(.{1," + WIDTH + "})(?: |$)", "$1\n  ").strip();
  }

  /** Lines for people to try, each a whole command. */
  List<String> examples() {
    return examples;
  }
}
