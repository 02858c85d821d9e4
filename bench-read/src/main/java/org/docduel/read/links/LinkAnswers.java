package org.docduel.read.links;

import java.util.HashMap;
import java.util.Map;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.read.IdDigest;
import org.docduel.read.IdDigest.Answer;

/**
 * Which documents are looked up in an observation, and what must be found, from the generator
 * alone. An answer is the digest of all pairs of a look-up and a found document.
 */
final class LinkAnswers {
  private final LinkReadExperiment.Kind kind;
  private final LinkedDocuments dataset;
  private final int documents;
  private final long[] asked;

  /** So many look-ups in so many documents. */
  LinkAnswers(LinkReadExperiment.Kind kind, LinkedDocuments dataset, int documents, int lookups) {
    this.kind = kind;
    this.dataset = dataset;
    this.documents = documents;
    long step = step(documents);
    asked = new long[lookups];
    for (int i = 0; i < asked.length; i++) {
      asked[i] = i * step % documents;
    }
  }

  /** About the golden section of all, and without a common factor: no document comes twice. */
  private static long step(long documents) {
    long step = Math.round(documents * 0.6180339887);
    while (gcd(documents, step) != 1) {
      step++;
    }
    return step;
  }

  private static long gcd(long one, long other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  /** The documents, in the order in which they are looked up. */
  long[] asked() {
    return asked;
  }

  /** The number in a digest that stands for a document found in a look-up. */
  long pair(int lookup, long found) {
    return (long) lookup * documents + found;
  }

  Answer expected() {
    IdDigest digest = new IdDigest();
    if (kind != LinkReadExperiment.Kind.REFERRING) {
      for (int i = 0; i < asked.length; i++) {
        for (long target : dataset.targets(asked[i])) {
          digest.add(pair(i, target));
        }
      }
      return digest.answer();
    }
    Map<Long, Integer> lookups = new HashMap<>();
    for (int i = 0; i < asked.length; i++) {
      lookups.put(asked[i], i);
    }
    for (long index = 0; index < documents; index++) {
      for (long target : dataset.targets(index)) {
        Integer lookup = lookups.get(target);
        if (lookup != null) {
          digest.add(pair(lookup, index));
        }
      }
    }
    return digest.answer();
  }
}
