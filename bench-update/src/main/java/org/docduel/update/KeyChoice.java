package org.docduel.update;

import org.docduel.core.config.BadInputException;

/** Which documents are updated how often. */
enum KeyChoice {
  /** All alike. */
  UNIFORM,

  /** A few often: Zipf's law with exponent 0.99, the usual one of YCSB. */
  ZIPFIAN;

  static final String PARAMETER = "keys";

  static KeyChoice parse(String value) {
    return switch (value) {
      case "uniform" -> UNIFORM;
      case "zipfian" -> ZIPFIAN;
      default -> throw BadInputException.parameter(PARAMETER, value, "uniform or zipfian");
    };
  }
}
