package org.docduel.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Notes how each attempt of the attacks ended, a line each, in the file that the property {@code
 * attacks.file} names: the row of docs/reliability/attacks.md, which is a tag of the test, the
 * outcome and the test. {@code scripts/attack} counts them.
 */
public final class AttackTally implements TestWatcher {
  private static final String ROW = "[A-Z][0-9]{1,2}";

  @Override
  public void testSuccessful(ExtensionContext test) {
    note(test, "clean");
  }

  @Override
  public void testFailed(ExtensionContext test, Throwable cause) {
    note(test, "failed");
  }

  @Override
  public void testAborted(ExtensionContext test, Throwable cause) {
    note(test, "skipped: " + String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
  }

  @Override
  public void testDisabled(ExtensionContext test, Optional<String> reason) {
    note(test, "skipped: " + reason.orElse(""));
  }

  private static void note(ExtensionContext test, String outcome) {
    String file = System.getProperty("attacks.file", "");
    if (file.isEmpty()) {
      return;
    }
    String name = test.getRequiredTestClass().getSimpleName() + " " + test.getDisplayName();
    StringBuilder lines = new StringBuilder();
    test.getTags().stream()
        .filter(tag -> tag.matches(ROW))
        .forEach(row ->
            lines
                .append(String.join("\t", row, outcome, name).replaceAll("\\R", " "))
                .append('\n'));
    try {
      Files.writeString(
          Path.of(file),
          lines.toString(),
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
