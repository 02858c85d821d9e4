package org.docduel.core.config;

import java.time.Duration;

/**
 * How long is waited for a server, each time in whole seconds by a setting of its own.
 *
 * @param answer for an answer to a batch, an update or a read; the slowest scan of a large
 *     collection ends in the default of 5 minutes
 * @param work for work of the server's own, such as the index of millions of documents
 * @param silence for a server of which every attempt fails
 */
public record Waits(Duration connect, Duration answer, Duration work, Duration silence) {
  public static final String CONNECT = "connect.seconds";
  public static final String ANSWER = "answer.seconds";
  public static final String WORK = "work.seconds";
  public static final String SILENCE = "silence.seconds";

  /**
   * Those of this process.
   *
   * @throws BadInputException when a setting is not a number of seconds
   */
  public static Waits ofProcess() {
    return of(Settings.ofProcess());
  }

  /**
   * Those of some settings, or their defaults: 30, 300, 7200 and 30 seconds.
   *
   * @throws BadInputException when a setting is not a number of seconds
   */
  public static Waits of(Settings settings) {
    return new Waits(
        seconds(settings, CONNECT, "30"),
        seconds(settings, ANSWER, "300"),
        seconds(settings, WORK, "7200"),
        seconds(settings, SILENCE, "30"));
  }

  /** That a limit has passed. */
  public static String timeoutMessage(String setting, Duration limit) {
    return "no answer for %d s (%s sets the limit)"
        .formatted(limit.toSeconds(), Settings.variable(setting));
  }

  /** The same of one of these. */
  public String timeoutMessage(String setting) {
    return timeoutMessage(
        setting,
        switch (setting) {
          case CONNECT -> connect;
          case ANSWER -> answer;
          case WORK -> work;
          default -> silence;
        });
  }

  private static Duration seconds(Settings settings, String name, String otherwise) {
    String text = settings.get(name).orElse(otherwise);
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw BadInputException.of(
          "%s=%s: accepted are whole seconds, 1 to 999999", settings.origin(name), text);
    }
    return Duration.ofSeconds(Long.parseLong(text));
  }
}
