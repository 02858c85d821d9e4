package org.docduel.core.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.docduel.core.config.BadInputException;

/** What is wrong in a file, in one line that names file and line. */
final class FileProblem {
  private FileProblem() {}

  static BadInputException of(Path file, long line, String what) {
    return new BadInputException(file + ":" + line + ": " + what);
  }

  static BadInputException of(Path file, long line, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new BadInputException(file + ": no such file", e);
    }
    String what =
        e instanceof EOFException
            ? "the gzip data end too early: the file is truncated"
            : e instanceof CharacterCodingException
                ? "not UTF-8"
                : e instanceof FileBytes.TooLongException
                    ? FileBytes.TOO_LONG
                    : "cannot be read: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    return new BadInputException(file + ":" + line + ": " + what, e);
  }

  /** Closes what was only read. */
  static void close(Path file, Closing closing) {
    try {
      closing.close();
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be closed: " + e.getMessage(), e);
    }
  }

  /** Closes something. */
  @FunctionalInterface
  interface Closing {
    void close() throws IOException;
  }
}
