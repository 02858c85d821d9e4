package org.docduel.core.model.datasets;

import java.util.stream.IntStream;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/**
 * The array of ten link ids that every document of the insert workload carries. The ids are drawn
 * from a universe of 10,000, one from each tenth of it: ten different ones, all equally frequent.
 */
final class LinkIds {
  private static final int PER_DOCUMENT = 10;
  private static final int PER_BAND = 1_000;
  private static final int BITS = 21;
  private static final int DRAWS_PER_WORD = Long.SIZE / BITS;

  /** Made once: the documents share them. */
  private static final Value[] UNIVERSE = universe();

  private LinkIds() {}

  static ArrayValue of(CounterRandom random) {
    Value[] links = new Value[PER_DOCUMENT];
    long word = 0;
    for (int i = 0; i < PER_DOCUMENT; i++) {
      if (i % DRAWS_PER_WORD == 0) {
        word = random.word(i / DRAWS_PER_WORD);
      }
      int draw = (int) (((word & ((1 << BITS) - 1)) * PER_BAND) >>> BITS);
      word >>>= BITS;
      links[i] = UNIVERSE[i * PER_BAND + draw];
    }
    return ArrayValue.of(links);
  }

  private static Value[] universe() {
    return IntStream.range(0, PER_DOCUMENT * PER_BAND)
        .mapToObj(i -> new StringValue("link" + (10_000 + i)))
        .toArray(Value[]::new);
  }
}
