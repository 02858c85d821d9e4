package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparedSubjectsTest {
  @Test
  void nameSelectsAllValues() {
    assertThat(ComparedSubjects.parse("store")).isEqualTo(new ComparedSubjects("store", List.of()));
  }

  @Test
  void comparesValuesInGivenOrder() {
    assertThat(ComparedSubjects.parse("store=b, a").values()).containsExactly("b", "a");
    assertThat(ComparedSubjects.parse("q=x\\,y,z").values()).containsExactly("x,y", "z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=a,b", "store=", "store=a"})
  void rejectsInvalidSubjects(String text) {
    assertThatThrownBy(() -> ComparedSubjects.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--compare " + text);
  }

  @Test
  void rejectsValueWithoutResults(@TempDir Path directory) {
    ResultJson json = new ResultJson().add("store=a", "ms/op", new double[] {1});
    List<SelectedResult> results =
        Selection.ALL.from(JmhFile.read(json.writeTo(directory, "run.json")));

    assertThatThrownBy(() -> ComparedSubjects.parse("store=a,b").among(results))
        .isInstanceOf(BadInputException.class)
        .hasMessage("no result matches store=b; 'store' has a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          store=a | store=b                             | store
          store=a,query=1 | store=b,query=2             | store
          query=1,codec=x | query=2,codec=y             | codec
          query=1,payload=1KB | query=2,payload=4KB     | ''
          rate=100,threads=1 | rate=200,threads=2       | threads
          benchmark=A.x,batch=1 | benchmark=A.y         | benchmark
          benchmark=A.x,batch=1 | benchmark=A.x,batch=2 | batch
          """)
  void defaultComparisonExcludesOverheadBaselines(String first, String second, String parameter) {
    assertThat(
            ComparedSubjects.defaultParameter(
                    List.of(
                        ParameterMatch.parse(first).values(),
                        ParameterMatch.parse(second).values()))
                .orElse(""))
        .isEqualTo(parameter);
  }
}
