package org.docduel.stores.postgres.server;

import java.util.List;
import org.docduel.core.server.Host;

/** Which of the published archives of PostgreSQL run on a host. */
final class ArchiveNames {
  private ArchiveNames() {}

  /**
   * The archives of PostgreSQL that run on it, the best one first. Windows and macOS run x86-64
   * programs on arm64 themselves.
   *
   * @param host the operating system
   * @param architecture as the property {@code os.arch} names it
   * @return names of resources at the root of the class path
   */
  static List<String> of(Host host, String architecture) {
    boolean arm = architecture.equals("aarch64") || architecture.equals("arm64");
    boolean x86 = architecture.equals("amd64") || architecture.equals("x86_64");
    return switch (host) {
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
