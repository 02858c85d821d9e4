package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;
import org.docduel.read.suite.Orders;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a file of documents to a verdict, as a new user goes. */
class OwnDocumentsJarIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(OwnDocumentsJarIT.class);
  private static final String QUERY_SUITE =
      "QuerySuite -p suite=./mine -p store=postgres-typed,postgres-jsonb";

  @TempDir Path directory;

  private Ended run(String line) throws Exception {
    return JAR.run(directory, line);
  }

  private Ended init() throws Exception {
    return run("suite init ./mine --data orders.ndjson");
  }

  private void replace(String file, String what, String by) throws IOException {
    Path path = directory.resolve("mine").resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(what);
    Files.writeString(path, text.replace(what, by));
  }

  @Test
  void createsEditableSuiteFromFileAndReachesVerdict() throws Exception {
    Orders.write(directory.resolve("orders.ndjson"), 400);
    Ended init = init().succeeded();
    assertThat(init.out()).contains("orders.ndjson: 400 documents");

    replace("postgres-typed.sql", "= 'open';", "= 'paid' AND \"to.vip\";");
    replace("postgres-jsonb.sql", "= 'open';", "= 'paid' AND (doc->'to'->>'vip')::boolean;");
    Ended run = run(QUERY_SUITE + " -f 3 -wi 0 -i 2 -rf json -rff out.json").succeeded();
    assertThat(run.out())
        .contains("suite mine: 8 of 8 queries have equal answers")
        .containsPattern("\\nquery, store +n +forks +mean")
        .contains("verdict")
        // 400 documents: what is repeated for 100 ms takes a fraction of that
        .containsPattern("fork 1: (1\\.[1-7]: [0-9]{1,2}\\.[0-9]+ ms/op, ){7}1\\.8: [0-9.]+ ms/op");
    String results = Files.readString(directory.resolve("out.json"));
    assertThat(Pattern.compile("\"query\" : \"1\\.[1-8]\"").matcher(results).results().count())
        .isEqualTo(16);
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .doesNotContain("\"outcome\" : \"failed\"");
  }

  @Test
  void doesNotOverwriteExistingFiles() throws Exception {
    Orders.write(directory.resolve("orders.ndjson"), 5);
    Files.createDirectory(directory.resolve("mine"));

    Ended ended = init();

    assertThat(ended.rejection()).contains("mine is there already");
    assertThat(directory.resolve("mine")).isEmptyDirectory();
  }

  @Test
  void reportsBrokenLineBeforeStart() throws Exception {
    Path file = Orders.write(directory.resolve("orders.ndjson"), 5);
    assertThat(init().status()).isZero();
    Files.writeString(file, "{\"order\": 6, \"order\": 7}\n", StandardOpenOption.APPEND);

    Ended suite = run(QUERY_SUITE);
    Ended init = run("suite init ./other --data orders.ndjson");

    assertThat(suite.rejection())
        .contains("orders.ndjson:6: an object has the field 'order' twice");
    assertThat(suite.out()).doesNotContain("postgres: ");
    assertThat(init.rejection()).contains("orders.ndjson:6: ");
    assertThat(directory.resolve("other")).doesNotExist();
  }

  @Test
  void reportsLineOfUnsuitableKind() throws Exception {
    Orders.write(directory.resolve("orders.ndjson"), 5);
    assertThat(init().status()).isZero();
    replace("suite.yaml", "status: text", "status: integer");

    Ended misfit = run(QUERY_SUITE);
    replace("suite.yaml", "status: integer", "status: number");
    Ended unknown = run(QUERY_SUITE);

    assertThat(misfit.rejection())
        .contains("orders.ndjson:1: status ('")
        .contains("') is not a valid integer");
    assertThat(unknown.rejection())
        .contains("suite.yaml:8: 'number' is not a kind; accepted is text, integer");
  }
}
