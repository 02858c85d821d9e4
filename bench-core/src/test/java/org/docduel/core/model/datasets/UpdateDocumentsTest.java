package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.ContentDigest;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateDocumentsTest {
  private static final UpdateDocuments DATASET = new UpdateDocuments();

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 99_999, 12_999_999})
  void findsDocumentByKey(long index) {
    assertThat(DATASET.document(index).body().field(UpdateDocuments.KEY))
        .contains(new IntegerValue(UpdateDocuments.key(index)));
    assertThat(UpdateDocuments.index(UpdateDocuments.key(index))).isEqualTo(index);
  }

  @Test
  void anotherScoreChangesNothingElse() {
    ObjectValue before = DATASET.document(7).body();
    ObjectValue after = UpdateDocuments.body(7, 99);

    assertThat(score(after)).isEqualTo(new IntegerValue(99));
    assertThat(score(before)).isEqualTo(new IntegerValue(UpdateDocuments.score(7)));
    assertThat(UpdateDocuments.body(7, UpdateDocuments.score(7))).isEqualTo(before);
    assertThat(profile(after).field("name")).isEqualTo(profile(before).field("name"));
  }

  @Test
  void initialScoresAreWithinRange() {
    assertThat(LongStream.range(0, 10_000).map(UpdateDocuments::score))
        .allMatch(score -> score >= 1_000_000 && score < 2_000_000);
    assertThat(LongStream.range(0, 10_000).map(UpdateDocuments::score).distinct().count())
        .isGreaterThan(9_900);
  }

  @Test
  void profileHasAbout90BytesAsBson() {
    assertThat(
            LongStream.range(0, 2_000)
                .map(i -> new BsonBytes().body(DATASET.document(i)).length)
                .average())
        .hasValueCloseTo(90.0, within(9.0));
  }

  /**
   * If one of these changes, results of before and after are no longer about the same documents.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 2b305abc07974a91",
    "999999, 1, 9e846f9118b7b984",
    "0, 10000, e6b740bec138b4a5"
  })
  void defaultSeedReproducesDocuments(long from, int count, String digest) {
    assertThat(ContentDigest.of(DATASET, from, count)).startsWith(digest);
  }

  private static ObjectValue profile(ObjectValue body) {
    return (ObjectValue) body.field("profile").orElseThrow();
  }

  private static Value score(ObjectValue body) {
    return profile(body).field("score").orElseThrow();
  }
}
