package org.docduel.core.suite;

/**
 * A question in one dialect.
 *
 * @param name the same in every dialect, such as {@code 7.14}
 * @param title the question in words; empty where the dialect's file has none
 * @param text what the store takes
 * @param line where it begins in its file, from 1
 */
public record NamedQuery(String name, String title, String text, int line) {
  /** What a name may be made of. */
  static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
}
