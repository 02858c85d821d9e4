package org.docduel.stores.oracle;

/** The kind of index on an array's elements. */
enum ElementsIndex {
  /** One entry for each element (CREATE INDEX, MULTIVALUE, SQL Language Reference 23ai). */
  MULTIVALUE,

  /** On whole documents, every field of them (CREATE SEARCH INDEX, Oracle Text Reference 23ai). */
  SEARCH
}
