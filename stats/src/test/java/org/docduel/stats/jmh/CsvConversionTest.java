package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.junit.jupiter.api.Test;

class CsvConversionTest {
  private static final CsvConversion.Measure MILLIS = new CsvConversion.Measure("ms", "ms/op");
  private static final CsvConversion.Measure BLOCKS =
      new CsvConversion.Measure("hits", "blocks/op");

  private static List<JmhResult> converted(CsvConversion conversion, String... lines)
      throws IOException {
    String json = conversion.convert("runs.csv", String.join("\n", lines));
    return JmhFile.read(
        "runs.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void rowsOfTheSameParametersMakeOneResult() throws IOException {
    CsvConversion conversion =
        new CsvConversion("a.B.c", List.of("store", "n"), "", MILLIS, List.of(BLOCKS));

    List<JmhResult> results =
        converted(conversion, "store,n,ms,hits", "x,1,2.5,10", "y,1,3,20", "", "x,1,3.5,30");

    assertThat(results).hasSize(2);
    JmhResult first = results.get(0);
    assertThat(first.benchmark()).isEqualTo("a.B.c");
    assertThat(first.mode()).isEqualTo(Mode.SINGLE_SHOT);
    assertThat(first.params().toString()).isEqualTo("{store=x, n=1}");
    assertThat(first.primary().rawData()).containsExactly(List.of(2.5, 3.5));
    assertThat(first.primary().score()).isEqualTo(3);
    assertThat(first.primary().unit().name()).isEqualTo("ms/op");
    assertThat(first.metric("hits").orElseThrow().rawData()).containsExactly(List.of(10.0, 30.0));
    assertThat(first.stated())
        .containsEntry("threads", "1")
        .containsEntry("forks", "1")
        .containsEntry("measurementIterations", "2");
  }

  @Test
  void quotedCellsMayHoldCommas() throws IOException {
    CsvConversion conversion = new CsvConversion("b", List.of("k"), "", MILLIS, List.of());

    assertThat(converted(conversion, "k,ms", "\"a, b\",1").get(0).params())
        .isEqualTo(Map.of("k", "a, b"));
    assertThatThrownBy(() -> converted(conversion, "k,ms", "\"a,1"))
        .hasMessageContaining("runs.csv: is not a CSV table");
  }

  @Test
  void aForkColumnMakesForks() throws IOException {
    CsvConversion conversion = new CsvConversion("b", List.of(), "fork", MILLIS, List.of());

    List<JmhResult> results = converted(conversion, "fork,ms", "1,1", "2,5", "1,2");

    assertThat(results).hasSize(1);
    assertThat(results.get(0).primary().rawData()).containsExactly(List.of(1.0, 2.0), List.of(5.0));
    assertThat(results.get(0).stated()).containsEntry("forks", "2");
  }

  @Test
  void saysWhereATableIsWrong() {
    CsvConversion conversion = new CsvConversion("b", List.of("k"), "", MILLIS, List.of(BLOCKS));

    assertThatThrownBy(() -> converted(conversion, "k,ms,hits"))
        .hasMessageContaining("runs.csv: holds no rows");
    assertThatThrownBy(() -> converted(conversion, "k,ms,hits", "a,1"))
        .hasMessageContaining("runs.csv, line 2: has 2 cells, but the header has 3");
    assertThatThrownBy(() -> converted(conversion, "k,ms,hits", "a,1,1", "a,fast,1"))
        .hasMessageContaining("runs.csv, line 3: 'ms' is 'fast', no number");
    assertThatThrownBy(() -> converted(conversion, "k,ms", "a,1"))
        .hasMessageContaining("there is no column 'hits'; there are k, ms");
  }
}
