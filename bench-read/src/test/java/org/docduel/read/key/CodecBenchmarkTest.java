package org.docduel.read.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Path;
import org.docduel.testkit.TinyRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmark of the codecs in this JVM; every format's answer is checked in each run. */
class CodecBenchmarkTest {
  @Test
  void runsEveryAvailableFormatByDefault() throws Exception {
    Param formats = CodecBenchmark.Encoded.class.getField("format").getAnnotation(Param.class);

    assertThat(formats.value()).containsExactlyElementsOf(Codec.names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"json-text", "json-tree", "bson", "bson-tree", "oson"})
  void readsEveryKeyAndReportsSize(String format) throws Exception {
    Collection<RunResult> results =
        TinyRun.all(
            TinyRun.of("CodecBenchmark")
                .param("format", format)
                .param("documents", "users-10", "pairs-text", "pairs-int32", "pairs-bool")
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(5)));

    // Three positions to find, once to encode and to decode, of four kinds of documents.
    assertThat(results).hasSize((3 + 1 + 1) * 4);
    assertThat(results)
        .allSatisfy(result ->
            assertThat(result.getSecondaryResults())
                .hasEntrySatisfying(
                    "size", size -> assertThat(size.getScore()).isGreaterThan(1_000)));
  }

  @ParameterizedTest
  @CsvSource({
    "users-90, early, user.name",
    "users-90, middle, friends[44].registered",
    "users-90, last, friends[89].registered",
    "users-1, middle, friends[0].registered",
    "pairs-bool, early, k000",
    "pairs-bool, middle, k499",
    "pairs-bool, last, k999"
  })
  void positionsNameKeysOfDocuments(String documents, String position, String path) {
    KeyedDocuments parsed = KeyedDocuments.PARAMETER.parse(documents);

    assertThat(parsed.path(position)).isEqualTo(Path.parse(path));
    assertThat(parsed.path(position).in(parsed.dataset().document(0).body())).isPresent();
  }

  @Test
  void rejectsInvalidParametersInOneLine() {
    List<Runnable> bad =
        Stream.of("users-0", "users-1001", "users-", "users-x", "pairs", "pairs-date")
            .<Runnable>map(value -> () -> KeyedDocuments.PARAMETER.parse(value))
            .toList();
    assertThat(bad)
        .allSatisfy(parse ->
            assertThatThrownBy(parse::run)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("documents=")
                .hasMessageContaining("users-F with F from 1 to 1000"));
    assertThatThrownBy(() -> Codec.byName("yaml"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("format=yaml")
        .hasMessageContaining(String.join(", ", Codec.names()));
    assertThatThrownBy(() -> CodecBenchmark.PARAMETERS.get(2).parse("LATE"))
        .isInstanceOf(BadInputException.class);
  }
}
