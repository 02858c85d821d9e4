package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogStartTest {
  @TempDir Path directory;

  @Test
  void namesMissingJar() {
    Path missing = directory.resolve("gone.jar");

    assertThatThrownBy(() -> Watchdog.start(missing.toString()))
        .isInstanceOf(IOException.class)
        .hasMessage(missing + " is gone");
  }

  @Test
  void reportsJvmFailureInOneLine() {
    assertThatThrownBy(() -> Watchdog.start(directory.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Could not find or load main class")
        .hasMessageNotContaining("\n");
  }
}
