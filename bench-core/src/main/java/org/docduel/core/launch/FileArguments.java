package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * JMH's options about files. The launcher carries them out itself: with several runs behind one
 * result, each would overwrite the file of the one before.
 */
public final class FileArguments {
  private static final Set<String> FLAGS = Set.of("-rf", "-rff", "-o");

  private FileArguments() {}

  /**
   * A command line without them.
   *
   * @param arguments JMH's arguments
   * @return the others, in order
   */
  public static List<String> removedFrom(List<String> arguments) {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      if (FLAGS.contains(argument)) {
        i++; // and its value
      } else if (equals < 0 || !FLAGS.contains(argument.substring(0, equals))) {
        kept.add(argument);
      }
    }
    return kept;
  }
}
