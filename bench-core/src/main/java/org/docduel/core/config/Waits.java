package org.docduel.core.config;

import java.time.Duration;

/**
 * How long is waited for a server, each time in whole seconds by a setting of its own.
 *
 * @param answer for an answer to a batch, an update or a read; the slowest scan of a large
 *     collection ends in the default of 5 minutes
 * @param work for work of the server's own, such as the index of millions of documents
 */
public record Waits(Duration connect, Duration answer, Duration work, Duration silence) {
  /** The setting for connections. */
  public static final String CONNECT = "connect.seconds";

  /** The setting for answers. */
  public static final String ANSWER = "answer.seconds";

  /** The setting for work of the server's own. */
  public static final String WORK = "work.seconds";

  /** The setting for a server of which every attempt fails. */
  public static final String SILENCE = "silence.seconds";

  /**
   * Those of this process.
   *
   * @throws BadInputException when a setting is no number of seconds
   */
  public static Waits ofProcess() {
    return of(Settings.ofProcess());
  }

  /**
   * Those of some settings.
   *
   * @return the limits, or their defaults: 30, 300, 7200 and 30 seconds
   * @throws BadInputException when a setting is no number of seconds
   */
  public static Waits of(Settings settings) {
    return new Waits(
        seconds(settings, CONNECT, 30),
        seconds(settings, ANSWER, 300),
        seconds(settings, WORK, 7200),
        seconds(settings, SILENCE, 30));
  }

  /** That a limit has passed. */
  public static String passed(String setting, Duration limit) {
    return "no answer for "
        + limit.toSeconds()
        + " s ("
        + Settings.variable(setting)
        + " sets the limit)";
  }

  /** The same of one of these. */
  public String passed(String setting) {
    return passed(
        setting,
        switch (setting) {
          case CONNECT -> connect;
          case ANSWER -> answer;
          case WORK -> work;
          default -> silence;
        });
  }

  private static Duration seconds(Settings settings, String name, long otherwise) {
    String text = settings.get(name).orElse(String.valueOf(otherwise));
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw new BadInputException(
          settings.origin(name) + "=" + text + ": accepted are whole seconds, 1 to 999999");
    }
    return Duration.ofSeconds(Long.parseLong(text));
  }
}
