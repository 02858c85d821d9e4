package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairingTest {
  @TempDir Path directory;

  private List<JmhResult> results(String... params) {
    ResultJson json = new ResultJson();
    for (String each : params) {
      json.add(each, "ms/op", new double[] {1, 2});
    }
    return JmhFile.read(json.writeTo(directory, "runs.json"));
  }

  private static Pairing pairing(String baseline, String candidate) {
    return new Pairing(ParameterMatch.parse(baseline), ParameterMatch.parse(candidate), List.of());
  }

  private List<SelectedResult> selected(String... params) {
    return Selection.ALL.from(results(params));
  }

  @Test
  void groupsByEverythingElseThatVaries() {
    Pairing.Pairs pairs =
        pairing("s=a", "s=b")
            .pair(selected("s=a,n=1,k=x", "s=a,n=2,k=x", "s=b,n=2,k=x", "s=b,n=3,k=x"), pair -> {});

    assertThat(pairs.by()).containsExactly("n");
    assertThat(pairs.comparisons()).extracting(Comparison::group).containsExactly("2");
    assertThat(pairs.unpaired()).containsExactly("1 (no candidate)", "3 (no baseline)");
  }

  @Test
  void sidesMayHaveSeveralParametersIncludingBenchmark() {
    Pairing.Pairs pairs =
        pairing("s=a,n=1", "s=b,n=2")
            .pair(selected("s=a,n=1", "s=a,n=2", "s=b,n=1", "s=b,n=2"), pair -> {});

    assertThat(pairs.by()).isEmpty();
    assertThat(pairs.comparisons()).extracting(Comparison::group).containsExactly("all");
    assertThat(ParameterMatch.parse("benchmark=B.run").matches(selected("s=a").get(0).fields()))
        .isTrue();
    assertThat(
            ParameterMatch.parse("benchmark=org.x.B.run").matches(selected("s=a").get(0).fields()))
        .isTrue();
    assertThat(ParameterMatch.parse("benchmark=run").matches(selected("s=a").get(0).fields()))
        .isFalse();
  }

  @Test
  void ambiguousSidesReportTheirDifference() {
    List<SelectedResult> results = selected("s=a,n=1,m=1", "s=a,n=1,m=2", "s=b,n=1,m=1");

    assertThatThrownBy(() ->
            new Pairing(ParameterMatch.parse("s=a"), ParameterMatch.parse("s=b"), List.of("n"))
                .pair(results, pair -> {}))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "the baseline has several results for 1: they differ in m; name it in --by or fix it"
                + " with --where");
  }

  @Test
  void mergesFilesOfSeveralMachines() {
    Path first =
        new ResultJson().add("s=a", "ms/op", new double[] {1}).writeTo(directory, "one.json");
    Path second =
        new ResultJson()
            .add("s=a", "us/op", new double[] {3000}, new double[] {4000})
            .writeTo(directory, "two.json");

    List<SelectedResult> merged = Selection.ALL.from(JmhFile.readAll(List.of(first, second)));

    assertThat(merged).hasSize(1);
    assertThat(merged.get(0).results()).hasSize(2);
    assertThat(merged.get(0).observations().machines())
        .containsExactly(first.toString(), second.toString());
    assertThat(merged.get(0).observations().values()).containsExactly(0.001, 0.003, 0.004);
  }

  @Test
  void whereSelectsMatchesOrListsValues() {
    List<JmhResult> results = results("s=a,n=1", "s=b,n=1");

    assertThat(Selection.of("s=b", "").from(results)).hasSize(1);
    assertThatThrownBy(() -> Selection.of("s=c", "").from(results))
        .hasMessage("no result matches s=c; 's' has a, b");
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10",
    "10B, 10",
    "4KB, 4000",
    "4kb, 4000",
    "2 KiB, 2048",
    "1e6, 1000000",
    "1.5M, 1500000",
    "users-90, 90",
    "10x20B, 200"
  })
  void magnitudesUnderstandDecimalUnits(String value, double expected) {
    assertThat(Magnitude.of("p", value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"ten", "-5", "5 apples"})
  void magnitudesRejectInvalidNumbers(String value) {
    assertThatThrownBy(() -> Magnitude.of("p", value)).hasMessageContaining("'" + value + "'");
  }

  @Test
  void escapesCommasInValues() {
    ParameterMatch match = ParameterMatch.parse("a=1\\,2,b=3");

    assertThat(match.values()).containsEntry("a", "1,2").containsEntry("b", "3");
    assertThat(match.keys()).containsExactly("a", "b");
  }

  @Test
  void recognizesQueriesOfOneForkByName() {
    List<SelectedResult> queries = Selection.ALL.from(results("s=a,query=1", "s=a,query=2"));
    List<SelectedResult> sizes = Selection.ALL.from(results("s=a,size=1", "s=a,size=2"));

    assertThat(queries.get(0).observations().origin().processes())
        .isNotEmpty()
        .isEqualTo(queries.get(1).observations().origin().processes());
    assertThat(sizes.get(0).observations().origin().processes()).isEmpty();
  }
}
