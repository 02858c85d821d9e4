package org.docduel.update;

/** Which documents are updated how often. */
enum KeyChoice {
  /** All alike. */
  UNIFORM,

  /** A few often: Zipf's law with exponent 0.99, the usual one of YCSB. */
  ZIPFIAN
}
