package org.docduel.core.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.sidecar.Sidecar.UntilDecided.Look;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;

/** Who is compared with whom, and the verdicts on them. */
public record Comparisons(Workload workload, List<StoreProvider> stores) {
  /**
   * Who is compared in a benchmark: the subjects whose store keeps something, or with less than two
   * of them the usual one of the parameters in which alone some differ.
   *
   * @return what the option {@code --compare} takes; empty when nothing varies
   */
  public Optional<String> of(String benchmark, Collection<Map<String, String>> combinations) {
    Experiment experiment = workload.experiment(benchmark);
    Subjects subjects = experiment.subjects(stores);
    List<String> compared =
        combinations.stream()
            .flatMap(combination -> Stream.ofNullable(combination.get(subjects.parameter())))
            .distinct()
            .filter(subject ->
                Optional.ofNullable(subjects.stores().get(subject))
                    .filter(Comparisons::retainsData)
                    .isPresent())
            .toList();
    if (compared.size() > 1) {
      return Optional.of(subjects.parameter() + "=" + String.join(",", compared));
    }
    Set<String> others =
        combinations.stream()
            .flatMap(combination -> combination.keySet().stream())
            .distinct()
            .filter(parameter ->
                parameter.equals(subjects.parameter()) || !differsAlone(parameter, combinations))
            .collect(Collectors.toSet());
    List<Map<String, String>> reduced =
        combinations.stream().<Map<String, String>>map(LinkedHashMap::new).toList();
    reduced.forEach(combination -> combination.keySet().removeAll(others));
    return ComparedSubjects.defaultParameter(reduced);
  }

  /** Whether two differ in a parameter and in nothing else. */
  private static boolean differsAlone(
      String parameter, Collection<Map<String, String>> combinations) {
    Set<Map<String, String>> others = new HashSet<>();
    return combinations.stream()
        .distinct()
        .map(HashMap::new)
        .anyMatch(reduced -> {
          reduced.remove(parameter);
          return !others.add(reduced);
        });
  }

  /**
   * Whether a store keeps what it is given: it gives documents back, or answers the queries of
   * suites. One that does not is no candidate.
   */
  static boolean retainsData(StoreProvider store) {
    return !Collections.disjoint(
        store.capabilities(), Set.of(Capability.READ_BACK, Capability.QUERY_SUITE));
  }

  /**
   * The contests of a benchmark with their verdicts, as the tables print them.
   *
   * @param who is compared, as {@code --compare} takes it; empty when nobody is
   * @param looks how the forks were planned; empty for a fixed number
   */
  static List<Contest> contests(Path json, String benchmark, String who, Optional<Looks> looks) {
    List<Path> files = List.of(json);
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    Selection selection =
        Selection.of("benchmark=" + benchmark, "").judging(SidecarFile.metrics(sidecars));
    return Contest.of(
        SidecarFile.placed(sidecars, selection.usable(JmhFile.readAll(files)).results()),
        sidecars,
        who.isEmpty() ? ComparedSubjects.UNSAID : ComparedSubjects.parse(who),
        SuperiorityTest.withDefaults().withLooks(looks),
        List.of());
  }

  /**
   * Looks at the verdicts after each round, and leaves out the forks that none of them needs. The
   * pairs of a benchmark are one family; a combination runs as long as a pair of its subject is
   * open. One that meets nobody runs as often as a verdict needs.
   */
  record UntilDecided(Map<String, String> contests, RunRecord record, PrintWriter out) {
    private static final int MAX_LISTED = 3;
    private static final Set<Verdict> OPEN =
        EnumSet.of(Verdict.UNDECIDED, Verdict.TOO_FEW, Verdict.WITHHELD);

    /**
     * For a run.
     *
     * @throws BadInputException when its plan compares nothing
     */
    static UntilDecided of(RunRecord record, PrintWriter out) {
      Plan plan = record.plan;
      Map<String, String> contests = new LinkedHashMap<>();
      plan.combinations().stream()
          .collect(
              Collectors.groupingBy(
                  Combination::benchmark,
                  LinkedHashMap::new,
                  Collectors.mapping(
                      combination -> record.written(combination.parameters()),
                      Collectors.toList())))
          .forEach((benchmark, combinations) ->
              plan.comparisons
                  .of(benchmark, combinations)
                  .ifPresent(who -> contests.put(benchmark, who)));
      if (contests.isEmpty()) {
        throw new BadInputException(
            "--until decided: nothing is compared; name two stores or more, or give -f instead");
      }
      return new UntilDecided(contests, record, out);
    }

    /**
     * Looks when a round is over. In a group the first client does, and all go on as it says.
     *
     * @param json the results; empty where they could not be written, and no verdict is in
     */
    void onRoundEnd(Order.Turn fork, Deque<Order.Turn> remainingForks, Optional<Path> json) {
      Order.Turn next = remainingForks.peek();
      int rounds = fork.fork() + 1;
      if ((next != null && next.fork() == fork.fork()) || rounds < Looks.FIRST) {
        return;
      }
      List<Order.Turn> all = List.copyOf(remainingForks);
      int[] needed =
          ClientGroup.agreed(
              record.group,
              () -> {
                json.ifPresent(file -> look(rounds, remainingForks, file));
                return remainingForks.stream().mapToInt(all::indexOf).toArray();
              });
      remainingForks.clear();
      IntStream.of(needed).mapToObj(all::get).forEach(remainingForks::add);
    }

    private void look(int rounds, Deque<Order.Turn> remainingForks, Path json) {
      remainingForks.removeIf(turn -> !contests.containsKey(turn.combination().benchmark()));
      int undecided = 0;
      for (String benchmark : contests.keySet()) {
        try {
          undecided += look(benchmark, rounds, remainingForks, json);
        } catch (org.docduel.stats.jmh.BadInputException e) {
          undecided++;
          out.println("note: no verdict after " + rounds + " forks (" + e.getMessage() + ")");
        }
      }
      if (remainingForks.isEmpty()) {
        out.println(
            undecided == 0
                ? "every verdict is in after " + rounds + " forks"
                : "the run ends after " + rounds + " forks; undecided or withheld: " + undecided);
      }
    }

    /** How many verdicts on a benchmark are open. */
    private int look(String benchmark, int rounds, Deque<Order.Turn> remainingForks, Path json) {
      String who = contests.getOrDefault(benchmark, "");
      List<Contest> benchmarkContests =
          Comparisons.contests(json, benchmark, who, record.plan.arguments.looks);
      if (benchmarkContests.stream().allMatch(contest -> contest.ranking().isEmpty())) {
        throw new org.docduel.stats.jmh.BadInputException(benchmarkContests.get(0).without());
      }
      int verdicts = 0;
      List<String> fresh = new ArrayList<>();
      List<String> open = new ArrayList<>();
      Set<String> needed = new LinkedHashSet<>();
      for (Contest contest : benchmarkContests) {
        double delta = contest.ranking().map(Ranking::delta).orElse(0.0);
        List<Ranking.Pair> pairs = contest.ranking().map(Ranking::pairs).orElse(List.of());
        verdicts += pairs.size();
        for (Ranking.Pair pair : pairs) {
          String name = contest.prefixed(pair.candidate() + " against " + pair.baseline());
          boolean isOpen = pair.row().look().filter(Looks.Look::open).isPresent();
          if (isOpen) {
            needed.addAll(List.of(pair.baseline(), pair.candidate()));
          }
          Verdict verdict = pair.row().verdict();
          if (isOpen || OPEN.contains(verdict)) {
            open.add(name);
          } else if (!record.isDecided(benchmark, name)) {
            fresh.add(name + ": " + VerdictTables.label(pair.row(), delta));
          }
        }
      }
      if (fresh.isEmpty() && open.isEmpty()) {
        return 0; // the benchmark was decided at an earlier look
      }
      record.look(new Look(benchmark, rounds, fresh, open));
      String parameter = ComparedSubjects.parse(who).parameter();
      remainingForks.removeIf(turn ->
          turn.combination().benchmark().equals(benchmark)
              && !needed.contains(
                  record.written(turn.combination().parameters()).getOrDefault(parameter, "")));
      out.printf(
          "look at %d forks%s: %d of %d verdicts are in%s%n",
          rounds,
          contests.size() > 1 ? " of " + benchmark.substring(benchmark.lastIndexOf('.') + 1) : "",
          verdicts - open.size(),
          verdicts,
          open.isEmpty() ? "" : "; open: " + Printable.some(open, MAX_LISTED, ", "));
      return open.size();
    }
  }
}
