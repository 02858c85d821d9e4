package org.docduel.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;

/**
 * The right answers for one number of rows, worked out by the first fork of a run that needs them
 * and left for the others in the {@link RunDirectory}. Without a launcher they are worked out each
 * time.
 */
final class AnswerFile {
  private static final String SEPARATOR = " ";

  private AnswerFile() {}

  static Map<String, Answer> get(String name, Supplier<Map<String, Answer>> model) {
    Optional<Path> file =
        RunDirectory.ofFork(Settings.ofProcess()).map(run -> run.path().resolve(name + ".answers"));
    try {
      if (file.isPresent() && Files.exists(file.get())) {
        return read(file.get());
      }
      Map<String, Answer> answers = model.get();
      if (file.isPresent()) {
        write(file.get(), answers);
      }
      return answers;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep answers in " + file, e);
    }
  }

  private static Map<String, Answer> read(Path file) throws IOException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split(SEPARATOR, -1);
      answers.put(parts[0], new Answer(Long.parseLong(parts[1]), parts[2]));
    }
    return answers;
  }

  private static void write(Path file, Map<String, Answer> answers) throws IOException {
    List<String> lines =
        answers.entrySet().stream()
            .map(entry ->
                String.join(
                    SEPARATOR,
                    entry.getKey(),
                    String.valueOf(entry.getValue().rows()),
                    entry.getValue().digest()))
            .toList();
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.write(half, lines);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
