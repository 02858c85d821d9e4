package org.docduel.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;

/** Words by name, in order, that one process of a run leaves for the others. */
public final class RunNotes {
  private RunNotes() {}

  /** Where those of a name, of any length and characters, are left; empty without a launcher. */
  public static Optional<Path> file(String name) {
    String file = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)) + ".notes";
    return RunDirectory.ofFork(Settings.ofProcess()).map(run -> run.path().resolve(file));
  }

  public static void write(Path file, Map<String, ?> notes) {
    StringBuilder lines = new StringBuilder();
    notes.forEach((name, words) -> lines.append(name).append(' ').append(words).append('\n'));
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try {
      Files.writeString(half, lines);
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  public static Map<String, String> read(Path file) {
    Map<String, String> notes = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(" ", 2);
        notes.put(parts[0], parts[1]);
      }
      return notes;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
