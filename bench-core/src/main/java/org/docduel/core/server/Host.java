package org.docduel.core.server;

import java.util.List;
import java.util.Locale;

/** The operating systems for which server programs are published. */
enum Host {
  LINUX,
  MACOS,
  WINDOWS,
  OTHER;

  static Host current() {
    return of(System.getProperty("os.name"));
  }

  static Host of(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return LINUX;
    }
    if (name.startsWith("mac")) {
      return MACOS;
    }
    return name.startsWith("windows") ? WINDOWS : OTHER;
  }

  /**
   * The archives of PostgreSQL that run on it, the best one first. Windows and macOS run x86-64
   * programs on arm64 themselves.
   *
   * @param architecture as the property {@code os.arch} names it
   * @return names of resources at the root of the class path
   */
  List<String> postgresArchives(String architecture) {
    boolean arm = architecture.equals("aarch64") || architecture.equals("arm64");
    boolean x86 = architecture.equals("amd64") || architecture.equals("x86_64");
    return switch (this) {
      case LINUX ->
          arm
              ? List.of("postgres-linux-arm_64.txz")
              : x86
                  ? List.of("postgres-linux-x86_64.txz", "postgres-linux-x86_64-alpine_linux.txz")
                  : List.of();
      case MACOS ->
          arm
              ? List.of("postgres-darwin-arm_64.txz", "postgres-darwin-x86_64.txz")
              : List.of("postgres-darwin-x86_64.txz");
      case WINDOWS -> List.of("postgres-windows-x86_64.txz");
      case OTHER -> List.of();
    };
  }
}
