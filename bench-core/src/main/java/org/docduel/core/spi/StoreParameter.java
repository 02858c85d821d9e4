package org.docduel.core.spi;

import java.util.Objects;
import java.util.function.Function;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;

/**
 * A parameter that only some stores know. It stands on the command line ({@code -p NAME=VALUE}) and
 * in the results like a parameter of the benchmark; stores that do not declare it are skipped when
 * it is not at its default.
 *
 * @param example a value as one would type it, such as {@code page=8,16}
 */
public record StoreParameter<T>(
    String name,
    Capability role,
    String accepted,
    String example,
    String standard,
    Function<String, T> parser) {
  /**
   * Refuses a default that the parser does not take.
   *
   * @throws BadInputException when it does not
   */
  public StoreParameter {
    Objects.requireNonNull(parser.apply(standard), name);
  }

  /** A parameter whose values are the constants of an enum, in lower case. */
  public static <E extends Enum<E>> StoreParameter<E> choice(
      String name, Capability role, String accepted, String example, E standard) {
    Parameter<E> parameter =
        Parameter.choice(name, standard.getDeclaringClass(), accepted, example);
    return new StoreParameter<>(
        name, role, accepted, example, Parameter.label(standard), parameter.parser());
  }

  /** A parameter that is a whole number; its bounds follow what it is in the help. */
  public static StoreParameter<Integer> number(
      Parameter<Integer> number, Capability role, int standard) {
    return new StoreParameter<>(
        number.name(),
        role,
        number.accepted(),
        number.example(),
        Integer.toString(standard),
        number.parser());
  }

  /**
   * Its value.
   *
   * @throws BadInputException when what was set is not accepted
   */
  public T in(StoreConfig config) {
    return parser.apply(config.settings().values().getOrDefault(name, standard));
  }

  /**
   * Checks a value.
   *
   * @throws BadInputException when it is not accepted
   */
  public void check(String text) {
    Objects.requireNonNull(parser.apply(text), name);
  }
}
