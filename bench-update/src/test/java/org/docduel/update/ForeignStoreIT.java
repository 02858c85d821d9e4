package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.memory.MemoryProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar with somebody else's store beside it, of which nothing here knows. */
class ForeignStoreIT {
  private static final BenchmarksJar JAR =
      BenchmarksJar.with(ForeignStoreIT.class, MemoryProvider.class);

  @TempDir Path directory;

  @Test
  void twinUpdatesSeparateDocuments() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                "--twin -p store=memory -p documents=500 -t 2 -f 3 -wi 0 -i 2 -r 200ms -rff out.json")
            .succeeded();
    List<String> lines = ended.out().lines().toList();
    assertThat(lines.get(lines.size() - 1)).startsWith("twin: ").contains("memory against itself");
    assertThat(Files.readString(directory.resolve("out.json"))).contains("\"memory~twin\"");
    // each fork checks what it has stored: data that are shared would hold the other's updates
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"outcome\" : \"passed\"")
        .doesNotContain("\"outcome\" : \"failed\"");
    assertThat(Files.readString(directory.resolve("out.hlog"))).contains("store=memory~twin;");
  }

  @Test
  void runsUpdatesFromServerToReport() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                "-p store=memory,postgres-jsonb -p documents=500 -t 2"
                    + " -f 3 -wi 0 -i 2 -r 200ms -rf json -rff out.json")
            .succeeded();
    assertThat(ended.out()).contains("memory: embedded").contains("verdict");
    assertThat(Files.readString(directory.resolve("out.json"))).contains("\"store\" : \"memory\"");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .contains("Memory 1.0")
        .contains("\"outcome\" : \"passed\"")
        .doesNotContain("\"outcome\" : \"failed\"");
    assertThat(Files.readString(directory.resolve("out-report/report.html"))).contains("memory");
  }
}
