package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A constant that options, tables and files call by its name in small letters. */
public interface HasLabel {
  /** The name of the constant. */
  String name();

  /** The name as people read and write it. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The constant of a label, or nothing for an unknown one. */
  static <T extends HasLabel> Optional<T> of(T[] constants, String label) {
    return Arrays.stream(constants).filter(each -> each.label().equals(label)).findFirst();
  }
}
