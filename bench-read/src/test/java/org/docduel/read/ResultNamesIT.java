package org.docduel.read;

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
    "indexed, IndexedRead -p variant=jsonb_ind -p scenario=S1 -p rows=400 -wi 1 -i 2",
    "links, LinkRead -p store=postgres-jsonb -p query=referring -p documents=100 -p links=2 -p lookups=10 -wi 0 -i 1",
    "suite, QuerySuite -p store=postgres-jsonb -p query=1.1 -p rows=200 -wi 0 -i 1",
    "key, KeyAccess -p store=postgres-jsonb -p rows=20 -wi 0 -i 1",
    "client, KeyInClient -p store=postgres-bytea-bson -p rows=20 -wi 0 -i 1",
    "codec, CodecBenchmark -p format=bson -p documents=users-10 -p position=late -wi 0 -i 1 -r 100ms"
  })
  void resultFieldNamesAreStable(String golden, String line) throws Exception {
    ResultNames.check(ResultNamesIT.class, directory, golden, line);
  }
}
