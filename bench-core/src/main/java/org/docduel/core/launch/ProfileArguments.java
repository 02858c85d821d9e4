package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.List;

/** Lays a profile's arguments under those that were typed: what is typed wins. */
public final class ProfileArguments {
  private ProfileArguments() {}

  /**
   * Joins the two.
   *
   * @param typed what a person typed
   * @param profile pairs of a flag and its value, and benchmark names
   * @return the profile's arguments that nothing typed replaces, then what was typed
   */
  public static List<String> under(List<String> typed, List<String> profile) {
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < profile.size(); i++) {
      String argument = profile.get(i);
      if (!argument.startsWith("-")) {
        if (benchmarks(typed).isEmpty()) {
          joined.add(argument);
        }
        continue;
      }
      String value = profile.get(++i);
      boolean replaced =
          argument.equals("-p")
              ? typed.stream().anyMatch(other -> parameter(other).equals(parameter(value)))
              : typed.stream()
                  .anyMatch(other -> other.equals(argument) || attached(argument, other));
      if (!replaced) {
        joined.add(argument);
        joined.add(value);
      }
    }
    joined.addAll(typed);
    return joined;
  }

  private static String parameter(String assignment) {
    String text = assignment.startsWith("-p") ? assignment.substring(2) : assignment;
    return text.indexOf('=') < 0 ? text + "=" : text.substring(0, text.indexOf('='));
  }

  private static boolean attached(String flag, String argument) {
    return argument.startsWith(flag)
        && argument.length() > flag.length()
        && (Character.isDigit(argument.charAt(flag.length()))
            || argument.charAt(flag.length()) == '=');
  }

  /** The benchmarks that are named: what is neither an option nor the value of one. */
  static List<String> benchmarks(List<String> typed) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < typed.size(); i++) {
      boolean value = i > 0 && typed.get(i - 1).startsWith("-");
      if (!typed.get(i).startsWith("-") && !value) {
        named.add(typed.get(i));
      }
    }
    return named;
  }
}
