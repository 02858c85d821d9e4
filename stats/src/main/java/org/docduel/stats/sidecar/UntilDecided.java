package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.JsonTree;

/**
 * The plan of a run that ended when its verdicts were in, and the looks it had.
 *
 * @param maxForks forks a side at which it was to end in any case
 * @param spending the name of its spending function
 * @param looks the looks in order
 */
public record UntilDecided(int maxForks, String spending, List<Look> looks) {
  /** The field of a sidecar that holds it. */
  static final String FIELD = "untilDecided";

  /** Copies the looks. */
  public UntilDecided {
    looks = List.copyOf(looks);
  }

  /**
   * A look at one benchmark after a round.
   *
   * @param benchmark its full name
   * @param forks forks a side that were looked at
   * @param decided the comparisons that were decided at this look, each with its verdict
   * @param open the comparisons that were not decided yet
   */
  public record Look(String benchmark, int forks, List<String> decided, List<String> open) {
    /** Copies the lists. */
    public Look {
      decided = List.copyOf(decided);
      open = List.copyOf(open);
    }
  }

  static Optional<UntilDecided> of(JsonTree tree) {
    if (!tree.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new UntilDecided(
            number(tree, "maxForks"),
            tree.get("spending").text(),
            tree.get("looks").elements().stream()
                .map(look ->
                    new Look(
                        look.get("benchmark").text(),
                        number(look, "forks"),
                        look.get("decided").texts(),
                        look.get("open").texts()))
                .toList()));
  }

  private static int number(JsonTree tree, String field) {
    return tree.get(field).number().map(Double::intValue).orElse(0);
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("maxForks", maxForks);
    fields.put("spending", spending);
    fields.put("looks", looks.stream().map(UntilDecided::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Look look) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("benchmark", look.benchmark());
    fields.put("forks", look.forks());
    fields.put("decided", look.decided());
    fields.put("open", look.open());
    return fields;
  }
}
