package org.docduel.core.model.datasets;

/**
 * How a payload is split over parts: equal shares, and the remainder, one byte each, to the first
 * ones.
 */
record PayloadShares(int bytes, int parts) {
  /** The length of a part. */
  int length(int part) {
    return bytes / parts + (part < bytes % parts ? 1 : 0);
  }

  /** Where a part begins. */
  int start(int part) {
    return part * (bytes / parts) + Math.min(part, bytes % parts);
  }
}
