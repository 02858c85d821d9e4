package org.docduel.core.files;

import org.docduel.core.config.Parameter;

/** What the numbers with a fraction of a person's file become. A column's own kind goes before. */
public enum Fractions {
  /** Doubles, where one holds every value of a field; else decimals. */
  DOUBLE,
  /** Decimals, with all digits but zeros at the end. */
  DECIMAL;

  /** What stands for one of them in results of generated documents. */
  public static final String GENERATED = "generated";

  public static final Parameter<Fractions> PARAMETER =
      Parameter.choice(
          "fractions",
          Fractions.class,
          "double (where one holds every value of a field, else decimal), decimal; of a file alone",
          "fractions=double,decimal");
}
