package org.docduel.stats.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.Source;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.jmh.SeriesFile;
import org.docduel.stats.jmh.WholeFile;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;
import org.docduel.stats.verdict.Switch;
import org.docduel.stats.verdict.Twins;

/**
 * A sidecar and the result file it lies beside: {@code out.sidecar.json} beside {@code out.json}.
 */
public record SidecarFile(String resultFile, Sidecar sidecar) {
  private static final String JSON = ".json";
  private static final String STORE = "store";
  private static final String DURABILITY = "durability";
  private static final String RELAXED = "relaxed";

  /** The path of the sidecar of a result file. */
  public static Path sidecarPath(Path resultFile) {
    String name = String.valueOf(resultFile.getFileName());
    String ending = SeriesFile.isNamedBy(resultFile) ? SeriesFile.SUFFIX : JSON;
    String stem = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
    return resultFile.resolveSibling(stem + ".sidecar" + JSON);
  }

  /**
   * Reads the sidecar of a result file.
   *
   * @return nothing when there is no sidecar
   * @throws BadInputException if the sidecar cannot be read or is not a JSON object
   */
  public static Optional<SidecarFile> read(Path resultFile) {
    Path file = sidecarPath(resultFile);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonTree root = JsonTree.parse(file.toString(), JsonTree.text(file));
      if (root.isObject()) {
        Sidecar sidecar = Sidecar.of(root);
        return Optional.of(
            new SidecarFile(
                resultFile.toString(),
                SeriesFile.isNamedBy(resultFile) ? sidecar.withoutPlaces() : sidecar));
      }
      throw new BadInputException(file + ": the sidecar is not a JSON object");
    } catch (BadInputException e) {
      throw new BadInputException(e.getMessage() + "; remove it or write it again", e);
    }
  }

  /** The sidecars of those of some result files that have one. */
  public static List<SidecarFile> readAll(List<Path> resultFiles) {
    return resultFiles.stream().flatMap(file -> read(file).stream()).toList();
  }

  /**
   * Results of stores that keep documents: the client's overhead competes with nobody. All, where
   * no such store is left.
   */
  public static List<SelectedResult> competing(
      List<SidecarFile> sidecars, List<SelectedResult> results) {
    Set<String> overhead =
        Fact.StoreFact.overhead(
            sidecars.stream().flatMap(file -> file.sidecar().stores().stream()).toList());
    List<SelectedResult> others =
        results.stream()
            .filter(result -> !overhead.contains(result.measured().getOrDefault(STORE, "")))
            .toList();
    return others.isEmpty() ? results : others;
  }

  /** Those of the subjects that somebody named; else those that compete. */
  public static List<SelectedResult> competing(
      List<SidecarFile> sidecars, List<SelectedResult> results, ComparedSubjects subjects) {
    return subjects.values().isEmpty() ? competing(sidecars, results) : subjects.among(results);
  }

  /** The metrics by which benchmarks are judged; of files that disagree, the first says it. */
  public static Map<String, String> metrics(List<SidecarFile> sidecars) {
    Map<String, String> metrics = new HashMap<>();
    sidecars.forEach(file -> file.sidecar().metrics().forEach(metrics::putIfAbsent));
    return metrics;
  }

  /** The switches that runs tried. */
  public static List<Switch> switches(List<SidecarFile> sidecars) {
    return sidecars.stream()
        .flatMap(file -> file.sidecar().switches().stream())
        .distinct()
        .toList();
  }

  /**
   * Results with the host and the round of each fork, the product that was measured, what lay
   * between and what a relaxed write promised, as far as the sidecars know them.
   */
  public static List<SelectedResult> placed(
      List<SidecarFile> sidecars, List<SelectedResult> results) {
    Map<String, Sidecar> sidecarByFile = new HashMap<>();
    sidecars.forEach(file -> sidecarByFile.put(file.resultFile(), file.sidecar()));
    return sidecarByFile.isEmpty()
        ? results
        : results.stream().map(result -> placed(result, sidecarByFile)).toList();
  }

  /** Files that measured different products show them all. */
  private static SelectedResult placed(SelectedResult result, Map<String, Sidecar> sidecars) {
    Function<Source, Sidecar> of = source -> sidecars.getOrDefault(source.file(), Sidecar.EMPTY);
    List<Source> sources = result.observations().sources();
    List<Sidecar> sourceSidecars = sources.stream().map(of).toList();
    Map<String, String> fields = new LinkedHashMap<>(result.fields());
    fields.replaceAll((name, value) ->
        ComparedSubjects.isDefaultParameter(name)
            ? sourceSidecars.stream()
                .map(sidecar -> displayValue(sidecar, value))
                .distinct()
                .collect(Collectors.joining(" or "))
            : value);
    Observations placed =
        result
            .observations()
            .map(fork -> {
              Sidecar sidecar = of.apply(fork.source());
              // 0 where nobody noted it
              int round =
                  at(fork.source().index(), sidecar.run().rounds())
                      .flatMap(rounds -> at(fork.place(), rounds))
                      .orElse(0);
              return fork.at(sidecar.environment().getOrDefault(Sidecar.HOST, ""), round);
            });
    if (result.field(DURABILITY).equals(RELAXED)) {
      placed = placed.promising(promise(result, sourceSidecars));
    }
    List<Sidecar.Server> servers = servers(result, sourceSidecars);
    placed = placed.over(network(servers)).within(memory(servers));
    // Made by the processes that all sidecars name, or else by those that were taken.
    Map<String, String> processes = new HashMap<>();
    for (Source source : sources) {
      at(source.index(), of.apply(source).run().processes())
          .ifPresent(number -> processes.put(source.file(), "" + number));
    }
    return result
        .shownAs(fields)
        .with(
            processes.size() == sources.size()
                ? placed.by(processes, placed.origin().part())
                : placed);
  }

  private static <T> Optional<T> at(int place, List<T> all) {
    return place < all.size() ? Optional.of(all.get(place)) : Optional.empty();
  }

  private static String displayValue(Sidecar sidecar, String value) {
    String twin = value.endsWith(Twins.SUFFIX) ? Twins.SUFFIX : "";
    String name = value.substring(0, value.length() - twin.length());
    return Fact.StoreFact.displayNames(sidecar.stores()).getOrDefault(name, name) + twin;
  }

  /** What an acknowledgement of a result's writes promised; empty when no sidecar says. */
  public static String promise(SelectedResult result, Collection<Sidecar> sidecars) {
    return sidecars.stream()
        .flatMap(sidecar -> sidecar.stores().stream())
        .filter(store -> !store.durability().isEmpty())
        .filter(store -> isAboutForks(store, result))
        .map(Fact.StoreFact::durability)
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /**
   * Whether a fact of a store holds for a result. Of forks that measure one query or kind of
   * operation after the other, facts stand once, for all of them.
   */
  private static boolean isAboutForks(Fact.StoreFact store, SelectedResult result) {
    return isAbout(store.store(), store.parameters(), result)
        || isAbout(store.store(), store.parameters(), Selection.ofWholeForks(result.measured()));
  }

  /** The servers behind a result, as its sidecars have them. */
  private static List<Sidecar.Server> servers(SelectedResult result, List<Sidecar> sidecars) {
    return sidecars.stream()
        .flatMap(sidecar ->
            sidecar.stores().stream()
                .filter(store -> isAboutForks(store, result))
                .flatMap(store ->
                    sidecar.servers().stream()
                        .filter(server -> server.name().equals(store.server()))))
        .toList();
  }

  /** What lay between the forks of a result and its server; unknown when sidecars do not agree. */
  private static Network network(List<Sidecar.Server> servers) {
    List<Network> networks =
        servers.stream().map(server -> Network.of(server.network())).distinct().toList();
    return networks.size() == 1 ? networks.get(0) : Network.UNKNOWN;
  }

  /** What held it to its memory; stated where one of several servers was not held. */
  private static String memory(List<Sidecar.Server> servers) {
    List<ServerMemory> memories =
        servers.stream().flatMap(server -> server.memory().stream()).toList();
    return memories.stream()
        .filter(memory -> !memory.isLimited())
        .findFirst()
        .or(() -> memories.stream().findFirst())
        .map(ServerMemory::source)
        .orElse("");
  }

  /**
   * Whether what is said of a store and of parameters is said of a result: it has all of them,
   * which one of another benchmark has not.
   */
  public static boolean isAbout(
      String store, Map<String, String> parameters, SelectedResult result) {
    return isAbout(store, parameters, result.measured());
  }

  /** The same of a result with these fields. */
  public static boolean isAbout(
      String store, Map<String, String> parameters, Map<String, String> measured) {
    return measured.containsValue(store) && measured.entrySet().containsAll(parameters.entrySet());
  }

  /**
   * How the forks of some files that are read together were planned.
   *
   * @return empty when their number was fixed
   * @throws BadInputException if the plans differ, or one is none
   */
  public static Optional<Looks> plannedLooks(List<SidecarFile> sidecars) {
    Set<Looks> plans = new LinkedHashSet<>();
    for (SidecarFile file : sidecars) {
      file.sidecar.untilDecided().ifPresent(plan -> plans.add(file.looks(plan)));
    }
    if (plans.size() > 1) {
      String all = plans.stream().map(Looks::toString).collect(Collectors.joining("; "));
      throw new BadInputException(
          "the runs were to end at different forks (" + all + "); give their files one by one");
    }
    return plans.stream().findFirst();
  }

  /** Findings about results whose files were not made alike, each once. */
  public static List<Finding> unlikeFiles(Collection<SelectedResult> results) {
    return unlikeFiles(results.stream().map(SelectedResult::results));
  }

  /** The same of the files of each of several results. */
  public static List<Finding> unlikeFiles(Stream<List<JmhResult>> results) {
    return results
        .flatMap(files -> JmhResult.differences(files).stream())
        .distinct()
        .map(difference ->
            new Finding(
                Finding.Kind.ENVIRONMENT,
                "files",
                difference
                    + ": the files count as machines that ran the same; compare them with compare, or give one at a time"))
        .toList();
  }

  /**
   * Of several plans the one with the most forks: its boundaries hold for any run that ended
   * earlier.
   *
   * @throws BadInputException if the plans spend alpha differently: neither has the boundaries of
   *     the other, or one is none
   */
  public static Optional<Looks> largestPlan(List<SidecarFile> sidecars) {
    List<Looks> plans =
        sidecars.stream()
            .flatMap(file -> file.sidecar.untilDecided().map(file::looks).stream())
            .toList();
    if (plans.stream().map(Looks::spending).distinct().count() > 1) {
      throw new BadInputException(
          "the runs spent alpha differently (%s), so that no boundaries hold for both; run them with one --spending"
              .formatted(
                  plans.stream()
                      .map(Looks::toString)
                      .distinct()
                      .sorted()
                      .collect(Collectors.joining("; "))));
    }
    return plans.stream().max(Comparator.comparingInt(Looks::maxForks));
  }

  private Looks looks(Sidecar.UntilDecided plan) {
    return Spending.of(plan.spending())
        .filter(spending -> plan.maxForks() >= Looks.FIRST)
        .map(spending -> new Looks(plan.maxForks(), spending))
        .orElseThrow(() ->
            new BadInputException(
                "%s: its sidecar has an invalid stopping plan (at most %d forks, spending %s); delete it, or write it again"
                    .formatted(resultFile, plan.maxForks(), plan.spending())));
  }

  /**
   * Writes a sidecar, whole or not at all.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(Path file, Sidecar sidecar) throws IOException {
    WholeFile.write(file, sidecar.json());
  }
}
