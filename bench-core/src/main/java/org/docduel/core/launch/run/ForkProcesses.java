package org.docduel.core.launch.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process and the forks that it has started. */
public final class ForkProcesses {
  /** The main class of JMH's forks. */
  private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";

  private ForkProcesses() {}

  /** Whether this JVM is going down. */
  public static boolean isJvmEnding() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }

  /** Kills them: a fork that loads would go on for long. */
  static void kill() {
    ProcessHandle.current()
        .descendants()
        .filter(ForkProcesses::isFork)
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** The command line that Java tells is cut after a page where there is a long class path. */
  static boolean isFork(ProcessHandle process) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc", process.pid() + "", "cmdline"));
      return new String(line, StandardCharsets.ISO_8859_1).contains(FORK);
    } catch (IOException notLinux) {
      return process.info().commandLine().orElse("").contains(FORK);
    }
  }
}
