package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LauncherTest {
  @Test
  void onlyErrorsAndOwnExceptionsEndRun() {
    IllegalStateException ofLibrary = new IllegalStateException();
    ofLibrary.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("com.mongodb.Monitor", "run", null, 1)});
    assertThat(Launcher.endsRun(ofLibrary)).isFalse();
    assertThat(Launcher.endsRun(new IllegalStateException())).isTrue();
    assertThat(Launcher.endsRun(new OutOfMemoryError())).isTrue();
  }
}
