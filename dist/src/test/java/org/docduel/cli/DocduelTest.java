package org.docduel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Workload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("first")
class DocduelTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Docduel docduel =
      new Docduel(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));

  private int run(String line) {
    return docduel.run(List.of(line.split(" ", -1)));
  }

  @Test
  void helpFitsAScreenAndHasEveryCommand() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString(UTF_8).lines()).hasSizeLessThanOrEqualTo(32);
    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 80);
    assertThat(docduel.commandLine().getSubcommands().keySet())
        .allMatch(command -> out.toString(UTF_8).matches("(?s).*\\b" + command + "\\b.*"));
  }

  @ParameterizedTest
  @EnumSource(Verb.class)
  void helpOfAVerbFitsAScreenAndItsExamplesAreAccepted(Verb verb) {
    assertThat(run(verb.typed() + " -h")).isZero();

    assertThat(out.toString(UTF_8).lines()).hasSizeLessThanOrEqualTo(24);
    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 80);
    for (String example : verb.examples()) {
      if (!example.contains("./")) { // files that are not here
        // the parameters are looked at before the store
        String line = example.replaceFirst("docduel ", "").replaceFirst(" +\\(.*", "");
        String subject = verb == Verb.READ ? "variant" : "store";
        assertThat(run(line + " -p " + subject + "=nobody")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).doesNotContain("no such parameter", "no such option");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"insrt,insert", "superority,superiority", "repot,report", "udpate,update"})
  void suggestsTheCommandThatWasMeant(String typed, String meant) {
    assertThat(run(typed + " -p x=y")).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "docduel: there is no command '%s'; did you mean %s?; docduel --help lists them%n"
                .formatted(typed, meant));
  }

  @ParameterizedTest
  @CsvSource({
    "insert,InsertBenchmark",
    "ingest,IngestionBenchmark",
    "read,IndexedReadBenchmark",
    "links,LinkReadBenchmark",
    "key,KeyAccessBenchmark",
    "suite,QuerySuiteBenchmark",
    "update,UpdateBenchmark",
    "mixed,MixedBenchmark",
  })
  void everyVerbRunsOneBenchmark(String verb, String benchmark) {
    assertThat(run(verb + " -l")).isZero();
    assertThat(run(verb + " -p nothing=1")).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("no such parameter of " + benchmark + ";");
  }

  @Test
  void firstBenchmarkIsInsertBenchmark() {
    assertThat(Workload.load().experiments().get(0).benchmark().getSimpleName())
        .isEqualTo("InsertBenchmark");
    assertThat(run("-p nothing=1")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("no such parameter of InsertBenchmark;");
  }

  @Test
  void rejectedSearchLeavesNoFolder() {
    Path results = Path.of("results", "findmax");
    boolean wasThere = Files.exists(results);
    assertThat(run("findmax -p store=nobody")).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("store=nobody");
    assertThat(Files.exists(results)).isEqualTo(wasThere);
  }

  @Test
  void acceptsSuiteFolderWithoutParameter() {
    assertThat(run("suite ./missing -p store=sqlite-json")).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("missing/suite.yaml: no such file");
  }

  @Test
  void helpOfInsertListsItsStores() {
    assertThat(run("insert -h")).isZero();

    String help = out.toString(UTF_8);
    String stores = help.substring(help.indexOf("Values of store"));
    assertThat(List.of(stores.replaceFirst(".*: ", "").split("[*,\\s]+")))
        .containsExactlyInAnyOrderElementsOf(
            StoreProviders.all().stream()
                .filter(store -> store.capabilities().contains(Capability.INSERT))
                .map(StoreProvider::name)
                .toList())
        .contains("postgres-jsonb", "mongodb", "sqlite-jsonb");
  }

  @Test
  void suiteInitEndsWithTheCommandOfThisProgram(@TempDir Path directory) throws IOException {
    Path orders = directory.resolve("orders.ndjson");
    Files.writeString(
        orders, "{\"order\": 1, \"status\": \"paid\"}\n{\"order\": 2, \"status\": \"open\"}\n");
    Path folder = directory.resolve("mine");

    assertThat(run("suite init " + folder + " --data " + orders)).isZero();

    assertThat(out.toString(UTF_8).lines()).last().isEqualTo("now: docduel suite " + folder);
    assertThat(run("suite init -h")).isZero();
    assertThat(run("suite init " + folder + " --data " + orders)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("docduel: ").contains("is there already");
  }

  @Test
  void completesCommandsAndTheirOptions() {
    assertThat(run("completion")).isZero();

    assertThat(out.toString(UTF_8)).contains("superiority", "--baseline", "insert", "complete -F");
  }
}
