package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.work.ContentCheck.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentCheckTest {
  private static final Dataset DATASET = InsertDocuments.withDefaults();

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 49, 50, 51, 52, 99, 10_000, 3_000_000_000L})
  void passesFaithfulStore(long count) {
    Faithful store = new Faithful(DATASET, count);

    Outcome outcome = ContentCheck.check(DATASET, 0, count, store);

    assertThat(outcome)
        .isEqualTo(
            new Outcome(
                true, count + " documents, " + Math.min(count, 50) + " read back and equal"));
  }

  @Test
  void sampleIncludesEndsAndCoversRange() {
    Faithful store = new Faithful(DATASET, 10_000);
    ContentCheck.check(DATASET, 5_000, 10_000, store);

    List<Long> read = new ArrayList<>(store.read);
    assertThat(read).hasSize(50).startsWith(5_000L).endsWith(14_999L);
    for (int i = 1; i < read.size(); i++) {
      assertThat(read.get(i) - read.get(i - 1)).isBetween(1L, 2L * 10_000 / 48);
    }
  }

  @Test
  void readsSameDocumentsEachTime() {
    Faithful first = new Faithful(DATASET, 10_000);
    Faithful again = new Faithful(DATASET, 10_000);
    ContentCheck.check(DATASET, 0, 10_000, first);
    ContentCheck.check(DATASET, 0, 10_000, again);

    assertThat(again.read).isEqualTo(first.read);
  }

  @ParameterizedTest
  @ValueSource(longs = {9_999, 10_001, 0})
  void detectsWrongCount(long count) {
    Outcome outcome = ContentCheck.check(DATASET, 0, 10_000, new Faithful(DATASET, count));

    assertThat(outcome).isEqualTo(new Outcome(false, "expected 10000 documents, found " + count));
  }

  @Test
  void detectsMissingDocument() {
    Faithful store = new Faithful(DATASET, 10);
    store.instead.put(9L, Optional.empty());

    assertThat(ContentCheck.check(DATASET, 0, 10, store))
        .isEqualTo(new Outcome(false, "document 9 is not there"));
  }

  @Test
  void undecodableDocumentIsDifference() {
    ContentReader store =
        new Faithful(DATASET, 10) {
          @Override
          public Optional<ObjectValue> find(long id) {
            throw new StoreException("no BSON");
          }
        };

    assertThat(ContentCheck.check(DATASET, 0, 10, store))
        .isEqualTo(new Outcome(false, "document 0 cannot be read: no BSON"));
  }

  @Test
  void propagatesServerFailure() {
    ContentReader store =
        new Faithful(DATASET, 10) {
          @Override
          public Optional<ObjectValue> find(long id) {
            throw new ServerFailureException("gone", new IOException("reset"));
          }
        };

    assertThatThrownBy(() -> ContentCheck.check(DATASET, 0, 10, store))
        .isInstanceOf(ServerFailureException.class);
  }

  @Test
  void comparesLossyValuesInTheirStoredForm() {
    ContentReader store =
        new Faithful(DATASET, 3) {
          @Override
          public Optional<ObjectValue> find(long id) {
            return Optional.of(object("whole", new StringValue("doc " + id)));
          }

          @Override
          public ObjectValue asStored(Document document) {
            return object("whole", new StringValue("doc " + document.id()));
          }
        };

    assertThat(ContentCheck.check(DATASET, 0, 3, store).isSuccess()).isTrue();
  }

  @Test
  void reportsFirstDifferenceWithPath() {
    ObjectValue expected =
        object(
            "a", object("b", ArrayValue.of(new IntegerValue(1), object("c", new IntegerValue(2)))));
    ObjectValue found =
        object(
            "a", object("b", ArrayValue.of(new IntegerValue(1), object("c", new IntegerValue(3)))));

    assertDifference(
        expected,
        found,
        "at a.b[1].c: expected IntegerValue[value=2], found IntegerValue[value=3]");
  }

  @Test
  void showsTextFromFirstDifference() {
    String common = "x".repeat(4_000);

    assertDifference(
        object("t", new StringValue(common + "yes\n" + common)),
        object("t", new StringValue(common + "no")),
        "at t: expected 8004 characters, found 4002, different from character 4000 on: expected"
            + " 'yes?"
            + "x".repeat(56)
            + "...', found 'no'");
  }

  @Test
  void detectsTruncatedBytes() {
    assertDifference(
        object("b", new BinaryValue(new byte[10])),
        object("b", new BinaryValue(new byte[8])),
        "at b: expected 10 bytes, found 8, different from byte 8 on");
  }

  @Test
  void detectsMissingAddedAndChangedFields() {
    IntegerValue value = new IntegerValue(1);

    assertDifference(
        object("a", value),
        object("b", value),
        "at a: expected IntegerValue[value=1], found no such field");
    assertDifference(
        ObjectValue.empty(),
        object("b", value),
        "at b: expected no such field, found IntegerValue[value=1]");
    assertDifference(
        object("a", ArrayValue.of(value)),
        object("a", ArrayValue.of(value, value)),
        "at a: expected 1 elements, found 2");
    assertDifference(
        object("a", value),
        object("a", NullValue.NULL),
        "at a: expected IntegerValue[value=1], found NULL");
  }

  private static void assertDifference(ObjectValue expected, ObjectValue found, String line) {
    assertThat(ContentCheck.firstDifference(expected, found)).contains(line);
  }

  private static ObjectValue object(String name, Value value) {
    return ObjectValue.of(Map.of(name, value));
  }

  /** Holds what was sent, except where told otherwise. */
  private static class Faithful implements ContentReader {
    final TreeSet<Long> read = new TreeSet<>();
    final Map<Long, Optional<ObjectValue>> instead = new HashMap<>();
    private final Dataset dataset;
    private final long count;

    Faithful(Dataset dataset, long count) {
      this.dataset = dataset;
      this.count = count;
    }

    @Override
    public long count() {
      return count;
    }

    @Override
    public Optional<ObjectValue> find(long id) {
      read.add(id);
      return instead.getOrDefault(id, Optional.of(dataset.document(id).body()));
    }

    @Override
    public ObjectValue asStored(Document document) {
      return document.body();
    }
  }
}
