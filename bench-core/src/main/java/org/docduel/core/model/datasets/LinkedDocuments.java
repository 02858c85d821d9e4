package org.docduel.core.model.datasets;

import java.util.Arrays;
import java.util.List;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/**
 * Documents that link to each other: a {@code payload} of text and an array {@code links} of other
 * documents' ids, as texts of decimal digits. The ids are split into as many bands as a document
 * has links; each link is drawn from its own band and is never the document itself, so that a
 * document's links differ and are close to equally frequent.
 *
 * <p>{@link #pairs} are the same links as documents of their own, one for each link, with the whole
 * numbers {@code source} and {@code target}.
 */
public record LinkedDocuments(long documents, int links, int payload) implements Dataset {
  /** The array of ids. */
  public static final String LINKS = "links";

  /** In a link document, the id of the document that links. */
  public static final String SOURCE = "source";

  /** In a link document, the id of the document that is linked to. */
  public static final String TARGET = "target";

  private static final long PAYLOADS = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x601);
  private static final long TARGETS = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x602);
  private static final FieldNames NAMES = FieldNames.of("payload", LINKS);
  private static final FieldNames PAIR_NAMES = FieldNames.of(SOURCE, TARGET);

  /**
   * A closed set of documents, seed 42.
   *
   * @param payload bytes of each, 0 or more
   * @throws IllegalArgumentException when there are fewer than two documents for each link
   */
  public LinkedDocuments {
    if (links < 1 || documents < 2L * links) {
      throw new IllegalArgumentException(links + " links among " + documents + " documents");
    }
  }

  @Override
  public String name() {
    return "links-" + links + "-" + payload;
  }

  /**
   * What a document links to.
   *
   * @param index 0 to the number of documents - 1
   * @return the ids, in ascending order
   */
  public long[] targets(long index) {
    CounterRandom random = CounterRandom.of(TARGETS, index);
    long[] targets = new long[links];
    for (int i = 0; i < links; i++) {
      long from = band(i);
      long size = band(i + 1) - from;
      boolean isInBand = index >= from && index < from + size;
      long target = from + random.below(i, isInBand ? size - 1 : size);
      targets[i] = isInBand && target >= index ? target + 1 : target;
    }
    return targets;
  }

  private long band(int link) {
    return documents * link / links;
  }

  @Override
  public Document document(long index) {
    List<StringValue> texts =
        Arrays.stream(targets(index)).mapToObj(Long::toString).map(StringValue::new).toList();
    Value content = Payload.text(CounterRandom.of(PAYLOADS, index), payload).text(0, payload);
    return new Document(index, ObjectValue.of(NAMES, content, new ArrayValue(List.copyOf(texts))));
  }

  /** The links as documents of their own. */
  public Dataset pairs() {
    return new Dataset() {
      @Override
      public String name() {
        return "pairs-" + links;
      }

      @Override
      public Document document(long index) {
        long source = index / links;
        long target = targets(source)[(int) (index % links)];
        return new Document(
            index, ObjectValue.of(PAIR_NAMES, new IntegerValue(source), new IntegerValue(target)));
      }
    };
  }
}
