package org.docduel.core.server;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.Settings;

/**
 * How the servers are configured that DocDuel starts. {@code docs/servers.md} lists the settings of
 * each family with their sources. Durability is the same in both.
 */
public enum Tuning {
  /** As the vendor ships the server. */
  DEFAULTS,

  /** As the vendor's manual recommends for production, for the memory that the server can have. */
  RECOMMENDED;

  /** The setting, for all families: a {@linkplain #label() label}. */
  public static final String SETTING = "tuning";

  /**
   * The tuning that settings ask for.
   *
   * @throws BadInputException when the value is unknown
   */
  public static Tuning of(Settings settings) {
    return settings
        .get(SETTING)
        .map(text ->
            find(text.strip())
                .orElseThrow(() ->
                    BadInputException.of(
                        "%s %s: accepted is %s",
                        settings.origin(SETTING),
                        text,
                        Arrays.stream(values())
                            .map(Tuning::label)
                            .collect(Collectors.joining(" or ")))))
        .orElse(RECOMMENDED);
  }

  /** The tuning with a label. */
  static Optional<Tuning> find(String label) {
    return Arrays.stream(values()).filter(tuning -> tuning.label().equals(label)).findFirst();
  }

  /** As it is typed, and as results have it. */
  public String label() {
    return Parameter.label(this);
  }
}
