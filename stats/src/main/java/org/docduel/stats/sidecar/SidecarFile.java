package org.docduel.stats.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhResult.Source;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.PlackettBurman.Switch;
import org.docduel.stats.verdict.Spending;
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
  public static Path beside(Path resultFile) {
    String name = String.valueOf(resultFile.getFileName());
    String stem = name.endsWith(JSON) ? name.substring(0, name.length() - JSON.length()) : name;
    return resultFile.resolveSibling(stem + ".sidecar" + JSON);
  }

  /**
   * Reads the sidecar of a result file.
   *
   * @return nothing when there is no sidecar
   * @throws BadInputException if the sidecar cannot be read or is not a JSON object
   */
  public static Optional<SidecarFile> read(Path resultFile) {
    Path file = beside(resultFile);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonTree root = JsonTree.parse(file.toString(), Files.readString(file));
      if (root.isObject()) {
        return Optional.of(new SidecarFile(resultFile.toString(), Sidecar.of(root)));
      }
      throw new BadInputException(file + ": the sidecar is not a JSON object");
    } catch (IOException e) {
      throw new BadInputException(
          file + ": the sidecar cannot be read (" + e.getMessage() + "); check its permissions", e);
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
        sidecars.stream()
            .flatMap(file -> file.sidecar().stores().stream())
            .filter(Fact.StoreFact::isOverhead)
            .map(Fact.StoreFact::store)
            .collect(Collectors.toSet());
    List<SelectedResult> others =
        results.stream()
            .filter(result -> !overhead.contains(result.measured().getOrDefault(STORE, "")))
            .toList();
    return others.isEmpty() ? results : others;
  }

  /** The switches of the first run that tried some; none when no run did. */
  public static List<Switch> switches(List<SidecarFile> sidecars) {
    return sidecars.stream()
        .map(file -> file.sidecar().switches())
        .filter(switches -> !switches.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * Results with the host and the round of each fork, the product that was measured and what a
   * relaxed write promised, as far as the sidecars know them.
   *
   * @param resultFiles the files that the results come from
   */
  public static List<SelectedResult> placed(List<Path> resultFiles, List<SelectedResult> results) {
    Map<String, Sidecar> known = new HashMap<>();
    readAll(resultFiles).forEach(file -> known.put(file.resultFile(), file.sidecar()));
    return known.isEmpty()
        ? results
        : results.stream().map(result -> named(result, known).with(placed(result, known))).toList();
  }

  /** Where the time of operations went, under the names that {@link #placed} gives results. */
  public List<ExplainFact> explained() {
    return sidecar.explained().stream()
        .map(fact -> (ExplainFact) fact.named(own -> named(own, value -> shown(sidecar, value))))
        .toList();
  }

  /** Files that measured different products show them all. */
  private static SelectedResult named(SelectedResult result, Map<String, Sidecar> known) {
    UnaryOperator<String> shown =
        value ->
            result.observations().sources().stream()
                .map(source -> known.get(source.file()))
                .map(sidecar -> sidecar == null ? value : shown(sidecar, value))
                .distinct()
                .collect(Collectors.joining(" or "));
    return result.shownAs(named(result.fields(), shown));
  }

  private static Map<String, String> named(Map<String, String> own, UnaryOperator<String> shown) {
    Map<String, String> fields = new LinkedHashMap<>(own);
    fields.replaceAll((name, value) -> ComparedSubjects.isUsual(name) ? shown.apply(value) : value);
    return fields;
  }

  private static String shown(Sidecar sidecar, String value) {
    String twin = value.endsWith(Twins.SUFFIX) ? Twins.SUFFIX : "";
    String name = value.substring(0, value.length() - twin.length());
    return Fact.StoreFact.shown(sidecar.stores()).getOrDefault(name, name) + twin;
  }

  /** What an acknowledgement of a result's writes promised; empty when no sidecar says. */
  public static String promise(SelectedResult result, Collection<Sidecar> sidecars) {
    return sidecars.stream()
        .flatMap(sidecar -> sidecar.stores().stream())
        .filter(store -> !store.durability().isEmpty())
        .filter(store -> isAbout(store.store(), store.parameters(), result))
        .map(Fact.StoreFact::durability)
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  /** Whether what is said of a store and of parameters is said of a result. */
  public static boolean isAbout(
      String store, Map<String, String> parameters, SelectedResult result) {
    return result.measured().containsValue(store)
        && parameters.entrySet().stream()
            .allMatch(each ->
                each.getValue()
                    .equals(result.measured().getOrDefault(each.getKey(), each.getValue())));
  }

  private static Observations placed(SelectedResult result, Map<String, Sidecar> known) {
    Observations observations = result.observations();
    List<Sidecar> beside =
        observations.sources().stream()
            .flatMap(source -> Optional.ofNullable(known.get(source.file())).stream())
            .toList();
    Observations promised =
        result.field(DURABILITY).equals(RELAXED)
            ? observations.promising(promise(result, beside))
            : observations;
    Iterator<Integer> rounds =
        result.results().stream()
            .flatMap(one -> rounds(one.source(), result.forks(one), known))
            .iterator();
    return shared(promised, known)
        .map(fork -> {
          Sidecar sidecar = known.get(fork.machine());
          return fork.at(
              sidecar == null ? "" : sidecar.environment().getOrDefault(Sidecar.HOST, ""),
              rounds.hasNext() ? rounds.next() : 0);
        });
  }

  /** The round of each fork; 0 where nobody noted it. */
  private static Stream<Integer> rounds(
      Source source, List<Integer> forks, Map<String, Sidecar> known) {
    Sidecar sidecar = known.get(source.file());
    List<List<Integer>> all = sidecar == null ? List.of() : sidecar.run().rounds();
    List<Integer> own = source.index() < all.size() ? all.get(source.index()) : List.of();
    return forks.stream().map(fork -> fork < own.size() ? own.get(fork) : 0);
  }

  /**
   * Made by the processes that the sidecars of all files name, or else by those that were taken.
   */
  private static Observations shared(Observations observations, Map<String, Sidecar> known) {
    List<String> names = new ArrayList<>();
    for (Source source : observations.sources()) {
      Sidecar sidecar = known.get(source.file());
      if (sidecar == null || source.index() >= sidecar.run().processes().size()) {
        return observations;
      }
      names.add(source.file() + " " + sidecar.run().processes().get(source.index()));
    }
    return observations.by(String.join(", ", names), observations.origin().part());
  }

  /**
   * How the forks of some files that are read together were planned.
   *
   * @return empty when their number was fixed
   * @throws BadInputException if the plans differ, or one is none
   */
  public static Optional<Looks> plannedLooks(List<SidecarFile> sidecars) {
    List<Looks> plans =
        sidecars.stream().flatMap(file -> file.plannedLooks().stream()).distinct().toList();
    if (plans.size() > 1) {
      String all = String.join("; ", plans.stream().map(Looks::toString).toList());
      throw new BadInputException(
          "the runs were to end at different forks (" + all + "); give their files one by one");
    }
    return plans.stream().findFirst();
  }

  private Optional<Looks> plannedLooks() {
    return sidecar
        .untilDecided()
        .map(plan -> {
          Optional<Spending> spending = Spending.of(plan.spending());
          if (plan.maxForks() < Looks.FIRST || spending.isEmpty()) {
            throw new BadInputException(
                "%s: its sidecar has an invalid stopping plan (at most %d forks, spending %s); delete it, or write it again"
                    .formatted(resultFile, plan.maxForks(), plan.spending()));
          }
          return new Looks(plan.maxForks(), spending.get());
        });
  }

  /**
   * Writes a sidecar, whole or not at all.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(Path file, Sidecar sidecar) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.writeString(half, sidecar.json());
    Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
