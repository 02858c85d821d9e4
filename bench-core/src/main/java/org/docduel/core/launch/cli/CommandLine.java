package org.docduel.core.launch.cli;

import static org.docduel.core.config.BadInputException.require;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;

/**
 * A command line taken apart: options, DocDuel's and JMH's, and names.
 *
 * @param options each with its values; none for a flag
 */
public record CommandLine(Map<String, List<String>> options, List<String> names) {
  /** The options of JMH that take a value. */
  static final List<String> JMH_VALUES =
      tokens(
          "-bm -bs -e -f -foe -gc -i -jvm -jvmArgs -jvmArgsAppend -jvmArgsPrepend -o -opi -p -prof"
              + " -r -rf -rff -si -t -tg -to -tu -v -w -wbs -wf -wi -wm -wmb");

  /** Those that take none. */
  static final List<String> JMH_FLAGS = tokens("-h -l -lp -lprof -lrf");

  /**
   * Takes a line apart: {@code -X V}, {@code -X=V} and, for one letter, {@code -XV} are the same.
   * What follows {@code --} is a name, as in JMH.
   *
   * @param more options with a value, besides DocDuel's and JMH's
   * @throws BadInputException for an option that there is not, or one without its value
   */
  public static CommandLine of(List<String> line, List<String> more) {
    Set<String> flags = new HashSet<>(JMH_FLAGS);
    Set<String> valued = new HashSet<>(JMH_VALUES);
    valued.addAll(more);
    for (Option option : Option.values()) {
      (option.value.isEmpty() ? flags : valued).add(option.typed);
    }
    CommandLine parsed = new CommandLine(new TreeMap<>(), new ArrayList<>());
    for (Iterator<String> tokens = line.iterator(); tokens.hasNext(); ) {
      String token = tokens.next();
      String[] sides = token.split("=", 2);
      String letter = token.substring(0, Math.min(2, token.length()));
      if (token.equals("--")) {
        tokens.forEachRemaining(parsed.names::add);
      } else if (!token.startsWith("-")) {
        parsed.names.add(token);
      } else if (flags.contains(sides[0])) {
        require(sides.length < 2, "%s: the option %s takes no value", token, sides[0]);
        parsed.options.put(token, List.of());
      } else if (valued.contains(sides[0])) {
        String value = sides.length > 1 ? sides[1] : tokens.hasNext() ? tokens.next() : token;
        require( // else -rff --no-report would write a file of that name
            sides.length > 1 || !(flags.contains(value) || valued.contains(value)),
            "%s: a value is missing; see -h",
            token);
        parsed.add(sides[0], value);
      } else if (valued.contains(letter)) {
        parsed.add(letter, token.substring(2));
      } else {
        throw BadInputException.of(
            "%s: no such option; there are %s and JMH's own; see -h", token, Option.all());
      }
    }
    return parsed;
  }

  private void add(String option, String value) {
    options.computeIfAbsent(option, first -> new ArrayList<>()).add(value);
  }

  public boolean has(Option option) {
    return has(option.typed);
  }

  public boolean has(String option) {
    return options.containsKey(option);
  }

  public List<String> values(String option) {
    return options.getOrDefault(option, List.of());
  }

  public Optional<String> value(Option option) {
    return value(option.typed);
  }

  /** The value of an option that is given once at most. */
  public Optional<String> value(String option) {
    require(values(option).size() < 2, "%s: it is given more than once", option);
    return values(option).stream().findFirst();
  }

  /**
   * This line with JMH's options of another under it: what is here replaces what is there, but
   * parameters are replaced one by one and profilers are added.
   */
  CommandLine withDefaults(CommandLine defaults) {
    Set<String> parameterNames =
        values("-p").stream().map(CommandLine::parameter).collect(Collectors.toSet());
    Map<String, List<String>> all = new TreeMap<>(options);
    for (String option : JMH_VALUES) {
      List<String> explicit = values(option);
      Stream<String> added =
          defaults.values(option).stream()
              .filter(value ->
                  switch (option) {
                    case "-p" -> !parameterNames.contains(parameter(value));
                    case "-prof" -> !explicit.contains(value);
                    default -> explicit.isEmpty();
                  });
      all.put(option, Stream.concat(explicit.stream(), added).toList());
    }
    return new CommandLine(all, names.isEmpty() ? defaults.names : names);
  }

  private static String parameter(String assignment) {
    return assignment.split("=", 2)[0];
  }

  /** The line again, without some options. */
  public List<String> without(Collection<String> omitted) {
    List<String> line = new ArrayList<>(names);
    options.forEach((option, values) -> {
      if (!omitted.contains(option)) {
        if (values.isEmpty()) {
          line.add(option);
        }
        values.forEach(value -> line.addAll(List.of(option, value)));
      }
    });
    return line;
  }

  public static List<String> tokens(String line) {
    return List.of(line.split(" ", -1));
  }
}
