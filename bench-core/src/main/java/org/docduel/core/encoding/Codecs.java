package org.docduel.core.encoding;

import java.util.List;
import java.util.ServiceLoader;
import org.docduel.core.config.BadInputException;

/** The formats on the class path, in the order of their service files. */
public final class Codecs {
  /** The name of the parameter that chooses one. */
  public static final String PARAMETER = "format";

  private Codecs() {}

  /**
   * All of them, new.
   *
   * @return an immutable list
   */
  public static List<Codec> all() {
    return ServiceLoader.load(Codec.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /**
   * The names of all of them.
   *
   * @return in the order of their service files
   */
  public static List<String> names() {
    return all().stream().map(Codec::name).toList();
  }

  /**
   * The one with a name, new.
   *
   * @throws BadInputException when there is none
   */
  public static Codec named(String name) {
    return all().stream()
        .filter(codec -> codec.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            BadInputException.parameter(PARAMETER, name, "one of " + String.join(", ", names())));
  }
}
