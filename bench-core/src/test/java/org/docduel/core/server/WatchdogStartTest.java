package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogStartTest {
  @TempDir Path directory;

  @Test
  void namesAJarThatIsGone() {
    Path gone = directory.resolve("gone.jar");

    assertThatThrownBy(() -> Watchdog.start(gone.toString()))
        .isInstanceOf(IOException.class)
        .hasMessage(gone + " is gone");
  }

  @Test
  void saysInOneLineWhyItsJvmFailed() {
    assertThatThrownBy(() -> Watchdog.start(directory.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Could not find or load main class")
        .hasMessageNotContaining("\n");
  }
}
