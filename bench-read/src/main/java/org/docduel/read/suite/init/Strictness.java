package org.docduel.read.suite.init;

/**
 * What a field must be like for a question to be worth asking. Where the strictest rules find few
 * questions, looser ones are tried: a file that just misses a limit has fields worth asking too.
 */
enum Strictness {
  STRICT(200, 100, 0.5, 0.95, 20, 0.5, 4, 5, 5),
  LOOSE(200, 10, 0.25, 0.98, 10, 0.75, 16, 3, 20),
  LOOSEST(Integer.MAX_VALUE, 2, 0.05, 0.99, 2, 0.95, 64, 1, Integer.MAX_VALUE);

  /** A category has at most so many values, or one for so many documents. */
  final int maxGroups;

  final int documentsPerGroup;

  /** The share of documents that have the field. */
  final double minPresent;

  /** The share of documents with the most frequent value of a category. */
  final double maxLargestShare;

  /** A measure has so many different values. */
  final int minMeasureValues;

  /** The share of documents with the most frequent value of a measure that is asked for a range. */
  final double maxSpreadShare;

  /** A selective value is so many times from a hundredth of all documents. */
  final int maxSelectiveFactor;

  /** Texts whose beginning is asked for have so many characters on average. */
  final double minPrefixLength;

  /** Texts whose beginning is asked for have one value for so many documents. */
  final int documentsPerPrefixValue;

  Strictness(
      int maxGroups,
      int documentsPerGroup,
      double minPresent,
      double maxLargestShare,
      int minMeasureValues,
      double maxSpreadShare,
      int maxSelectiveFactor,
      double minPrefixLength,
      int documentsPerPrefixValue) {
    this.maxGroups = maxGroups;
    this.documentsPerGroup = documentsPerGroup;
    this.minPresent = minPresent;
    this.maxLargestShare = maxLargestShare;
    this.minMeasureValues = minMeasureValues;
    this.maxSpreadShare = maxSpreadShare;
    this.maxSelectiveFactor = maxSelectiveFactor;
    this.minPrefixLength = minPrefixLength;
    this.documentsPerPrefixValue = documentsPerPrefixValue;
  }
}
