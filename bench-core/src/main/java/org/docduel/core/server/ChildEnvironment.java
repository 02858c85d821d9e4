package org.docduel.core.server;

import java.util.Map;

/**
 * The environment of processes that are started here: without the addresses of servers, which may
 * hold passwords and which any process of the same user can read there, and without the options
 * that would bring this JVM's agents along.
 */
public final class ChildEnvironment {
  private static final String ADDRESSES = "DOCDUEL_";

  private ChildEnvironment() {}

  /** Takes out what a child must not have. */
  public static ProcessBuilder strip(ProcessBuilder builder) {
    strip(builder.environment());
    return builder;
  }

  /** Leaves what does not begin with this suite's name and is no option of a JVM. */
  static void strip(Map<String, String> environment) {
    environment
        .keySet()
        .removeIf(name ->
            name.startsWith(ADDRESSES)
                || name.equals("JAVA_TOOL_OPTIONS")
                || name.equals("JDK_JAVA_OPTIONS")
                || name.equals("_JAVA_OPTIONS"));
  }
}
