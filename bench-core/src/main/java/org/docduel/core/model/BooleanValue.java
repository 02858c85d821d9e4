package org.docduel.core.model;

/** A truth value. */
public record BooleanValue(boolean value) implements Value {
  /** The shared true. */
  public static final BooleanValue TRUE = new BooleanValue(true);

  /** The shared false. */
  public static final BooleanValue FALSE = new BooleanValue(false);

  /** The shared instance of a truth value. */
  public static BooleanValue of(boolean value) {
    return value ? TRUE : FALSE;
  }
}
