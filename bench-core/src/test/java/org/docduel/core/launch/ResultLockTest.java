package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.HeldLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultLockTest {
  @ParameterizedTest
  @ValueSource(strings = {"r.json", "./r.json", "inside/../r.json", "link/r.json"})
  void oneFileHasOneLockHoweverItIsSpelled(String spelled, @TempDir Path directory)
      throws IOException {
    Files.createDirectory(directory.resolve("inside"));
    Files.createSymbolicLink(directory.resolve("link"), directory);
    try (HeldLock first = ResultLock.take(directory.resolve("r.json"))) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> ResultLock.take(Path.of(directory + "/" + spelled)))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("another run writes it");
    }
  }

  @Test
  void otherFilesHaveOtherLocks(@TempDir Path directory) {
    try (HeldLock first = ResultLock.take(directory.resolve("r.json"))) {
      assertThat(first).isNotNull();
      assertThatCode(() -> ResultLock.take(directory.resolve("s.json")).close())
          .doesNotThrowAnyException();
    }
  }
}
