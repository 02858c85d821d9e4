package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.StringValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkedDocumentsTest {
  @ParameterizedTest
  @CsvSource({"2,1", "200,100", "1000,10", "1001,10", "100000,100"})
  void linksAreDistinctInRangeAndNeverToThemselves(long documents, int links) {
    LinkedDocuments dataset = new LinkedDocuments(documents, links, 20);
    for (long index = 0; index < documents; index += Math.max(1, documents / 500)) {
      long[] targets = dataset.targets(index);
      assertThat(targets).hasSize(links).doesNotHaveDuplicates().doesNotContain(index);
      assertThat(targets[0]).isNotNegative();
      assertThat(targets[links - 1]).isLessThan(documents);
    }
  }

  /** Poisson-like: 10,000 links to 1,000 documents lie between 1 and 25 each. */
  @Test
  void everyDocumentIsLinkedToAboutEquallyOften() {
    LinkedDocuments dataset = new LinkedDocuments(1_000, 10, 20);
    int[] counts = new int[1_000];
    LongStream.range(0, 1_000)
        .flatMap(index -> Arrays.stream(dataset.targets(index)))
        .forEach(target -> counts[(int) target]++);
    assertThat(counts).satisfies(all -> assertThat(Arrays.stream(all).sum()).isEqualTo(10_000));
    assertThat(Arrays.stream(counts).max().orElseThrow()).isBetween(15, 30);
    assertThat(Arrays.stream(counts).filter(count -> count == 0).count()).isLessThan(3);
  }

  @Test
  void documentsAndPairsHaveSameLinks() {
    LinkedDocuments dataset = new LinkedDocuments(1_000, 10, 20);
    long[] targets = dataset.targets(7);
    Value links = dataset.document(7).body().field(LinkedDocuments.LINKS).orElseThrow();
    assertThat(((ArrayValue) links).elements())
        .containsExactlyElementsOf(
            Arrays.stream(targets).mapToObj(id -> new StringValue(Long.toString(id))).toList());
    for (int i = 0; i < 10; i++) {
      var pair = dataset.pairs().document(70 + i).body();
      assertThat(pair.field(LinkedDocuments.SOURCE)).contains(new IntegerValue(7));
      assertThat(pair.field(LinkedDocuments.TARGET)).contains(new IntegerValue(targets[i]));
    }
  }

  @Test
  void rejectsTooFewDocuments() {
    assertThatThrownBy(() -> new LinkedDocuments(199, 100, 20))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
