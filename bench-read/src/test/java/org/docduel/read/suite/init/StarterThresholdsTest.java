package org.docduel.read.suite.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Inference.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.starter.StarterSuite.TitledQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each limit of what is worth asking, on both sides. */
class StarterThresholdsTest {
  @TempDir private Path directory;

  private static SeenField field(Kind kind, int documents, IntFunction<Value> values) {
    SeenField field = new SeenField(new Leaf(List.of("a"), kind, "", 0));
    for (int i = 0; i < documents; i++) {
      field.take(ObjectValue.of(Map.of("a", values.apply(i))));
    }
    return field;
  }

  private static Value text(Object text) {
    return new StringValue(String.valueOf(text));
  }

  private static Value number(long number) {
    return new IntegerValue(number);
  }

  /** At most so many groups, or one for so many documents, and never more than half of them. */
  @ParameterizedTest
  @CsvSource({
    "STRICT, 1000, 200, true", "STRICT, 1000, 201, false",
    "STRICT, 24600, 246, true", "STRICT, 24600, 247, false",
    "STRICT, 100, 50, true", "STRICT, 100, 51, false",
    "STRICT, 100, 1, false", "STRICT, 100, 2, true",
    "LOOSE, 24600, 2460, true", "LOOSE, 24600, 2461, false",
    "LOOSEST, 24600, 12300, true", "LOOSEST, 24600, 12301, false"
  })
  void limitsGroupsOfCategory(Strictness rules, int documents, int groups, boolean is) {
    assertThat(field(Kind.TEXT, documents, i -> text("g" + i % groups)).isCategory(rules))
        .isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "STRICT, 950, true", "STRICT, 951, false",
    "LOOSE, 980, true", "LOOSE, 981, false",
    "LOOSEST, 990, true", "LOOSEST, 991, false"
  })
  void categoryIsNotConstant(Strictness rules, int same, boolean is) {
    assertThat(field(Kind.TEXT, 1_000, i -> text(i < same ? "x" : "y")).isCategory(rules))
        .isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "STRICT, 500, true", "STRICT, 499, false",
    "LOOSE, 250, true", "LOOSE, 249, false",
    "LOOSEST, 50, true", "LOOSEST, 49, false"
  })
  void requiresEnoughDocumentsWithField(Strictness rules, int count, boolean is) {
    assertThat(
            field(Kind.TEXT, 1_000, i -> i < count ? text("g" + i % 5) : NullValue.NULL)
                .isCategory(rules))
        .isEqualTo(is);
    assertThat(
            field(Kind.INTEGER, 1_000, i -> i < count ? number(i % 40 * 100L) : NullValue.NULL)
                .isMeasure(rules))
        .isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "STRICT, 1000, 20, true", "STRICT, 1000, 19, false",
    "STRICT, 10, 5, true", "STRICT, 10, 4, false",
    "LOOSE, 1000, 10, true", "LOOSE, 1000, 9, false",
    "LOOSEST, 1000, 2, true", "LOOSEST, 1000, 1, false"
  })
  void requiresEnoughValuesOfMeasure(Strictness rules, int documents, int values, boolean is) {
    assertThat(field(Kind.INTEGER, documents, i -> number(i % values)).isMeasure(rules))
        .isEqualTo(is);
  }

  /** Numbers that are each there once, in less than four times the documents. */
  @ParameterizedTest
  @CsvSource({"3, true", "4, true", "5, false"})
  void numberedDocumentsHaveSmallGaps(int gap, boolean is) {
    SeenField field = field(Kind.INTEGER, 100, i -> number((long) gap * i));

    assertThat(field.isNumbering()).isEqualTo(is);
    assertThat(field.isMeasure(Strictness.STRICT)).isEqualTo(!is);
  }

  /** So many times from a hundredth of 10,000, and two documents at least. */
  @ParameterizedTest
  @CsvSource({
    "STRICT, 400, true", "STRICT, 401, false", "STRICT, 25, true", "STRICT, 24, false",
    "LOOSE, 1600, true", "LOOSE, 1601, false", "LOOSE, 7, true", "LOOSE, 6, false",
    "LOOSEST, 6400, true", "LOOSEST, 6401, false", "LOOSEST, 2, true", "LOOSEST, 1, false"
  })
  void selectiveValueMatchesAboutOnePercent(Strictness rules, int matches, boolean is) {
    SeenField field = field(Kind.TEXT, 10_000, i -> i < matches ? text("x") : text("u" + i));

    assertThat(field.selective(rules, value -> true).isPresent()).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"500, true", "501, false"})
  void frequentValueCoversHalfOrLess(int matches, boolean is) {
    SeenField field = field(Kind.TEXT, 1_000, i -> i < matches ? text("x") : NullValue.NULL);

    assertThat(field.frequent().isPresent()).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "STRICT, 500, true", "STRICT, 501, false",
    "LOOSE, 750, true", "LOOSE, 751, false",
    "LOOSEST, 950, true", "LOOSEST, 951, false"
  })
  void rangeMatchesPartOfMeasure(Strictness rules, int same, boolean is) {
    assertThat(field(Kind.INTEGER, 1_000, i -> number(i < same ? 0 : i)).isSpread(rules))
        .isEqualTo(is);
  }

  /** Texts of so many characters, and one for so many documents. */
  @ParameterizedTest
  @CsvSource({
    "STRICT, 5, 201, true",
    "STRICT, 5, 200, false",
    "STRICT, 4, 1000, false",
    "LOOSE, 3, 1000, true",
    "LOOSE, 2, 1000, false",
    "LOOSEST, 3, 501, true",
    "LOOSEST, 3, 500, false"
  })
  void prefixesRequireLongAndDifferentTexts(Strictness rules, int length, int values, boolean is) {
    SeenField field =
        field(
            Kind.TEXT,
            1_000,
            i ->
                text(
                    "%"
                        .concat(length + "s")
                        .formatted(Integer.toString(i % values, 36))
                        .replace(' ', '0')));

    assertThat(field.hasBeginnings(rules)).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"60, true", "61, false"})
  void limitsLengthOfLiterals(int length, boolean is) {
    assertThat(SeenField.isLiteral(text("x".repeat(length)))).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"900, true", "899, false"})
  void fullFieldIsRarelyBlank(int full, boolean is) {
    assertThat(field(Kind.TEXT, 1_000, i -> text(i < full ? "x" : " ")).isFull()).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"ab1, true", "a1, false"})
  void recognizesTextByShareOfLetters(String text, boolean is) {
    assertThat(field(Kind.TEXT, 10, i -> text(text)).isMostlyLetters()).isEqualTo(is);
  }

  // What a whole file gets

  private List<String> titles(int documents, IntFunction<String> json) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      lines.append(json.apply(i)).append('\n');
    }
    Path file = Files.writeString(directory.resolve("d" + lines.hashCode() + ".ndjson"), lines);
    return new StarterChoice(FileDocuments.read(file, Map.of(), ""), "")
        .of("d", "1").queries().stream().map(TitledQuery::title).toList();
  }

  /** As in a file of the world's cities: one country more than a hundredth of the documents. */
  @Test
  void citiesAreQueriedByCountry() throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    List<String> titles =
        titles(
            21_385,
            i -> {
              double skewed = random.nextDouble();
              int country = i < 230 ? i : (int) (230 * skewed * skewed * skewed);
              return "{\"name\": \"City %d\", \"country\": \"Country %d\", \"lat\": %.4f, \"lng\": %.4f}"
                  .formatted(
                      i, country, random.nextDouble() * 180 - 90, random.nextDouble() * 360 - 180);
            });

    assertThat(titles).hasSizeGreaterThanOrEqualTo(7);
    assertThat(titles).anyMatch(title -> title.startsWith("How many with country ="));
    assertThat(titles).anyMatch(title -> title.startsWith("The documents with country ="));
    assertThat(titles).anyMatch(title -> title.endsWith(" by country"));
  }

  /** Seven questions are enough: with six, looser rules find the category. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void loosensRulesForFilesWithFewQueries(boolean seven, boolean loose) throws IOException {
    List<String> titles =
        titles(
            2_000,
            i ->
                "{\"code\": \"c%d\", \"group\": \"%s\", \"wide\": \"w%d\"%s}"
                    .formatted(
                        i,
                        i % 100 == 0 ? "rare" : "g" + i % 3,
                        i % 201,
                        seven ? ", \"n\": " + i * 37L % 1_999 * 10 : ""));

    assertThat(titles.size()).isGreaterThanOrEqualTo(seven ? 7 : 1);
    assertThat(titles.stream().anyMatch(title -> title.contains("wide"))).isEqualTo(loose);
  }

  /** A B-tree of PostgreSQL holds no longer texts than 2,704 bytes. */
  @ParameterizedTest
  @CsvSource({"600, true", "601, false"})
  void longTextsAreNotQueried(int longest, boolean queried) throws IOException {
    List<String> titles =
        titles(400, i -> "{\"a\": \"%s\"}".formatted(i == 7 ? "x".repeat(longest) : "g" + i % 4));

    assertThat(titles.stream().anyMatch(title -> title.contains("with a ="))).isEqualTo(queried);
  }

  @ParameterizedTest
  @CsvSource({"99, true", "100, false"})
  void rareFieldIsQueriedForPresence(int count, boolean queried) throws IOException {
    List<String> titles = titles(400, i -> i < count ? "{\"a\": true, \"b\": 1}" : "{\"b\": 1}");

    assertThat(titles.contains("How many have a")).isEqualTo(queried);
  }

  @ParameterizedTest
  @CsvSource({"200, true", "199, false", "400, false"})
  void commonFieldIsQueriedForAbsence(int count, boolean queried) throws IOException {
    List<String> titles = titles(400, i -> i < count ? "{\"a\": true, \"b\": 1}" : "{\"b\": 1}");

    assertThat(titles.contains("How many lack a")).isEqualTo(queried);
  }

  @ParameterizedTest
  @CsvSource({"20, true", "19, false"})
  void rareListsAreNotQueried(int count, boolean queried) throws IOException {
    List<String> titles = titles(400, i -> i < count ? "{\"a\": [\"x\"], \"b\": 1}" : "{\"b\": 1}");

    assertThat(titles.contains("How many with 'x' in a")).isEqualTo(queried);
  }

  /** The middle document's is short, so that it can be asked for. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void longCodesAreNotLookedUp(int more, boolean queried) throws IOException {
    List<String> titles =
        titles(
            100,
            i -> {
              int length = i == 50 ? 10 : (i % 2 == 0 || i == 1 ? 61 : 60) + (i == 3 ? more : 0);
              return "{\"a\": \"%s\"}".formatted(("x" + i + "x").repeat(30).substring(0, length));
            });

    assertThat(titles.stream().anyMatch(title -> title.contains("with a ="))).isEqualTo(queried);
  }

  @ParameterizedTest
  @CsvSource({"20, true", "19, false"})
  void rareCodesAreNotLookedUp(int count, boolean queried) throws IOException {
    List<String> titles =
        titles(
            400, i -> i >= 400 - count ? "{\"a\": \"x%d\", \"b\": 1}".formatted(i) : "{\"b\": 1}");

    assertThat(titles.stream().anyMatch(title -> title.contains("with a ="))).isEqualTo(queried);
  }

  /** Two texts or more, and at most half of them, begin so. */
  @ParameterizedTest
  @CsvSource({"500, true", "501, false", "2, true", "1, false"})
  void beginningIsSharedByHalfOrLess(int count, boolean queried) throws IOException {
    List<String> titles =
        titles(1_000, i -> "{\"a\": \"%s%07d\"}".formatted(i < count ? "red-" : "", i));

    assertThat(titles.stream().anyMatch(title -> title.contains("whose a begins with 'red-'")))
        .isEqualTo(queried);
  }

  /** So many documents that 2,000,000 values are seen, of 2,000 fields. */
  @ParameterizedTest
  @CsvSource({"1000, false", "1001, true"})
  void largeFilesAreSampled(int documents, boolean sampled) throws IOException {
    StringBuilder first = new StringBuilder("{\"f0\": 0");
    for (int i = 1; i < 2_000; i++) {
      first.append(", \"f").append(i).append("\": ").append(i);
    }
    Path file = directory.resolve("wide.ndjson");
    Files.writeString(file, first + "}\n" + "{\"f0\": 1}\n".repeat(documents - 1));

    assertThat(new StarterChoice(FileDocuments.read(file, Map.of(), ""), "").notes().toString())
        .matches(notes -> notes.contains("one document in 2;") == sampled);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1, 900", "10, 1, 9", "19, 1, 18", "20, 1, 18", "1000, 100, 9", "1000, 99, 9"})
  void topTenthBeginsAtItsLeastNumber(int documents, int same, int expected) {
    SeenField field = field(Kind.INTEGER, documents, i -> number(i / same));

    assertThat(field.topTenth()).isEqualTo(number(expected));
  }
}
