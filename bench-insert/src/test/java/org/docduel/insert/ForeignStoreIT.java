package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.memory.MemoryProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
  void runsInsertsFromServerToReport() throws Exception {
    Ended ended =
        JAR.run(
                directory,
                "-p store=memory,postgres-jsonb -p payload=10B -p documents=60 -p batch=25"
                    + " -f 3 -wi 0 -i 2 -rf json -rff out.json")
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

  @Test
  void isListedInHelpAndRejectedWithoutServer() throws Exception {
    assertThat(JAR.run(directory, "-h").out()).contains("memory");

    Ended ended =
        JAR.run(
            directory,
            Map.of("DOCDUEL_MEMORY_URL", "memory://127.0.0.1:1"),
            "-p",
            "store=memory",
            "-p",
            "payload=10B");
    assertThat(ended.rejection()).contains("DOCDUEL_MEMORY_URL");
  }
}
