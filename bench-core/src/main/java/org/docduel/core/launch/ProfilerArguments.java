package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.docduel.core.fork.ServerProfiler;

/** Short names of profilers, which JMH does not know: it finds profilers by their class alone. */
public final class ProfilerArguments {
  private static final String OPTION = "-prof";

  private ProfilerArguments() {}

  /**
   * Puts the class in the place of short names; all of them become one profiler, which reads them
   * from its first line.
   *
   * @param arguments for JMH
   * @param names every short name there is
   * @return arguments that JMH understands
   */
  static List<String> resolved(List<String> arguments, Set<String> names) {
    List<String> left = new ArrayList<>();
    Set<String> found = new LinkedHashSet<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean apart = argument.equals(OPTION) && i + 1 < arguments.size();
      String name =
          apart
              ? arguments.get(i + 1)
              : argument.startsWith(OPTION + "=") ? argument.substring(OPTION.length() + 1) : "";
      if (names.contains(name)) {
        found.add(name);
        i += apart ? 1 : 0;
      } else {
        left.add(argument);
      }
    }
    if (!found.isEmpty()) {
      left.add(OPTION);
      left.add(ServerProfiler.class.getName() + ":" + String.join(",", found));
    }
    return left;
  }
}
