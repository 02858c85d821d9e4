package org.docduel.insert;

import java.nio.file.Path;
import org.docduel.testkit.ResultNames;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names that results have: those of parameters, metrics, units, and of the sidecar's facts. */
class ResultNamesIT {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "insert, InsertBenchmark -p store=noop -p payload=10B -p documents=100 -wi 1 -i 2",
    "ingestion, IngestionBenchmark -p store=postgres-jsonb -p rows=300 -p dataset=w2",
    "suite, IngestionBenchmark -p store=postgres-jsonb -p rows=400 -p dataset=customer",
    "making, DocumentMakingBenchmark -p payload=10B -wi 0 -i 1 -r 200ms"
  })
  void resultFieldNamesAreStable(String golden, String line) throws Exception {
    ResultNames.check(ResultNamesIT.class, directory, golden, line);
  }
}
