package org.docduel.core.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.BadInputException;

/** Where a suite's files are: a directory, or a built-in folder on the class path. */
public record SuiteFolder(String name, Optional<Path> directory) {
  private static final String BUILT_IN = "suites/";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /**
   * The folder of a parameter's value.
   *
   * @param value the name of a built-in suite, or a path, which has a separator or begins with a
   *     dot
   * @throws BadInputException when there is no such folder
   */
  public static SuiteFolder of(String value) {
    boolean path = value.contains("/") || value.contains("\\") || value.startsWith(".");
    SuiteFolder folder =
        new SuiteFolder(value, path ? Optional.of(pathOf(value)) : Optional.empty());
    if (!folder.has(Suite.FILE)) {
      throw new BadInputException(
          path
              ? folder.displayPath(Suite.FILE) + ": no such file; a suite is a folder with one"
              : "-p suite=%1$s: no built-in suite has this name; for your own give its folder's path,"
                      .formatted(value)
                  + " such as ./"
                  + value);
    }
    return folder;
  }

  private static Path pathOf(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new BadInputException("-p suite=" + value + ": not a path: " + e.getReason(), e);
    }
  }

  /**
   * The path of a file that is named relative to the folder, or by an absolute path.
   *
   * @throws BadInputException when the folder is built in and has no path
   */
  public Path path(String file) {
    return directory
        .map(folder -> resolved(folder, file))
        .or(() -> Optional.of(Path.of(file)).filter(Path::isAbsolute))
        .orElseThrow(
            () -> new BadInputException(displayPath(file) + ": a built-in suite has no data"));
  }

  /** A suite names its files itself, and may say anything. */
  private static Path resolved(Path folder, String file) {
    try {
      return folder.resolve(file);
    } catch (InvalidPathException e) {
      String printed = file.replaceAll("\\p{Cntrl}", "?");
      throw new BadInputException(
          folder.resolve(Suite.FILE) + ": '" + printed + "' is not a path: " + e.getReason(), e);
    }
  }

  boolean has(String file) {
    return directory
        .map(folder -> Files.isRegularFile(resolved(folder, file)))
        .orElseGet(() -> loader().getResource(BUILT_IN + name + "/" + file) != null);
  }

  /**
   * A whole file.
   *
   * @throws BadInputException when it is missing or not UTF-8
   */
  String text(String file) {
    if (!has(file)) {
      throw new BadInputException(displayPath(file) + ": no such file");
    }
    try (InputStream in =
        directory.isPresent()
            ? Files.newInputStream(resolved(directory.get(), file))
            : loader().getResourceAsStream(BUILT_IN + name + "/" + file)) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new BadInputException(displayPath(file) + ": not UTF-8", e);
    } catch (IOException e) {
      throw new BadInputException(
          displayPath(file) + ": cannot be read: " + BadInputException.reason(e), e);
    }
  }

  public boolean isBuiltIn() {
    return directory.isEmpty();
  }

  private static ClassLoader loader() {
    return Thread.currentThread().getContextClassLoader();
  }

  /** A file for messages: its path, or for a built-in folder the folder's name and the file's. */
  public String displayPath(String file) {
    return directory.map(folder -> resolved(folder, file).toString()).orElse(name + "/" + file);
  }
}
