package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;

/** Reads {@code --until decided [--max-forks N] [--spending FUNCTION]}. */
final class UntilArguments {
  private static final String UNTIL = "--until";
  private static final String MAX_FORKS = "--max-forks";
  private static final String SPENDING = "--spending";

  /** The options that are read here. */
  static final Set<String> NAMES = Set.of(UNTIL, MAX_FORKS, SPENDING);

  private static final int USUAL_FORKS = 20;
  private static final int MOST_FORKS = 100;
  private static final Pattern FORKS = Pattern.compile("-f(=?[0-9]+)?");

  private UntilArguments() {}

  /**
   * Reads the options.
   *
   * @param own the launcher's own options, name to value
   * @param typed the arguments for JMH, without a profile's
   * @param order in which forks run
   * @return the plan of the looks; empty without {@code --until}
   * @throws BadInputException when a value is not accepted, or does not go with another option
   */
  static Optional<Looks> of(Map<String, String> own, List<String> typed, Order order) {
    String until = own.getOrDefault(UNTIL, "");
    if (until.isEmpty()) {
      for (String name : List.of(MAX_FORKS, SPENDING)) {
        if (own.containsKey(name)) {
          throw new BadInputException(name + " goes with --until decided; see -h");
        }
      }
      return Optional.empty();
    }
    if (!until.equals("decided")) {
      throw new BadInputException("--until " + until + ": accepted is decided");
    }
    if (typed.stream().anyMatch(argument -> FORKS.matcher(argument).matches())) {
      throw new BadInputException(
          "-f does not go with --until decided, which runs forks until the verdicts are in;"
              + " --max-forks says how many at most");
    }
    if (order.kind() == Order.Kind.SEQUENTIAL) {
      throw new BadInputException(
          "--order sequential does not go with --until decided, which looks after each round;"
              + " accepted is random, random:SEED or interleaved");
    }
    String spending = own.getOrDefault(SPENDING, Spending.POCOCK.label());
    return Optional.of(
        new Looks(
            forks(own.getOrDefault(MAX_FORKS, String.valueOf(USUAL_FORKS))),
            Spending.of(spending)
                .orElseThrow(() ->
                    new BadInputException(
                        SPENDING + " " + spending + ": accepted is pocock or obrien-fleming"))));
  }

  private static int forks(String text) {
    boolean number = text.matches("[0-9]{1,6}");
    int forks = number ? Integer.parseInt(text) : 0;
    if (forks < Looks.FIRST || forks > MOST_FORKS) {
      throw new BadInputException(
          MAX_FORKS + " " + text + ": accepted is " + Looks.FIRST + " to " + MOST_FORKS);
    }
    return forks;
  }

  /** The arguments without a number of forks, which a profile may hold. */
  static List<String> withoutForks(List<String> jmh) {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < jmh.size(); i++) {
      if (jmh.get(i).equals("-f")) {
        i++;
      } else {
        kept.add(jmh.get(i));
      }
    }
    return kept;
  }
}
