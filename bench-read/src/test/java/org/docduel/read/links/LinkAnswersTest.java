package org.docduel.read.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.read.IdDigest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkAnswersTest {
  @ParameterizedTest
  @CsvSource({"2,2,1", "200,1,100", "200,200,100", "997,300,3", "1000,1000,10"})
  void lookUpsCoverDistinctDocumentsWithGeneratedAnswers(int documents, int lookups, int links) {
    for (LinkReadBenchmark.Kind kind : LinkReadBenchmark.Kind.values()) {
      LinkedDocuments dataset = new LinkedDocuments(documents, links, 10);
      LinkReadBenchmark.LookUps answers =
          new LinkReadBenchmark.LookUps(kind, dataset, documents, lookups);
      assertThat(answers.ids()).hasSize(lookups).doesNotHaveDuplicates();

      IdDigest digest = new IdDigest();
      for (int i = 0; i < lookups; i++) {
        long requested = answers.ids()[i];
        long[] found =
            kind == LinkReadBenchmark.Kind.REFERRING
                ? LongStream.range(0, documents)
                    .filter(
                        id -> Arrays.stream(dataset.targets(id)).anyMatch(to -> to == requested))
                    .toArray()
                : dataset.targets(requested);
        for (long id : found) {
          digest.add(answers.pair(i, id));
        }
      }
      assertThat(answers.expected()).isEqualTo(digest.answer());
      assertThat(answers.expected().rows()).isPositive();
    }
  }
}
