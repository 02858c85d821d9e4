package org.docduel.read;

import java.util.Arrays;
import java.util.Locale;
import org.docduel.core.config.BadInputException;

/** Whose time an observation is. */
enum Clock {
  /** The client's; then, in an execution of its own, the server's. */
  BOTH,

  /** The server's alone, as the publication measured: half as many executions. */
  SERVER;

  /** The parameter that chooses it. */
  static final String PARAMETER = "clock";

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Clock parse(String label) {
    return Arrays.stream(values())
        .filter(clock -> clock.label().equals(label))
        .findFirst()
        .orElseThrow(() -> BadInputException.parameter(PARAMETER, label, "both or server"));
  }
}
