package org.docduel.core.launch.run;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.launch.result.RunRecord;
import org.docduel.core.launch.result.Summary;
import org.docduel.core.workload.Combination;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.sidecar.Sidecar.UntilDecided.Look;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Verdict;

/**
 * Looks at the verdicts after each round, and leaves out the forks that none of them needs. The
 * pairs of a benchmark are one family; a combination runs as long as a pair of its subject is open.
 * One that meets nobody runs as often as a verdict needs.
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
                    combination -> record.names.of(combination.parameters()), Collectors.toList())))
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
  void onRoundEnd(Turn fork, Deque<Turn> remainingForks, Optional<Path> json) {
    Turn next = remainingForks.peek();
    int rounds = fork.fork() + 1;
    if ((next != null && next.fork() == fork.fork()) || rounds < Looks.FIRST) {
      return;
    }
    List<Turn> all = List.copyOf(remainingForks);
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

  private void look(int rounds, Deque<Turn> remainingForks, Path json) {
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
  private int look(String benchmark, int rounds, Deque<Turn> remainingForks, Path json) {
    String who = contests.getOrDefault(benchmark, "");
    List<Contest> benchmarkContests =
        Summary.readContests(json, benchmark, who, record.plan.arguments.looks);
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
                record.names.of(turn.combination().parameters()).getOrDefault(parameter, "")));
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
