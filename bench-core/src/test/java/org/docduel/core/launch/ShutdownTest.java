package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The end of a JVM whose shutdown hook fails, as when its jar has been replaced. */
class ShutdownTest {
  /** Waits for a signal with such a hook. */
  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] arguments) {
      Launcher.configureProcess(System.out);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                throw new NoClassDefFoundError("org/docduel/Gone");
              }));
      System.out.println("ready");
      LockSupport.parkNanos(Duration.ofMinutes(2).toNanos());
    }
  }

  @Test
  @Timeout(120)
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void failingShutdownHookDoesNotHang() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Interrupted.class.getName())
            .redirectErrorStream(true)
            .start();
    try (var reader = process.inputReader()) {
      assertThat(reader.readLine()).isEqualTo("ready");
      process.destroy(); // SIGTERM

      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }
}
