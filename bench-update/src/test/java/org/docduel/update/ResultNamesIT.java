package org.docduel.update;

import java.nio.file.Path;
import org.docduel.testkit.ResultNames;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names that results have: those of parameters, metrics, units, and of the sidecar's facts. */
class ResultNamesIT {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "closed|UpdateBenchmark -p store=noop -p documents=500 -t 2 -wi 1 -w 200ms -i 2 -r 200ms",
        "open|UpdateBenchmark -p store=postgres-jsonb -p rate=100 -p documents=500 -t 2 -wi 0 -i 1 -r 2",
        "mixed|MixedBenchmark -p mix=read:40,update:20,replace:10,modify:10,insert:10,delete:5,find:5"
            + " -p store=sqlite-json -p documents=500 -t 2 -wi 0 -i 1 -r 2"
      })
  void resultFieldNamesAreStable(String golden, String line) throws Exception {
    ResultNames.check(ResultNamesIT.class, directory, golden, line);
  }
}
