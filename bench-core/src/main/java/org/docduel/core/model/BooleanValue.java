package org.docduel.core.model;

/**
 * A truth value.
 *
 * @param value the truth
 */
public record BooleanValue(boolean value) implements Value {
  /** The shared true. */
  public static final BooleanValue TRUE = new BooleanValue(true);

  /** The shared false. */
  public static final BooleanValue FALSE = new BooleanValue(false);

  /**
   * The shared instance of a truth value.
   *
   * @param value the truth
   * @return {@link #TRUE} or {@link #FALSE}
   */
  public static BooleanValue of(boolean value) {
    return value ? TRUE : FALSE;
  }
}
