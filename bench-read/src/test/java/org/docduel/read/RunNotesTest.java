package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it tells this process of a run")
class RunNotesTest {
  /** Such as of a store on a server with settings, which may be paths. */
  @Test
  void notesMayHaveAnyName(@TempDir Path run) {
    String name = "customer-postgres-jsonb@17:log_directory=/tmp" + ";work_mem=64MB".repeat(20);
    System.setProperty(Settings.property(RunDirectory.SETTING), run.toString());
    try {
      RunNotes.write(RunNotes.file(name).orElseThrow(), Map.of("1.1", 3));

      assertThat(RunNotes.read(RunNotes.file(name).orElseThrow())).containsEntry("1.1", "3");
      assertThat(RunNotes.file(name + "x")).isNotEqualTo(RunNotes.file(name));
    } finally {
      System.clearProperty(Settings.property(RunDirectory.SETTING));
    }
  }
}
