package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.server.Watchdog.Guard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerProgramTest {
  private static final String FAILS = "printf 'FATAL:  r\\364le inconnu\\n'; exit 1";

  @TempDir Path directory;

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no sh")
  void reportsErrorInAnyEncoding() {
    try (Guard guard = Watchdog.guard()) {
      ServerProgram program =
          new ServerProgram(
              "mongodb",
              "the server",
              directory,
              new HostUser(List.of(), Optional.empty()),
              guard,
              Pattern.compile("FATAL: +(.*)"));
      assertThatExceptionOfType(ServerException.class)
          .isThrownBy(() ->
              program.runToCompletion(
                  List.of("sh", "-c", FAILS), Duration.ofSeconds(30), "it failed"))
          .withMessage("it failed: r\uFFFDle inconnu");
    }
  }

  /** Such as a thread that starts a server when its run ends. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no sh")
  void interruptedThreadStopsServerByCommand() throws Exception {
    Guard guard = Watchdog.guard();
    Path stopped = directory.resolve("stopped");
    Process server = new ProcessBuilder("sleep", "600").start();
    guard.process(server.toHandle());
    guard.stopWith(List.of("sh", "-c", "sleep 0.2; touch '" + stopped + "'; kill " + server.pid()));

    Thread.currentThread().interrupt();
    guard.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(stopped).exists();
  }
}
