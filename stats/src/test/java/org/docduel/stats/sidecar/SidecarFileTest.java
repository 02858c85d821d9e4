package org.docduel.stats.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.Fact.FindingFact;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Fact.WarmUpFact;
import org.docduel.stats.sidecar.Fact.WorkloadFact;
import org.docduel.stats.sidecar.Sidecar.UntilDecided;
import org.docduel.stats.verdict.Switch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SidecarFileTest {

  @TempDir Path directory;

  @Test
  void acceptsResultWithoutSidecar() {
    assertThat(SidecarFile.read(directory.resolve("out.json"))).isEmpty();
  }

  @Test
  void readsFilesWithoutKindsAndWithUnknownFields() throws IOException {
    Sidecar sidecar =
        read(
            """
            {"version":1,"started":"2026-11-21T09:00:00Z","status":"failed","command":["-p","x=1"],
             "environment":{"host":"h","cores":2,"nested":{"a":"b"}},
             "servers":[{"name":"s","way":"embedded","product":"P 1","settings":{"fsync":"on"}}],
             "stores":[{"store":"t","parameters":{"payload":"4KB"},"durability":"default",
               "sizes":{"documents":10,"heapBytes":5,"note":"x"},"settings":{"k":true}}],
             "checks":[{"store":"t","check":"content","outcome":"failed","detail":"1 lost"}],
             "skips":[{"what":"w","reason":"r","remedy":"m","combinations":8}],
             "failures":["fork 2 of t ended early"],"findings":["slow client"],"unknown":[1,{"x":null}]}
            """);

    assertThat(sidecar.run().broken()).isTrue();
    assertThat(sidecar.environment())
        .containsExactly(
            Map.entry("host", "h"), Map.entry("cores", "2"), Map.entry("nested.a", "b"));
    assertThat(sidecar.servers().get(0).settings()).containsEntry("fsync", "on");
    assertThat(sidecar.stores().get(0).sizes())
        .isEqualTo(Map.of("documents", 10.0, "heapBytes", 5.0));
    assertThat(sidecar.stores().get(0).settings()).containsEntry("k", "true");
    assertThat(sidecar.checks().get(0).failed()).isTrue();
    assertThat(sidecar.skips()).containsExactly(new Sidecar.Skip("w", "r", "m", 8));
    assertThat(sidecar.failures()).containsExactly("fork 2 of t ended early");
    assertThat(sidecar.findings()).containsExactly("slow client");
  }

  @Test
  void factsWithOtherParametersDoNotApply() {
    Map<String, String> other = Map.of("benchmark", "b", "store", "t", "rows", "9");
    SelectedResult result =
        new SelectedResult(
            other, List.of(), "", Observations.ofSeconds(new double[] {1, 2}, new double[] {3, 4}));

    assertThat(SidecarFile.isAbout("t", Map.of("store", "t", "rows", "9"), result)).isTrue();
    assertThat(SidecarFile.isAbout("t", Map.of("store", "t", "key", "k"), result)).isFalse();
  }

  @Test
  void roundTrips() throws IOException {
    Sidecar written =
        new Sidecar(
            new Sidecar.Run(
                "2026-01-02T03:04:05Z",
                "",
                "running",
                List.of("-f", "1"),
                "rounds",
                List.of(List.of(1, 3), List.of(1)),
                List.of(1, 1)),
            Map.of(Sidecar.HOST, "h", Sidecar.FILE_SYSTEM, "ext4"),
            List.of(new Sidecar.Server("s", "given", "P 1", Map.of("fsync", "on"))),
            List.of(
                new StoreFact(
                    "t",
                    "s",
                    Map.of("payload", "4KB"),
                    "P 1",
                    "default",
                    Map.of("documents", 10.0, "ratio", 0.5),
                    Map.of("k", "v"),
                    "u (t wire)")),
            List.of(new CheckFact("t", Map.of("payload", "4KB"), "content", "passed", "")),
            List.of(
                new PlanFact("t", Map.of(), List.of("Scan", "  Filter: a"), List.of("i"), "index")),
            List.of(new QuestionFact("7.14", "Who shares a name?", "GROUP BY")),
            List.of(
                new WorkloadFact(
                    Map.of("suite", "shop"),
                    Map.of("7.14", 0.5),
                    Map.of("calls", 0.9, "time", 0.8),
                    Map.of("7.14", "2 tuples of a.csv"))),
            List.of(
                new ExplainFact(
                    "t", Map.of("q", "7"), 5, Map.of("client", 1.5), Map.of("bytes", 60.0))),
            List.of(
                new WarmUpFact(
                    "t", Map.of("q", "7"), WarmUpFact.STEADY, 4.5, "ops/s", List.of(1.5, 2.0))),
            List.of(new Sidecar.Skip("w", "r", "m", 8)),
            List.of("f"),
            List.of("g"),
            Optional.of(
                new UntilDecided(
                    20,
                    "pocock",
                    List.of(
                        new UntilDecided.Look(
                            "b.C.m", 3, List.of("t against u: superior"), List.of())))),
            List.of(new Switch("batch", "500", "1")),
            Map.of("b.C.m", "total"),
            Optional.of(
                new ClientRows(
                    List.of(new ClientRows.Client("client 1", Map.of(Sidecar.HOST, "h"))),
                    List.of(
                        new ClientRows.Row(
                            "b.C.m",
                            Map.of("store", "t"),
                            1,
                            2,
                            0.5,
                            ClientRows.Row.COUNTED,
                            "ops/s",
                            List.of(new ClientRows.Share(1000.25, 2000.5, 7.5)))))),
            List.of(
                new Sidecar.Description(
                    "b.C.m", "Time of {rows|row|rows}", Map.of("rows=1", "a"), "{\"a\":1}")),
            Optional.of(
                new Sidecar.HighestRate(Map.of("benchmark", "b.C.m", "store", "t"), 8, 0.5, 90)));
    SidecarFile.write(directory.resolve("out.sidecar.json"), written);

    assertThat(SidecarFile.read(directory.resolve("out.json")).orElseThrow().sidecar())
        .isEqualTo(written);
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .containsPattern("\"documents\" : 10\\s*[,}]")
        .endsWith("}\n");
  }

  /** What a server does not state is its default, which another product does not have. */
  @Test
  void settingMissingOnOneServerDiffers() {
    Sidecar.Server plain = server("P 17", Map.of("fsync", "on"));
    Sidecar.Server without = server("P 17", Map.of("fsync", "on", "jit", "off"));
    Sidecar.Server other = server("Q 1", Map.of("cache", "1GB"));

    assertThat(Sidecar.Server.differences(List.of(plain, without)).orElseThrow())
        .endsWith("which may be what differs; settings that differ: jit");
    assertThat(
            Sidecar.Server.differences(
                    List.of(
                        server("P 17", Map.of("settle", "VACUUM")),
                        server("Q 1", Map.of("settle", "CHECKPOINT"))))
                .orElseThrow())
        .endsWith("which may be what differs");
    assertThat(Sidecar.Server.differs("cache", List.of(plain, other))).isFalse();
    assertThat(
            Sidecar.Server.differs(
                "settle",
                List.of(
                    server("P 17", Map.of("settle", "VACUUM")),
                    server("P 17", Map.of("settle", "CHECKPOINT")))))
        .as("no setting")
        .isFalse();
    assertThat(Sidecar.Server.differs("fsync", List.of(plain, server("Q 1", Map.of("fsync", "x")))))
        .isTrue();
  }

  private static Sidecar.Server server(String product, Map<String, String> settings) {
    return new Sidecar.Server("s", "given", product, settings);
  }

  @Test
  void everyKindOfFactRoundTrips() {
    for (Fact fact :
        List.of(
            new StoreFact("t", "", Map.of("a", "b"), "P", "", Map.of("n", 1.0), Map.of(), ""),
            new CheckFact("t", Map.of(), "content", "failed", "1 lost"),
            new PlanFact("t", Map.of(), List.of("Scan"), List.of(), PlanFact.FAILED),
            new QuestionFact("7.14", "Who shares a name?", ""),
            new FindingFact("slow client"),
            new LatencyFact("#log\n"))) {
      assertThat(Fact.parse("fact.json", fact.json())).isEqualTo(fact);
    }
  }

  @Test
  void storesSharedDescriptionOnce() {
    assertThat(
            StoreFact.stored(
                List.of(
                    stored(Map.of("store", "a", "scenario", "S1", "index", "none"), 8),
                    stored(Map.of("store", "a", "scenario", "S2", "index", "none"), 8),
                    stored(Map.of("store", "a", "index", "b"), 9))))
        .containsExactly(
            stored(Map.of("store", "a", "index", "none"), 8),
            stored(Map.of("store", "a", "index", "b"), 9));
  }

  private static StoreFact stored(Map<String, String> parameters, double bytes) {
    Map<String, Double> sizes = Map.of("totalBytes", bytes);
    return new StoreFact("a", "", parameters, "", "", sizes, Map.of(), "");
  }

  @Test
  void rejectsUnknownKindOfFactInOneLine() {
    assertThatThrownBy(() -> Fact.parse("fact.json", "{\"kind\":\"odd\"}"))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "fact.json: a fact of the kind 'odd'; known are store, check, plan, question, workload,"
                + " explain, finding, warm-up, latencies");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"servers\":null,\"stores\":5,\"checks\":\"x\",\"skips\":{},\"findings\":[null,[]]}",
        "{\"servers\":[1,null],\"stores\":[{}],\"environment\":[],\"command\":7}"
      })
  void absentOrMistypedFieldsAreEmpty(String text) throws IOException {
    Sidecar sidecar = read(text);

    assertThat(sidecar.run().broken()).isFalse();
    assertThat(sidecar.environment()).isEmpty();
    assertThat(sidecar.findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "{", "{\"a\":}", "\u0000\u0001"})
  void rejectsInvalidSidecarByName(String text) throws IOException {
    Files.writeString(directory.resolve("out.sidecar.json"), text);

    assertThatThrownBy(() -> SidecarFile.read(directory.resolve("out.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("out.sidecar.json")
        .hasMessageContaining("remove it or write it again")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  private Sidecar read(String text) throws IOException {
    Files.writeString(directory.resolve("out.sidecar.json"), text);
    return SidecarFile.read(directory.resolve("out.json")).orElseThrow().sidecar();
  }
}
