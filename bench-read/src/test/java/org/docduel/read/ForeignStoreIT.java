package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.memory.MemoryProvider;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void runsIndexedReadsFromServerToReport() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                "IndexedRead -p variant=memory_ind,rel_ind -p scenario=S1 -p rows=1000"
                    + " -f 3 -wi 0 -i 2 -rf json -rff out.json")
            .succeeded();
    assertThat(ended.out()).contains("memory: embedded").contains("verdict");
    assertThat(Files.readString(directory.resolve("out.json")))
        .contains("\"variant\" : \"memory_ind\"");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .contains("Memory 1.0")
        .contains("\"outcome\" : \"passed\"")
        .doesNotContain("\"outcome\" : \"failed\"");
    assertThat(Files.readString(directory.resolve("out-report/report.html")))
        .contains("memory_ind");
  }
}
