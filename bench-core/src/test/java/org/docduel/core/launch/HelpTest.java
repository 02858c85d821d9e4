package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkListEntry;

@Tag("first")
class HelpTest {
  private static final List<StoreProvider> STORES =
      List.of(
          TestStore.inserting("inserts"),
          new TestStore("loads", Set.of(Capability.INGEST), List.of(), false));

  private static String help(String... benchmarks) {
    StringWriter out = new StringWriter();
    List<BenchmarkListEntry> entries =
        Stream.of(benchmarks)
            .map(
                benchmark -> TestWorkload.entry(benchmark, Map.of("store", "all", "payload", "1B")))
            .toList();
    new Help(new PrintWriter(out), new TestWorkload(), STORES, entries).print();
    return out.toString();
  }

  @Test
  void helpShowsOnlyStoresWithNeededCapability() {
    assertThat(help("a.Ingest"))
        .contains("\n  loads ", "java -jar benchmarks.jar Ingest -p store=loads -p ")
        .doesNotContain("inserts");
    assertThat(help("a.Insert", "a.Ingest"))
        .contains("\n  loads ", "\n  inserts ")
        .containsPattern("(?s)Insert: all.*e.g. -p store=inserts.*Ingest: all.*-p store=loads");
  }
}
