package org.docduel.core.config;

import static java.util.Objects.requireNonNullElse;
import static java.util.Objects.requireNonNullElseGet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/**
 * Something a person gave (an argument, a parameter, an address) that cannot be used. The message
 * is one line that says what, where and what to do; the launcher prints it alone and exits with
 * status 2.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }

  public BadInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A message as {@link String#format} makes it. */
  @SuppressWarnings(
      "AnnotateFormatMethod") // its annotation would be a library more for all modules
  public static BadInputException of(String message, Object... values) {
    return new BadInputException(message.formatted(values));
  }

  /**
   * Refuses what was given unless it is right.
   *
   * @throws BadInputException with the refusal, filled in as {@link #of} does
   */
  public static void require(boolean right, String message, Object... values) {
    if (!right) {
      throw of(message, values);
    }
  }

  /** Why a file could not be used, without its path: access denied, file already exists. */
  public static String reason(Exception failure) {
    if (failure instanceof UncheckedIOException
        && failure.getCause() instanceof IOException below) {
      return reason(below);
    }
    if (failure instanceof FileSystemException fileFailure) {
      String type = fileFailure.getClass().getSimpleName().replace("Exception", "");
      return requireNonNullElseGet(
          fileFailure.getReason(),
          () -> type.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT));
    }
    return requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /** For a parameter with a value that it does not take. */
  public static BadInputException parameter(String parameter, String value, String accepted) {
    return of("-p %s=%s: accepted is %s", parameter, value, accepted);
  }
}
