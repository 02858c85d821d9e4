package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
@Tag("C4")
class UnreadableFileTest {

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX permissions")
  void isRejectedInOneLine(@TempDir Path directory) throws IOException {
    Path file = new ResultJson().add("", "ms/op", new double[] {1, 2}).writeTo(directory, "a.json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    // The superuser may read anything.
    assumeThat(Files.isReadable(file)).isFalse();

    CommandRun run = CommandRun.of("check", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be read (access denied)");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void rejectsFailingDeviceInOneLine(@TempDir Path directory) {
    Path below =
        new ResultJson()
            .add("", "ms/op", new double[] {1, 2})
            .writeTo(directory, "a.json")
            .resolve("b.json");

    CommandRun run = CommandRun.of("check", below.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().strip().lines()).hasSize(1);
    assertThat(run.err()).contains("cannot be read");
  }
}
