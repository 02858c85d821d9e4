package org.docduel.core.model;

/** The JSON null. */
public enum NullValue implements Value {
  /** The only one there is. */
  NULL
}
