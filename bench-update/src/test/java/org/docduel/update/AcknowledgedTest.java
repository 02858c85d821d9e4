package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.spi.ContentReader;
import org.junit.jupiter.api.Test;

class AcknowledgedTest {
  private static final UpdateDocuments DATASET = UpdateDocuments.withDefaults();
  private static final int DOCUMENTS = 5;

  private final Map<Long, ObjectValue> stored = new HashMap<>();
  private final Acknowledged acknowledged = new Acknowledged(DATASET, DOCUMENTS);

  AcknowledgedTest() {
    DATASET.documents(0, DOCUMENTS).forEach(document -> stored.put(document.id(), document.body()));
  }

  @Test
  void passesWhenEveryDocumentHoldsItsLastAcknowledgedValue() {
    update(2, true, true);
    update(2, true, true);
    update(4, true, true);

    assertThat(acknowledged.check(reader()).passed()).isTrue();
    assertThat(acknowledged.check(reader()).detail()).contains("3 acknowledged updates");
  }

  @Test
  void anUpdateThatFailedMayHaveHappenedOrNot() {
    update(1, true, true);
    update(1, true, false);
    update(3, false, false);

    assertThat(acknowledged.check(reader()).passed()).isTrue();
  }

  @Test
  void anAcknowledgedUpdateThatIsGoneFailsTheCheck() {
    update(1, true, true);
    update(1, false, true);

    assertThat(acknowledged.check(reader()).detail()).contains("1 documents lost");
    assertThat(acknowledged.check(reader()).passed()).isFalse();
    assertThat(acknowledged.check(reader()).detail())
        .contains("document 1 holds update 1 although 2 was acknowledged");
  }

  @Test
  void anUpdateThatHappenedOnlyInPartFailsTheCheck() {
    long value = acknowledged.next(0);
    acknowledged.acknowledge(0);
    stored.put(0L, DATASET.body(1, value));

    assertThat(acknowledged.check(reader()).detail()).contains("1 hold something else");
    assertThat(acknowledged.check(reader()).passed()).isFalse();
  }

  @Test
  void aValueThatNobodySentFailsTheCheck() {
    stored.put(2L, DATASET.body(2, DATASET.score(2) + 1));

    assertThat(acknowledged.check(reader()).passed()).isFalse();
  }

  @Test
  void aDocumentThatIsGoneFailsTheCheck() {
    stored.remove(4L);

    assertThat(acknowledged.check(reader()).passed()).isFalse();
    assertThat(acknowledged.check(reader()).detail()).contains("expected 5 documents, found 4");
  }

  private void update(int index, boolean happens, boolean answered) {
    long value = acknowledged.next(index);
    if (happens) {
      stored.put((long) index, DATASET.body(index, value));
    }
    if (answered) {
      acknowledged.acknowledge(index);
    }
  }

  private ContentReader reader() {
    return new ContentReader() {
      @Override
      public long count() {
        return stored.size();
      }

      @Override
      public Optional<ObjectValue> find(long id) {
        return Optional.ofNullable(stored.get(id));
      }

      @Override
      public ObjectValue asStored(Document document) {
        return document.body();
      }
    };
  }
}
